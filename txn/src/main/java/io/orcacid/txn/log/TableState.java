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
  final WriteIdLedger writeIds;
  final TreePMap<String, TreePMap<String, DataDirectory>> live;
  final Lineage lineage;

  TableState(
      long version,
      String commitId,
      Instant time,
      TableMetadata metadata,
      int minWriterVersion,
      WriteIdLedger writeIds,
      TreePMap<String, TreePMap<String, DataDirectory>> live,
      Lineage lineage) {
    this.version = version;
    this.commitId = commitId;
    this.time = time;
    this.metadata = metadata;
    this.minWriterVersion = minWriterVersion;
    this.writeIds = writeIds;
    this.live = live;
    this.lineage = lineage;
  }

  TableState withLineage(Lineage newLineage) {
    return new TableState(
        version, commitId, time, metadata, minWriterVersion, writeIds, live, newLineage);
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
        metadata
            .adoption()
            .map(Adoption::transactions)
            .orElseGet(() -> ValidTxnList.of(0, new long[0], new long[0])));
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
        files.add(new DirectoryListing.Entry(path, file.length()));
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
        && writeIds.equals(that.writeIds)
        && live.equals(that.live);
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
