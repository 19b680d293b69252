package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.ScanRequest;
import io.orcacid.writer.WriterOptions;
import java.util.Arrays;
import java.util.Optional;

/**
 * Every setting of the engine: its key, default and meaning. The documentation's table is made from
 * it.
 */
public enum AcidOption {
  WRITER_OPEN_FILES(
      "orcacid.writer.open.files",
      String.valueOf(WriterOptions.DEFAULT_OPEN_FILES),
      "Data files that one statement writes at the same time; rows for further partitions and buckets are spilled "
          + "and written afterwards."),
  WRITER_SPILL_MEMORY(
      "orcacid.writer.spill.memory",
      String.valueOf(WriterOptions.DEFAULT_SPILL_MEMORY),
      "Bytes of rows held in memory before they are spilled as a sorted run."),
  WRITER_SPILL_DIRECTORY(
      "orcacid.writer.spill.directory",
      "",
      "Directory of this machine for spilled runs; empty means the JVM's temporary directory."),
  SCAN_SPLIT_SIZE(
      "orcacid.scan.split.size",
      String.valueOf(ScanRequest.DEFAULT_SPLIT_SIZE),
      "Bytes of a data file that one split reads at most, and to which small files are put together."),
  READER_DELETE_MEMORY(
      "orcacid.reader.delete.memory",
      String.valueOf(ScanRequest.DEFAULT_DELETE_MEMORY),
      "Bytes that the deletes of a scan may take in memory; what does not fit is merged in from the delete files."),
  CPU_THREADS(
      "orcacid.cpu.threads",
      "1",
      "Threads that decode a scan of this process; with 1 whoever asks for rows decodes them, with more rows come in any "
          + "order; see [tuning](tuning.md)."),
  IO_CONCURRENCY(
      "orcacid.io.concurrency",
      "1",
      "Pieces of data files whose bytes a scan fetches at a time, each about one stripe and held in memory until it is "
          + "decoded; 1 means that nothing is fetched ahead; see [tuning](tuning.md)."),
  COMMIT_ATTEMPTS(
      "orcacid.commit.attempts",
      "100",
      "How often a commit that lost a race, without a conflict, is tried in all. Data is not written again."),
  COMMIT_BACKOFF_BASE(
      "orcacid.commit.backoff.base.ms",
      "10",
      "Longest wait in milliseconds before the second attempt of a commit."),
  COMMIT_BACKOFF_CAP(
      "orcacid.commit.backoff.cap.ms",
      "640",
      "Longest wait in milliseconds before any attempt of a commit."),
  COMMIT_CLOCK_LAG(
      "orcacid.commit.clock.lag.s",
      "60",
      "Seconds by which the newest commit may lie ahead of this machine's clock; beyond it a commit is refused, as one of the two clocks is wrong."),
  SESSION_TIMEOUT(
      "orcacid.session.timeout.s",
      "300",
      "Seconds after which a silent process counts as dead; its heartbeat comes three times as often."),
  SESSION_HEARTBEATS(
      "orcacid.session.heartbeats",
      "thread",
      "Who renews the sign of life: thread, a daemon thread of the JVM; or manual, the program by calling "
          + "AcidTable.beat(), three times in a timeout."),
  COMPACTOR_THREADS(
      "orcacid.compactor.threads",
      "2",
      "Buckets of a partition that a compaction writes at a time."),
  COMPACTOR_COPY_MIN_STRIPE(
      "orcacid.compactor.copy.min.stripe",
      "",
      "Bytes below which a stripe is joined with its neighbours instead of copied; empty means 8 MiB, and only if it "
          + "has fewer than 50,000 rows."),
  CLEAN_RETENTION(
      "orcacid.clean.retention",
      "24h",
      "How long directories stay after they were replaced, and old versions stay readable with them; less than 1h "
          + "only where no other engine reads the table."),
  CLEAN_TRASH(
      "orcacid.clean.trash",
      "0s",
      "How long what a cleaning removes can be moved back from the table's trash."),
  LOG_RETENTION(
      "orcacid.log.retention",
      "7d",
      "How long entries of the commit log stay that a checkpoint stands for."),
  TRANSACTION_LONGEST(
      "orcacid.txn.max.duration",
      "24h",
      "How long a transaction may be open before a cleaning aborts it, even one whose process lives."),
  KEY_INDEX(
      "orcacid.key.index",
      "off",
      "Where this process keeps an index of the declared key, so that writes by key need not scan: off; memory, on the "
          + "heap, about 150 bytes a row; chronicle, off the heap in a file of this machine (orc-acid-chronicle)."),
  KEY_INDEX_DIRECTORY(
      "orcacid.key.index.directory",
      "",
      "Directory of this machine for key indexes that are kept in files; one process at a time uses the index of a table."),
  MAINTENANCE_LOCK(
      "orcacid.maintenance.lock",
      "off",
      "on: one at a time compacts a partition, and one cleans the table, so that none does work for nothing; try: the "
          + "same, but who finds it taken gives way at once; off: nobody waits, which is as safe."),
  STORE_KIND(
      "orcacid.store.kind",
      "",
      "What decides the commits of a table: local, hdfs, object, zookeeper or jdbc; fixed when the table is created. Empty "
          + "means local for a table on a local disk, object for one on an object store such as S3, and hdfs elsewhere; "
          + "see [stores](stores.md)."),
  STORE_HDFS_DIRECTORY(
      "orcacid.store.hdfs.directory",
      "",
      "Address of the directory on HDFS below which the logs of tables lie whose files are elsewhere; not used for a "
          + "table on HDFS."),
  STORE_JDBC_URL(
      "orcacid.store.jdbc.url",
      "",
      "JDBC address of the database of PostgreSQL or H2; many tables may share it."),
  STORE_JDBC_USER("orcacid.store.jdbc.user", "", "User of the database."),
  STORE_JDBC_PASSWORD("orcacid.store.jdbc.password", "", "Password of that user."),
  STORE_ZOOKEEPER_CONNECT(
      "orcacid.store.zookeeper.connect",
      "",
      "Servers of ZooKeeper, such as a:2181,b:2181,c:2181; many tables may share them."),
  STORE_ZOOKEEPER_PATH(
      "orcacid.store.zookeeper.path", "/orc-acid", "Node below which the logs of tables lie."),
  AGENT("orcacid.agent", "", "Name of the program that history shows beside user and host.");

  /** Prefix of all keys of the engine; another key that starts so is an error. */
  public static final String PREFIX = "orcacid.";

  private final String key;
  private final String defaultValue;
  private final String meaning;

  AcidOption(String key, String defaultValue, String meaning) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** The key, such as {@code orcacid.writer.open.files}. */
  public String key() {
    return key;
  }

  /** Text of the default value. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it does, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** The option of a key. */
  public static Optional<AcidOption> of(String key) {
    return Arrays.stream(values()).filter(option -> option.key.equals(key)).findFirst();
  }

  /**
   * The option of a key that starts with {@value #PREFIX}.
   *
   * @throws ValidationException if there is none
   */
  public static AcidOption require(String key) {
    return of(key)
        .orElseThrow(
            () ->
                new ValidationException(
                    "No such setting",
                    "key",
                    key,
                    "known",
                    Arrays.stream(values()).map(AcidOption::key).toList()));
  }
}
