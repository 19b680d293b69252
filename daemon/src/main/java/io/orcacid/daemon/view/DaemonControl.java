package io.orcacid.daemon.view;

import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A running daemon as its operator sees it. Tables go by their paths, as {@link TableStatus#path}
 * gives them. Thread-safe; what a method gives is a copy of one moment.
 *
 * <p>What changes something throws {@link io.orcacid.error.ValidationException} for a table, a
 * partition or a number that is not there.
 */
public interface DaemonControl {
  /** The daemon itself. */
  DaemonStatus status();

  /** All tables, those that cost readers most first. */
  List<TableStatus> tables();

  /** One table, read from its log now. */
  TableDetail table(String path) throws IOException;

  /** Data files of a directory that {@link TableDetail#directories} lists. */
  List<FileStatus> files(String path, String partition, String directory) throws IOException;

  /** What waits and what runs, in the order in which it will be taken. */
  List<QueueEntry> queue();

  /** Compactions that ended, newest first: those of all daemons and commands, from the logs. */
  List<HistoryEntry> history();

  /** What keeps directories from being removed, those with the most bytes first. */
  List<CleanerBlock> cleanerBlocks();

  /** Transactions and compactions that are open at any table. */
  List<TransactionStatus> transactions();

  /** Pins of readers, locks and those who wait for them, of any table. */
  List<LeaseStatus> leases();

  /**
   * Asks for a compaction whatever thresholds and time windows say. It is kept beside the table's
   * log, so that it outlives this daemon, and another may do it.
   *
   * @param partition empty for every partition
   * @param kind empty for what the thresholds ask for
   * @return number of requests that were added; one that is there already is not added again
   */
  int compact(String path, Optional<String> partition, Optional<CompactionKind> kind)
      throws IOException;

  /** Has the cleaner look at a table next. */
  void clean(String path);

  /** Begins nothing more, at one table or at all; what runs goes on. */
  void pause(Optional<String> path);

  /** Ends {@link #pause}; of a table that backs off, tries again at once. */
  void resume(Optional<String> path);

  /** Aborts an open transaction. */
  void abort(String path, long writeId) throws IOException;

  /** Begins nothing more, lets what runs end, and ends the daemon. Returns at once. */
  void drain();
}
