package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.Transaction;
import io.orcacid.TransactionInfo;
import io.orcacid.error.SnapshotTooOldException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The engine on a cluster of three datanodes: its life, and what happens to clusters. */
class HdfsEngineTest {
  private static final TableDefinition VISITS = TableDefinition.of("id bigint, url string");

  @TempDir(cleanup = CleanupMode.NEVER)
  static Path directory;

  private static MiniDFSCluster cluster;
  private static DistributedFileSystem files;

  @BeforeAll
  static void start() throws IOException {
    Configuration configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(3).build();
    cluster.waitActive();
    files = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() {
    // With the directory that the cluster was given.
    cluster.shutdown(true);
  }

  private static String path(String name) {
    return "hdfs://127.0.0.1:" + cluster.getNameNodePort() + "/" + name;
  }

  private static void insert(AcidTable table, long from, long to) throws IOException {
    try (Transaction transaction = table.begin()) {
      insert(transaction, from, to);
      transaction.commit();
    }
  }

  private static void insert(Transaction transaction, long from, long to) throws IOException {
    Inserter rows = transaction.insert();
    for (long id = from; id < to; id++) {
      rows.row(id, "/" + id);
    }
  }

  private static TreeSet<Long> ids(AcidTable table) throws IOException {
    TreeSet<Long> ids = new TreeSet<>();
    try (Rows rows = table.scan().rows()) {
      for (Row row : rows) {
        assertThat(ids.add(row.get("id", Long.class))).isTrue();
      }
    }
    return ids;
  }

  private static List<String> names(String table) throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus file : files.listStatus(new org.apache.hadoop.fs.Path(path(table)))) {
      names.add(file.getPath().getName());
    }
    return names;
  }

  @Test
  void a_table_is_written_read_compacted_and_cleaned_while_readers_hold_on() throws Exception {
    try (AcidTable table = AcidTable.create(path("life"), VISITS)) {
      concurrentCommits();
      assertThat(ids(table)).hasSize(4 * 5 * 10);
      table.delete("id % 10 = 3");
      table.update("url = '!'", "id % 10 = 4");
      TreeSet<Long> before = ids(table);
      long version = table.version();
      try (Rows reading = table.scan().rows()) {
        assertThat(table.compaction().major().run()).hasSize(1);
        table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
        assertThat(names("life")).hasSizeGreaterThan(20);
        int rows = 0;
        for (Row row : reading) {
          assertThat(before).contains(row.get("id", Long.class));
          rows++;
        }
        assertThat(rows).isEqualTo(before.size());
      }
      assertThat(ids(table)).isEqualTo(before);
      assertThatThrownBy(() -> table.scanAsOfVersion(version).count())
          .isInstanceOf(SnapshotTooOldException.class);
      table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
      assertThat(names("life")).hasSize(2).anyMatch(name -> name.startsWith("base_"));
    }
  }

  private static void concurrentCommits() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> writers = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        long first = writer * 1_000L;
        writers.add(
            pool.submit(
                () -> {
                  try (AcidTable own = AcidTable.open(path("life"))) {
                    for (int commit = 0; commit < 5; commit++) {
                      insert(own, first + commit * 10L, first + commit * 10L + 10);
                    }
                  }
                  return null;
                }));
      }
      for (Future<Void> writer : writers) {
        writer.get(2, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void a_datanode_that_stops_in_the_middle_of_a_write_costs_nothing() throws Exception {
    MiniDFSCluster.DataNodeProperties stopped = null;
    try (AcidTable table =
        AcidTable.create(path("datanode"), VISITS.property("orc.stripe.size", "65536"))) {
      insert(table, 0, 1_000);
      try (Transaction transaction = table.begin()) {
        insert(transaction, 1_000, 100_000);
        stopped = cluster.stopDataNode(0);
        insert(transaction, 100_000, 200_000);
        transaction.commit();
      }
      assertThat(ids(table)).hasSize(200_000);
      assertThat(table.compaction().major().run()).hasSize(1);
      assertThat(ids(table)).hasSize(200_000);
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    } finally {
      if (stopped != null) {
        cluster.restartDataNode(stopped, true);
        cluster.waitActive();
      }
    }
  }

  @Test
  void in_safe_mode_tables_are_read_and_a_commit_says_that_it_failed() throws Exception {
    try (AcidTable table = AcidTable.create(path("safemode"), VISITS);
        Transaction transaction = table.begin()) {
      insert(table, 0, 10);
      insert(transaction, 10, 20);
      files.setSafeMode(org.apache.hadoop.fs.SafeModeAction.ENTER);
      try {
        assertThat(ids(table)).hasSize(10);
        assertThatThrownBy(transaction::commit)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("safe mode");
        assertThatThrownBy(() -> insert(table, 20, 30))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("safe mode");
      } finally {
        files.setSafeMode(org.apache.hadoop.fs.SafeModeAction.LEAVE);
      }
      assertThat(ids(table)).hasSize(10);
      insert(table, 30, 40);
      assertThat(ids(table)).hasSize(20);
    }
  }

  @Test
  void what_a_dead_writer_holds_open_is_fenced_and_removed() throws Exception {
    try (AcidTable table = AcidTable.create(path("lease"), VISITS);
        AcidTable dead = AcidTable.open(path("lease"));
        Transaction unfinished = dead.begin()) {
      insert(table, 0, 10);
      insert(unfinished, 10, 5_000);
      List<TransactionInfo> open = table.transactions();
      assertThat(open).hasSize(1);
      long writeId = open.get(0).number();
      assertThat(names("lease")).anyMatch(name -> name.startsWith("delta_0000002"));
      table.abort(writeId);
      table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
      assertThat(names("lease")).noneMatch(name -> name.startsWith("delta_0000002"));
      assertThatThrownBy(unfinished::commit);
      insert(table, 5_000, 5_010);
      assertThat(ids(table)).hasSize(20);
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
      for (TableInspection.Partition partition : table.inspect().partitions()) {
        assertThat(partition.directories())
            .allSatisfy(one -> assertThat(one.state()).isEqualTo(TableInspection.State.USED));
      }
    }
  }

  /** Only to be sure that the tests need what they say they need. */
  @Test
  void the_cluster_has_three_datanodes() throws IOException {
    assertThat(files.getDataNodeStats(HdfsConstants.DatanodeReportType.ALL)).hasSize(3);
  }
}
