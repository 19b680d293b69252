package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.ValidationException;
import io.orcacid.hadoop.InputRows.Found;
import io.orcacid.hadoop.InputRows.Way;
import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.orc.mapred.OrcInputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with a commit log as the input of jobs. */
class TableInputTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable table;
  private Configuration configuration;

  @BeforeEach
  void create() throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id bigint, day date, price decimal(10,2), place string")
                .partitionedBy("place"));
    insert(0, 10);
    configuration = new Configuration(false);
    OrcAcidInputFormat.configure(configuration).path(table.path());
  }

  @AfterEach
  void release() throws IOException {
    TableInput.release(configuration);
    table.close();
  }

  private void insert(long from, long to) throws IOException {
    try (Transaction transaction = table.begin()) {
      for (long id = from; id < to; id++) {
        transaction
            .insert()
            .row(
                id,
                java.time.LocalDate.of(2026, 11, 1).plusDays(id),
                new BigDecimal(id).movePointLeft(1),
                id % 2 == 0 ? "even" : "odd");
      }
      transaction.commit();
    }
  }

  private List<Long> ids() throws Exception {
    return InputRows.read(Way.MAPREDUCE, configuration).stream()
        .map(found -> found.row().getLong("id"))
        .sorted()
        .toList();
  }

  @Test
  void rows_come_with_their_addresses() throws Exception {
    List<Found> found = InputRows.read(Way.MAPREDUCE, configuration);
    assertThat(found).hasSize(10);
    assertThat(found)
        .allSatisfy(
            row ->
                assertThat(row.address().orElseThrow().partition())
                    .isEqualTo("place=" + row.row().getString("place")));
  }

  @Test
  void a_version_a_time_and_a_tag_are_read() throws Exception {
    long version = table.version();
    table.tag("before", version);
    Instant time = table.history().get(0).time();
    table.delete("id < 5");
    assertThat(ids()).containsExactly(5L, 6L, 7L, 8L, 9L);

    new InputConfiguration(configuration).asOfVersion(version);
    assertThat(ids()).hasSize(10);
    configuration.unset(AcidConfKeys.INPUT_VERSION.key());
    new InputConfiguration(configuration).asOfTag("before");
    assertThat(ids()).hasSize(10);
    configuration.unset(AcidConfKeys.INPUT_TAG.key());
    new InputConfiguration(configuration).asOfTime(time);
    assertThat(ids()).hasSizeLessThanOrEqualTo(10);
    new InputConfiguration(configuration).asOfVersion(version);
    assertThatThrownBy(this::ids)
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("Only one key");
  }

  @Test
  void the_snapshot_stays_as_the_client_took_it_while_tasks_read() throws Exception {
    var splits = InputRows.splits(new OrcAcidInputFormat(), configuration);
    long version = table.version();
    table.delete("id < 5");
    table.compaction().major().run();
    assertThat(table.leases()).anyMatch(lease -> lease.version() == version);

    long rows = 0;
    for (var split : splits) {
      try (TableRecords records = TableRecords.open((AcidInputSplit) split, configuration)) {
        AcidRow row = new AcidRow();
        while (records.next(row)) {
          rows++;
        }
      }
    }
    assertThat(rows).isEqualTo(10);
    TableInput.release(configuration);
    assertThat(table.leases()).noneMatch(lease -> lease.version() == version);
  }

  @Test
  void what_is_read_is_let_go_when_the_staging_directory_of_the_job_is_gone() throws Exception {
    Path staging = Files.createDirectory(directory.resolve("staging"));
    configuration.set("mapreduce.job.dir", staging.toUri().toString());
    JobPins.releaseFinished();
    int before = JobPins.size();
    InputRows.splits(new OrcAcidInputFormat(), configuration);
    JobPins.releaseFinished();
    assertThat(JobPins.size()).isEqualTo(before + 1);
    Files.delete(staging);
    JobPins.releaseFinished();
    assertThat(JobPins.size()).isEqualTo(before);
    assertThat(table.leases()).isEmpty();
  }

  @Test
  void a_search_argument_of_ORC_is_a_condition() throws Exception {
    SearchArgument argument =
        SearchArgumentFactory.newBuilder()
            .startAnd()
            .startNot()
            .lessThan("id", PredicateLeaf.Type.LONG, 2L)
            .end()
            .in("place", PredicateLeaf.Type.STRING, "even", "it's")
            .between(
                "day",
                PredicateLeaf.Type.DATE,
                Date.valueOf("2026-11-01"),
                Date.valueOf("2026-11-08"))
            .startOr()
            .equals("price", PredicateLeaf.Type.DECIMAL, new HiveDecimalWritable("0.4"))
            .nullSafeEquals("id", PredicateLeaf.Type.LONG, 6L)
            .isNull("day", PredicateLeaf.Type.DATE)
            .end()
            .end()
            .build();
    OrcInputFormat.setSearchArgument(
        configuration, argument, new String[] {"id", "day", "price", "place"});
    assertThat(ids()).containsExactly(4L, 6L);
  }

  @Test
  void a_search_argument_with_another_class_in_it_is_refused() {
    var kryo = new com.esotericsoftware.kryo.Kryo();
    var out = new com.esotericsoftware.kryo.io.Output(1000, -1);
    kryo.writeClassAndObject(out, new java.util.PriorityQueue<>(List.of("x")));
    configuration.set(
        "orc.kryo.sarg", java.util.Base64.getMimeEncoder().encodeToString(out.toBytes()));
    assertThatThrownBy(this::ids)
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("search argument");
  }

  @Test
  void an_unknown_key_of_ours_is_an_error() {
    configuration.set("orcacid.input.whre", "id > 5");
    assertThatThrownBy(this::ids)
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.input.whre");
  }

  @Test
  void keys_of_the_engine_are_known_too() throws Exception {
    configuration.set("orcacid.scan.split.size", "100");
    assertThat(InputRows.splits(new OrcAcidInputFormat(), configuration)).hasSizeGreaterThan(10);
    assertThat(ids()).hasSize(10);
  }

  @Test
  void splits_are_as_large_as_Hadoops_keys_say() throws Exception {
    insert(10, 20);
    assertThat(InputRows.splits(new OrcAcidInputFormat(), configuration)).hasSize(2);
    configuration.set("mapreduce.input.fileinputformat.split.maxsize", "400");
    int small = InputRows.splits(new OrcAcidInputFormat(), configuration).size();
    assertThat(small).isGreaterThan(4);
    assertThat(ids()).hasSize(20);
    configuration.set("mapreduce.input.fileinputformat.split.minsize", "1000000");
    assertThat(InputRows.splits(new OrcAcidInputFormat(), configuration)).hasSize(2);
  }

  @Test
  void columns_with_any_name_are_chosen() {
    List<String> names = List.of("id", "Cost Total $", "a,b", "c`d");
    assertThat(JobSettings.split(JobSettings.join(names))).isEqualTo(names);
  }
}
