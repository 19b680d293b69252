package io.orcacid.txn.log;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.DirectoryListing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.pcollections.TreePMap;

/**
 * A table at one version: what the log's entries up to it fold to. Immutable, thread-safe; the next
 * version shares all but what changed.
 */
public final class TableState {
  private final long version;
  private final String commitId;
  private final Instant time;
  private final TableMetadata metadata;
  private final int minWriterVersion;
  final IdLedger writeIds;
  final IdLedger compactions;
  private final long oldestReadable;
  final TreePMap<String, TreePMap<String, DataDirectory>> live;
  final TreePMap<String, TreePMap<String, RetiredDirectory>> retired;
  final Guards guards;
  final Lineage lineage;

  TableState(
      long version,
      String commitId,
      Instant time,
      TableMetadata metadata,
      int minWriterVersion,
      Ledgers ledgers,
      long oldestReadable,
      Content content,
      Guards guards,
      Lineage lineage) {
    this.version = version;
    this.commitId = commitId;
    this.time = time;
    this.metadata = metadata;
    this.minWriterVersion = minWriterVersion;
    this.writeIds = ledgers.writeIds();
    this.compactions = ledgers.compactions();
    this.oldestReadable = oldestReadable;
    this.live = content.live();
    this.retired = content.retired();
    this.guards = guards;
    this.lineage = lineage;
  }

  /** Which numbers of both kinds are resolved. */
  record Ledgers(IdLedger writeIds, IdLedger compactions) {
    /** Those that a table begins with. */
    static Ledgers of(TableMetadata metadata) {
      return new Ledgers(
          metadata.adoption().map(Adoption::ledger).orElse(IdLedger.EMPTY),
          metadata.adoption().map(Adoption::compactionLedger).orElse(IdLedger.EMPTY));
    }
  }

  /** Directories by partition and name. */
  record Content(
      TreePMap<String, TreePMap<String, DataDirectory>> live,
      TreePMap<String, TreePMap<String, RetiredDirectory>> retired) {
    static final Content NONE = new Content(TreePMap.empty(), TreePMap.empty());
  }

  Ledgers ledgers() {
    return new Ledgers(writeIds, compactions);
  }

  Content content() {
    return new Content(live, retired);
  }

  TableState withLineage(Lineage newLineage) {
    return new TableState(
        version,
        commitId,
        time,
        metadata,
        minWriterVersion,
        ledgers(),
        oldestReadable,
        content(),
        guards,
        newLineage);
  }

  /** Greatest epoch of a lock that a commit carried, 0 for none. */
  public long lockEpoch(String lock) {
    return guards.lockEpochs().getOrDefault(lock, 0L);
  }

  /** The greatest sequence that an application committed (PROTOCOL.md R13). */
  public Optional<RecordedToken> token(String application) {
    return Optional.ofNullable(guards.tokens().get(application));
  }

  /** Number of the version, from 0. */
  public long version() {
    return version;
  }

  /** Commit id of the version's entry. */
  public String commitId() {
    return commitId;
  }

  /** Commit time of the version. */
  public Instant time() {
    return time;
  }

  /** What the table is. */
  public TableMetadata metadata() {
    return metadata;
  }

  /** Smallest version of the log's format that may write to the table. */
  public int minWriterVersion() {
    return minWriterVersion;
  }

  /**
   * @throws UnsupportedTableException if a newer version of this engine said that this one must not
   *     write
   */
  public void requireWritable() {
    if (minWriterVersion > EntryCodec.FORMAT_VERSION) {
      throw new UnsupportedTableException(
          "The table may only be written by a newer version: use one that writes this log format",
          "version",
          version,
          "needed",
          minWriterVersion,
          "supported",
          EntryCodec.FORMAT_VERSION);
    }
  }

  /**
   * What a reader of this version sees: a pure function of the version (PROTOCOL.md R2). Every
   * write id up to the high water mark that is not committed is an exception and written as
   * aborted, so that foreign readers see the same rows.
   *
   * @param tableName {@code database.table} for the list's text
   */
  public Snapshot snapshot(String tableName) {
    return new Snapshot(
        ValidWriteIdList.of(
            tableName, writeIds.highWaterMark(), new long[0], writeIds.exceptions().toArray()),
        transactions());
  }

  /** Before the first compaction of this log an adopted table's list stays as it was given. */
  private ValidTxnList transactions() {
    long adopted = metadata.adoption().map(Adoption::greatestTransaction).orElse(0L);
    return metadata.adoption().isPresent() && compactions.highWaterMark() <= adopted
        ? metadata.adoption().get().transactions()
        : ValidTxnList.of(
            compactions.highWaterMark(), new long[0], compactions.exceptions().toArray());
  }

