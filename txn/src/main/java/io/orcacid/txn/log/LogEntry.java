package io.orcacid.txn.log;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * One version of a table (PROTOCOL.md §2): an ordered list of transactions, folded in that order.
 *
 * @param version number of the entry, from 0
 * @param commitId identity of the entry, that of its first transaction
 * @param parent commit id of the version before; empty in version 0
 * @param table uuid of the table
 * @param time time of the commit, to the microsecond, greater than that of the version before
 * @param transactions in the order in which they count
 * @param aborts write ids that never will be committed
 * @param compactionAborts compaction transactions that never will be committed
 * @param compaction set if the entry publishes a compaction
 * @param cleaning set if the entry is a cleaner's
 * @param metadata the table's metadata from this version on, if it changed
 * @param minWriterVersion smallest version of the log's format that may write after this entry
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record LogEntry(
    long version,
    String commitId,
    String parent,
    UUID table,
    Instant time,
    List<LogTransaction> transactions,
    List<Long> aborts,
    List<Long> compactionAborts,
    Optional<Compaction> compaction,
    Optional<Cleaning> cleaning,
    Optional<TableMetadata> metadata,
    int minWriterVersion,
    String extension) {
  public LogEntry {
    Objects.requireNonNull(commitId);
    Objects.requireNonNull(parent);
    Objects.requireNonNull(table);
    Objects.requireNonNull(time);
    Objects.requireNonNull(metadata);
    transactions = List.copyOf(transactions);
    aborts = List.copyOf(aborts);
    compactionAborts = List.copyOf(compactionAborts);
    Objects.requireNonNull(compaction);
    Objects.requireNonNull(cleaning);
  }

  /** Whether rows changed; version 0 counts, since it is a time version too. */
  public boolean changesData() {
    return version == 0 || transactions.stream().anyMatch(LogTransaction::changesData);
  }

  /** Smallest version of the log's format that can read it. */
  int minReaderVersion() {
    boolean maintained =
        compaction.isPresent() || cleaning.isPresent() || !compactionAborts.isEmpty();
    int least = maintained ? EntryCodec.MAINTAINED_FORMAT : EntryCodec.FIRST_FORMAT;
    return transactions.stream()
        .mapToInt(transaction -> transaction.operation().sinceFormat())
        .reduce(least, Math::max);
  }

  LogEntry withTransactions(List<LogTransaction> newTransactions) {
    return new LogEntry(
        version,
        commitId,
        parent,
        table,
        time,
        newTransactions,
        aborts,
        compactionAborts,
        compaction,
        cleaning,
        metadata,
        minWriterVersion,
        extension);
  }

  /** Name of the entry of a version in the log directory. */
  public static String nameOf(long version) {
    return String.format(Locale.ROOT, "_v%020d.json", version);
  }

  /** Version of an entry by its name; -1 if it is no entry's name. */
  static long versionOf(String name) {
    return name.matches("_v\\d{20}\\.json") && name.compareTo("_v09223372036854775808") < 0
        ? Long.parseLong(name.substring(2, 22))
        : -1;
  }
}
