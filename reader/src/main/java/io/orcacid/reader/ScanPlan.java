package io.orcacid.reader;

import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.RowIdSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The splits of a scan, and a way to read them in this process: splits opened from one plan share
 * their delete sets and its statistics. Splits may be opened by several threads; a reader belongs
 * to one. Close it when the splits are read: until then what it holds keeps their version readable.
 */
public final class ScanPlan implements Closeable {
  /** So that no piece of a file as this engine writes it has more than one stripe. */
  private static final long PIECE = 8L << 20;

  private final Storage storage;
  private final ScanSpec spec;
  private final List<AcidSplit> splits;
  private final ScanStatistics statistics;
  private final DeleteSets deleteSets;
  private Closeable held = () -> {};

  ScanPlan(
      Storage storage,
      ScanSpec spec,
      List<AcidSplit> splits,
      ScanStatistics statistics,
      long deleteMemory) {
    this.storage = storage;
    this.spec = spec;
    this.splits = List.copyOf(splits);
    this.statistics = statistics;
    this.deleteSets =
        new DeleteSets(storage, statistics, deleteMemory, DeleteSets.Reuse.BY_PROCESS);
  }

  /** The same plan, which closes something with itself. */
  public ScanPlan holding(Closeable resource) {
    held = resource;
    return this;
  }

  @Override
  public void close() throws IOException {
    held.close();
  }

  /** The splits by partition path. */
  public List<AcidSplit> splits() {
    return splits;
  }

  /** Opens one split. */
  public BatchReader open(AcidSplit split) {
    return new SplitReader(new FileContext(storage, split, statistics, deleteSets, spec.rowIds()));
  }

  /** Opens a split that came from somewhere else, with nothing but a storage. */
  public static BatchReader open(Storage storage, AcidSplit split) {
    ScanStatistics statistics = new ScanStatistics();
    return new SplitReader(
        new FileContext(
            storage,
            split,
            statistics,
            new DeleteSets(
                storage,
                statistics,
                ScanRequest.DEFAULT_DELETE_MEMORY,
                DeleteSets.Reuse.BY_PROCESS),
            split.spec().rowIds()));
  }

  /**
   * All rows, read and decoded by several threads; they come in any order if more than one decodes.
   * The threads end with the reader.
   */
  public BatchReader readAll(ReadThreads threads) {
    return readAll(threads, PIECE);
  }

  /**
   * @param piece bytes of data files that one thread takes at a time
   */
  BatchReader readAll(ReadThreads threads, long piece) {
    List<AcidSplit> pieces = threads.equals(ReadThreads.CALLER) ? List.of() : pieces(piece);
    if (pieces.size() < 2) {
      return readAll();
    }
    int slots = threads.decoding() > 1 ? ParallelReader.SLOTS : 1;
    OpenedAhead opened =
        new OpenedAhead(
            pieces.stream()
                .map(each -> (OpenedAhead.Source) () -> reader(each, slots).opened())
                .toList(),
            Math.max(threads.openAhead(), threads.decoding()));
    return threads.decoding() > 1
        ? new ParallelReader(opened, Math.min(threads.decoding(), pieces.size()))
        : new AheadReader(opened);
  }

  /** Pieces of so many bytes of the splits; several small files make one. */
  private List<AcidSplit> pieces(long most) {
    List<AcidSplit> pieces = new ArrayList<>();
    for (AcidSplit split : splits) {
      List<DataFile> files = new ArrayList<>();
      long size = 0;
      for (DataFile file : split.files()) {
        if (file.size() == 0) {
          files.add(file);
        }
        for (long done = 0; done < file.size(); ) {
          long part = Math.min(most - size, file.size() - done);
          files.add(file.range(file.offset() + done, part));
          done += part;
          size += part;
          if (size == most) {
            pieces.add(split.of(files));
            files.clear();
            size = 0;
          }
        }
      }
      if (!files.isEmpty()) {
        pieces.add(split.of(files));
      }
    }
    return pieces;
  }

  private SplitReader reader(AcidSplit split, int slots) {
    return new SplitReader(
        new FileContext(storage, split, statistics, deleteSets, spec.rowIds(), slots));
  }

  /** All rows, one split after the other. */
  public BatchReader readAll() {
    return new ConcatenatedReader(
        splits.stream().map(split -> (ConcatenatedReader.Source) () -> open(split)).toList());
  }

  /**
   * All rows, partitions by path, the rows of each by row id. Memory holds the files that overlap,
   * not the table.
   */
  public BatchReader readOrdered() {
    return readOrdered(Optional.empty());
  }

  /**
   * The same, but stripes of which some files delete no row may be left out: for who looks for the
   * rows that they delete. If those are more than deletes may take in memory, all rows are read.
   *
   * @param deletes files of one partition, the plan's only one
   * @param writeIds which of their events are valid
   */
  public BatchReader readOrderedAround(List<DeleteFile> deletes, ValidWriteIdList writeIds)
      throws IOException {
    return readOrdered(deleteSets.of(deletes, writeIds));
  }

  private BatchReader readOrdered(Optional<RowIdSet> sought) {
    Map<String, List<AcidSplit>> byPartition = new LinkedHashMap<>();
    for (AcidSplit split : splits) {
      byPartition.computeIfAbsent(split.partition(), key -> new ArrayList<>()).add(split);
    }
    return new ConcatenatedReader(
        byPartition.values().stream()
            .map(
                partition ->
                    (ConcatenatedReader.Source)
                        () -> new EventMerge(storage, partition, statistics, deleteSets, sought))
            .toList());
  }

  /** Rows that a scan would return; nothing is decoded that the number does not need. */
  public long count() throws IOException {
    return count(ReadThreads.CALLER);
  }

  /** The same, read and decoded by several threads. */
  public long count(ReadThreads threads) throws IOException {
    long count = 0;
    try (BatchReader reader = readAll(threads)) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        count += batch.get().rows().size;
      }
    }
    return count;
  }

  /** What was read so far by readers of this plan. */
  public ScanStatistics statistics() {
    return statistics;
  }
}