  /**
   * Smallest write id up to the high water mark that is neither committed nor aborted: no
   * compaction may cover it (PROTOCOL.md R16).
   */
  public OptionalLong lowestUnresolvedWriteId() {
    return writeIds.lowestUnresolved();
  }

  /** Whether every write id of a range was declared to be never committed. */
  public boolean areAborted(long first, long last) {
    return writeIds.aborted().containsAll(first, last);
  }

  /** Aborted write ids that the valid list still names, ascending. */
  public long[] exceptions() {
    return writeIds.exceptions().toArray();
  }

  /** Greatest compaction transaction that is committed or aborted, 0 for none. */
  public long greatestCompaction() {
    return compactions.greatest();
  }

  /** Whether the compaction transaction is committed at this version. */
  public boolean isCompactionCommitted(long transaction) {
    return compactions.isCommitted(transaction);
  }

  /** Whether the compaction transaction was declared to be never committed. */
  public boolean isCompactionAborted(long transaction) {
    return compactions.isAborted(transaction);
  }

  /**
   * The floor: versions below it are not readable any more, what they alone need may be gone
   * (PROTOCOL.md R18).
   */
  public long oldestReadable() {
    return oldestReadable;
  }

  /**
   * Whether a version can be read: it is not below the floor, or has a tag (PROTOCOL.md R18). Of
   * versions above this one the answer says nothing.
   */
  public boolean isReadable(long version) {
    return version >= oldestReadable()
        || metadata.tags().values().stream().anyMatch(tag -> tag.version() == version);
  }

  /** The first version with a tag from one version on and below another. */
  OptionalLong taggedIn(long from, long below) {
    Long tagged = metadata.taggedVersions().ceiling(from);
    return tagged == null || tagged >= below ? OptionalLong.empty() : OptionalLong.of(tagged);
  }

  /** Partitions that have a retired directory, ascending by path. */
  public NavigableSet<String> partitionsWithRetired() {
    return retired.keySet();
  }

  /** Directories of a partition that are no longer live and not yet gone, by name. */
  public Collection<RetiredDirectory> retired(String partition) {
    TreePMap<String, RetiredDirectory> directories = retired.get(partition);
    return directories == null ? List.of() : directories.values();
  }

  /** Greatest committed write id, 0 for none. */
  public long highWaterMark() {
    return writeIds.highWaterMark();
  }

  /** Greatest write id that is committed or aborted, 0 for none. */
  public long greatestWriteId() {
    return writeIds.greatest();
  }

  /** Whether the write id is committed at this version. */
  public boolean isCommitted(long writeId) {
    return writeIds.isCommitted(writeId);
  }

  /** Whether the write id was declared, by the log, to be never committed. */
  public boolean isAborted(long writeId) {
    return writeIds.isAborted(writeId);
  }

  /**
   * Partitions that have a live directory, ascending by path; the one of an unpartitioned table is
   * the empty text.
   */
  public NavigableSet<String> partitions() {
    return live.keySet();
  }

  /** Live directories of a partition, by name; none if the partition has none. */
  public Collection<DataDirectory> directories(String partition) {
    return directoriesByName(partition).values();
  }

  /**
   * Whether nothing happened to a partition between this state and another; a no may be wrong, a
   * yes is not.
   */
  public boolean hasSameDirectories(TableState other, String partition) {
    return live.get(partition) == other.live.get(partition)
        && retired.get(partition) == other.retired.get(partition);
  }

  Map<String, DataDirectory> directoriesByName(String partition) {
    TreePMap<String, DataDirectory> directories = live.get(partition);
    return directories == null ? Map.of() : directories;
  }

  /**
   * A partition as a listing of its live directories would show it, made from the log: planning a
   * scan lists nothing.
   */
  public DirectoryListing listing(String partition) {
    Map<String, DataDirectory> directories = directoriesByName(partition);
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (DataDirectory directory : directories.values()) {
      for (DataFile file : directory.files()) {
        String path = directory.isOriginals() ? file.name() : directory.name() + "/" + file.name();
        files.add(
            new DirectoryListing.Entry(path, file.length(), Integer.toUnsignedLong(file.crc32c())));
      }
    }
    Set<String> names = new HashSet<>(directories.keySet());
    names.remove(DataDirectory.ORIGINALS);
    return new DirectoryListing(names, files, Map.of());
  }

  /** Equal if both say the same of the same version, however they were loaded. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TableState that
        && version == that.version
        && commitId.equals(that.commitId)
        && time.equals(that.time)
        && metadata.equals(that.metadata)
        && minWriterVersion == that.minWriterVersion
        && ledgers().equals(that.ledgers())
        && oldestReadable == that.oldestReadable
        && content().equals(that.content())
        && guards.equals(that.guards);
  }

  @Override
  public int hashCode() {
    return commitId.hashCode();
  }

  @Override
  public String toString() {
    return "TableState(version " + version + ", " + live.size() + " partitions)";
  }
}
