package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.CompactionInfo;
import io.orcacid.Inserter;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.Transaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.compactor.CompactionReport.Outcome;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compactions by Hadoop's own runner, on HDFS and on a local disk. */
class CompactionJobTest {
  @TempDir(factory = MemoryDirectories.class)
  private java.nio.file.Path directory;

  private Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
    configuration.setInt("mapreduce.client.completion.pollinterval", 50);
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 50);
    configuration.setInt("mapreduce.local.map.tasks.maximum", 2);
    return configuration;
  }

  private static AcidTable filled(String path) throws IOException {
    AcidTable table =
        AcidTable.create(
            path,
            TableDefinition.of("id bigint, url string, day string")
                .partitionedBy("day")
                .bucketedBy(3, "id"));
    for (int round = 0; round < 4; round++) {
      try (Transaction transaction = table.begin()) {
        Inserter rows = transaction.insert();
        for (long id = 0; id < 300; id++) {
          rows.row(round * 1000 + id, "/" + id, id % 2 == 0 ? "mon" : "tue");
        }
        transaction.commit();
      }
    }
    table.delete("id % 7 = 0");
    table.update("url = '!'", "id % 11 = 0");
    return table;
  }

  private static TreeSet<String> content(AcidTable table) throws IOException {
    TreeSet<String> content = new TreeSet<>();
    try (Rows rows = table.scan().withRowId().rows()) {
      for (Row row : rows) {
        assertThat(content.add(row.address() + " " + row)).isTrue();
      }
    }
    return content;
  }

  private static List<CompactionInfo> compactions(AcidTable table) throws IOException {
    return table.compactions().stream().filter(one -> one.version().isPresent()).toList();
  }

  private static void requireNothingUnfinished(FileSystem files, Path table) throws IOException {
    for (String partition : List.of("day=mon", "day=tue")) {
      for (FileStatus file : files.listStatus(new Path(table, partition))) {
        assertThat(file.getPath().getName()).doesNotStartWith("_tmp");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"disk", "hdfs"})
  void each_partition_is_published_once_and_every_row_stays(String where) throws IOException {
    String path =
        where.equals("hdfs")
            ? HdfsCluster.address() + "/compacted"
            : directory.resolve("compacted").toString();
    try (AcidTable table = filled(path)) {
      TreeSet<String> before = content(table);
      long version = table.version();
      Path place = new Path(path);
      List<CompactionReport> minor =
          CompactionJob.run(configuration(), place, table.compaction().minor());
      assertThat(minor)
          .hasSize(2)
          .allSatisfy(
              report -> {
                assertThat(report.outcome()).isEqualTo(Outcome.PUBLISHED);
                assertThat(report.outputs()).hasSize(2);
              });
      assertThat(content(table)).isEqualTo(before);
      List<CompactionReport> major =
          CompactionJob.run(configuration(), place, table.compaction().major());
      assertThat(major)
          .allSatisfy(report -> assertThat(report.outcome()).isEqualTo(Outcome.PUBLISHED));
      assertThat(content(table)).isEqualTo(before);
      assertThat(table.version()).isEqualTo(version + 4);
      assertThat(compactions(table)).hasSize(4);
      assertThat(table.transactions()).isEmpty();
      requireNothingUnfinished(place.getFileSystem(configuration()), place);
      for (TableInspection.Partition partition : table.inspect().partitions()) {
        assertThat(partition.directories())
            .filteredOn(one -> one.state() == TableInspection.State.USED)
            .singleElement()
            .satisfies(base -> assertThat(base.files()).isEqualTo(3));
      }
      assertThat(CompactionJob.run(configuration(), place, table.compaction().major()))
          .allSatisfy(report -> assertThat(report.outcome()).isEqualTo(Outcome.NOTHING_TO_DO));
    }
  }

  @Test
  void a_job_that_fails_publishes_nothing_and_leaves_nothing() throws IOException {
    String path = directory.resolve("damaged").toString();
    try (AcidTable table = filled(path)) {
      Path place = new Path(path);
      java.nio.file.Path file =
          java.nio.file.Path.of(path, "day=tue", "delta_0000002_0000002_0000", "bucket_00001");
      byte[] sound = java.nio.file.Files.readAllBytes(file);
      java.nio.file.Files.write(file, new byte[sound.length]);
      assertThatThrownBy(
              () -> CompactionJob.run(configuration(), place, table.compaction().major()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing of it is left");
      assertThat(compactions(table)).isEmpty();
      requireNothingUnfinished(place.getFileSystem(configuration()), place);
      java.nio.file.Files.write(file, sound);
      assertThat(CompactionJob.run(configuration(), place, table.compaction().major()))
          .hasSize(2)
          .allSatisfy(report -> assertThat(report.outcome()).isEqualTo(Outcome.PUBLISHED));
    }
  }

  @Test
  void a_table_of_this_machine_is_compacted_though_the_cluster_has_hdfs() throws IOException {
    String path = directory.resolve("here").toString();
    try (AcidTable table = filled(path)) {
      Configuration configuration = configuration();
      configuration.set("fs.defaultFS", HdfsCluster.address());
      Path place = new Path(path);
      assertThat(CompactionJob.run(configuration, place, table.compaction().major()))
          .allSatisfy(report -> assertThat(report.outcome()).isEqualTo(Outcome.PUBLISHED));
      assertThat(place.getFileSystem(configuration).exists(place)).isFalse();
    }
  }
}
