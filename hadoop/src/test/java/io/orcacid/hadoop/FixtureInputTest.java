package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.value.StructValue;
import io.orcacid.hadoop.InputRows.Found;
import io.orcacid.hadoop.InputRows.Way;
import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import io.orcacid.reader.RowText;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import io.orcacid.testkit.MemoryDirectories;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables that Hive's classes wrote, read by the formats of both interfaces. */
class FixtureInputTest {
  private static final List<Way> WAYS = List.of(Way.values());

  @TempDir(factory = MemoryDirectories.class)
  private Path root;

  static Stream<Fixture> fixtures() {
    return Fixture.all().stream();
  }

  private Configuration configuration(Fixture fixture, FixtureSnapshot snapshot) {
    Configuration configuration = new Configuration(false);
    OrcAcidInputFormat.configure(configuration)
        .path(root.toString())
        .schema(fixture.schema())
        .valid(snapshot.validWriteIdList(), snapshot.validTxnList());
    return configuration;
  }

  private static List<String> lines(List<Found> rows) {
    return rows.stream()
        .map(
            found ->
                RowText.line(
                    found.address().orElseThrow().rowId(),
                    found.row().type(),
                    found.row().values()))
        .toList();
  }

  private static boolean withAddresses(Way way) {
    return way != Way.MAPRED_ROWS && way != Way.MAPREDUCE_ROWS;
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void its_rows_are_those_of_Hive_by_every_format(Fixture fixture) throws Exception {
    fixture.copyTable(root);
    for (FixtureSnapshot snapshot : fixture.snapshots()) {
      Configuration configuration = configuration(fixture, snapshot);
      for (Way way : WAYS) {
        if (snapshot.mustBeRefused()) {
          assertThatThrownBy(() -> InputRows.read(way, configuration))
              .isInstanceOf(CorruptFileException.class);
          continue;
        }
        List<Found> found = InputRows.read(way, configuration);
        List<String> expected = snapshot.expected().orElseThrow();
        assertThat(found).as("%s", way).hasSize(expected.size());
        if (withAddresses(way)) {
          assertThat(lines(found)).as("%s", way).containsExactlyInAnyOrderElementsOf(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void projection_and_condition_give_the_same_as_choosing_afterwards(Fixture fixture)
      throws Exception {
    fixture.copyTable(root);
    TypeDescription type = SchemaText.parse(fixture.schema());
    FixtureSnapshot snapshot = fixture.snapshot("");
    if (snapshot.mustBeRefused()) {
      return;
    }
    List<Found> all = InputRows.read(Way.MAPREDUCE, configuration(fixture, snapshot));
    for (int column = 0; column < type.getChildren().size(); column++) {
      String name = type.getFieldNames().get(column);
      int position = column;
      for (Way way : WAYS) {
        Configuration configuration = configuration(fixture, snapshot);
        new InputConfigurationCopy(configuration).select(name).where(SchemaText.quoted(name));
        assertThat(InputRows.read(way, configuration))
            .as("%s of %s", name, way)
            .extracting(found -> text(found.row().get(0)))
            .containsExactlyInAnyOrderElementsOf(
                all.stream()
                    .map(found -> found.row().get(position))
                    .filter(value -> value != null)
                    .map(FixtureInputTest::text)
                    .toList());
      }
    }
  }

  /** Goes on with a configuration that has its job's name already. */
  private record InputConfigurationCopy(Configuration configuration) {
    InputConfigurationCopy select(String column) {
      configuration.set(AcidConfKeys.INPUT_COLUMNS.key(), SchemaText.quoted(column));
      return this;
    }

    void where(String column) {
      configuration.set(AcidConfKeys.INPUT_WHERE.key(), column + " IS NOT NULL");
    }
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return java.util.Arrays.toString(bytes);
    }
    return value instanceof StructValue struct ? struct.values().toString() : value.toString();
  }

  @Test
  void a_condition_leaves_exactly_the_rows_that_meet_it() throws Exception {
    Fixture fixture = Fixture.named("hive-4.1/deletes");
    fixture.copyTable(root);
    FixtureSnapshot snapshot = fixture.snapshot("");
    List<Found> all = InputRows.read(Way.MAPRED, configuration(fixture, snapshot));
    long middle = all.get(all.size() / 2).row().getLong("id");
    List<Long> expected =
        all.stream().map(found -> found.row().getLong("id")).filter(id -> id > middle).toList();
    assertThat(expected).isNotEmpty().hasSizeLessThan(all.size());
    for (Way way : WAYS) {
      Configuration configuration = configuration(fixture, snapshot);
      configuration.set(AcidConfKeys.INPUT_WHERE.key(), "id > " + middle);
      assertThat(InputRows.read(way, configuration))
          .as("%s", way)
          .extracting(found -> found.row().getLong("ID"))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void without_a_list_of_valid_write_ids_the_job_is_refused_before_any_task() {
    Fixture.named("hive-4.1/deletes").copyTable(root);
    Configuration configuration = new Configuration(false);
    OrcAcidInputFormat.configure(configuration).path(root.toString());
    assertThatThrownBy(() -> InputRows.splits(new OrcAcidInputFormat(), configuration))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("hive.txn.valid.writeids");
    assertThatThrownBy(() -> InputRows.read(Way.MAPRED, configuration))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("hive.txn.valid.writeids");
  }

  @Test
  void without_a_list_of_valid_transactions_a_compacted_table_is_refused_before_any_task() {
    Fixture fixture = Fixture.named("hive-4.1/compacted_major");
    fixture.copyTable(root);
    Configuration configuration = new Configuration(false);
    OrcAcidInputFormat.configure(configuration).path(root.toString()).schema(fixture.schema());
    configuration.set("hive.txn.valid.writeids", fixture.snapshot("").validWriteIdList());
    assertThatThrownBy(() -> InputRows.splits(new OrcAcidInputFormat(), configuration))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("hive.txn.valid.txns");
  }

  @Test
  void the_keys_that_Hive_sets_are_understood() throws Exception {
    Fixture fixture = Fixture.named("hive-4.1/deletes");
    fixture.copyTable(root);
    FixtureSnapshot snapshot = fixture.snapshot("");
    Configuration configuration = new Configuration(false);
    configuration.set("mapreduce.input.fileinputformat.inputdir", root.toString());
    configuration.set("hive.txn.valid.writeids.default.t", snapshot.validWriteIdList());
    configuration.set("hive.txn.valid.txns", snapshot.validTxnList());
    configuration.set(AcidConfKeys.INPUT_HIVE_TABLE.key(), "default.t");
    configuration.set("hive.io.file.readcolumn.names", "name,id");
    configuration.set("schema.evolution.columns", "id,name,amount,ts,category,payload");
    configuration.set(
        "schema.evolution.columns.types", "bigint:string:double:timestamp:string:string");
    List<Found> found = InputRows.read(Way.MAPREDUCE, configuration);
    assertThat(found).hasSize(snapshot.expected().orElseThrow().size());
    assertThat(found.get(0).row().type().getFieldNames()).containsExactly("name", "id");

    configuration.unset("hive.io.file.readcolumn.names");
    configuration.set("orc.include.columns", "2,0");
    assertThat(InputRows.read(Way.MAPRED, configuration).get(0).row().type().getFieldNames())
        .containsExactly("amount", "id");

    configuration.set(AcidConfKeys.INPUT_HIVE_TABLE.key(), "default.other");
    configuration.set("hive.txn.valid.writeids", snapshot.validWriteIdList());
    assertThatThrownBy(() -> InputRows.splits(new OrcAcidInputFormat(), configuration))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("another table's");
  }

  @Test
  void all_is_taken_for_committed_only_if_it_is_said() throws Exception {
    Fixture fixture = Fixture.named("hive-4.1/inserts_only");
    fixture.copyTable(root);
    Configuration configuration = new Configuration(false);
    OrcAcidInputFormat.configure(configuration).path(root.toString());
    configuration.set(AcidConfKeys.INPUT_ALL_COMMITTED.key(), "true");
    assertThat(InputRows.read(Way.MAPREDUCE, configuration))
        .hasSameSizeAs(fixture.snapshot("").expected().orElseThrow());
  }
}
