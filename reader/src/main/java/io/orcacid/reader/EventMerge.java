package io.orcacid.reader;

import com.google.common.io.Closer;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.RowIdSet;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * The rows of one partition by row id: a merge of the events of its files, each of which is sorted.
 * Memory holds a batch of each file that overlaps and of each delete file, not the deletes and not
 * the table. Where ranges do not overlap, files are read one after the other with one open at a
 * time. Not thread-safe.
 *
 * <p>Equal keys mean: an insert and deletes are a deleted row, two inserts are a corrupt table.
 */
final class EventMerge implements BatchReader {
  private final Storage storage;
  private final ScanStatistics statistics;
  private final InsertEvents events;
  private final Map<List<DeleteFile>, DeleteMerge> deletes = new HashMap<>();

  /**
   * @param splits splits of one partition, each of one file
   */
  EventMerge(
      Storage storage, List<AcidSplit> splits, ScanStatistics statistics, DeleteSets deleteSets) {
    this(storage, splits, statistics, deleteSets, Optional.empty());
  }

  /**
   * @param sought rows without any of which a stripe may be passed over; empty if all are wanted
   */
  EventMerge(
      Storage storage,
      List<AcidSplit> splits,
      ScanStatistics statistics,
      DeleteSets deleteSets,
      Optional<RowIdSet> sought) {
    this.storage = storage;
    this.statistics = statistics;
    this.events =
        new InsertEvents(
            splits.stream()
                .map(
                    split ->
                        new FileContext(
                            storage,
                            split,
                            statistics,
                            deleteSets,
                            ScanRequest.RowIds.WANTED,
                            FileContext.HiddenValues.AS_NEEDED,
                            sought))
                .toList());
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    while (true) {
      Optional<ScanBatch> batch = events.next();
      if (batch.isEmpty()) {
        return batch;
      }
      removeDeleted(batch.get(), deletesOf(events.last()));
      if (batch.get().rows().size > 0) {
        return batch;
      }
    }
  }

  /** Files of one bucket share one stream of deletes: keys rise over all files. */
  private DeleteMerge deletesOf(EventStream stream) throws IOException {
    List<DeleteFile> files = stream.reader().deleteFiles();
    DeleteMerge merge = deletes.get(files);
    if (merge == null) {
      merge = DeleteMerge.open(storage, files, stream.context().writeIds(), statistics);
      deletes.put(files, merge);
    }
    return merge;
  }

  private void removeDeleted(ScanBatch batch, DeleteMerge deletes) throws IOException {
    VectorizedRowBatch rows = batch.rows();
    int kept = 0;
    for (int i = 0; i < rows.size; i++) {
      int row = rows.selected[i];
      if (!deletes.deletes(batch.writeId(row), batch.bucketProperty(row), batch.rowId(row))) {
        rows.selected[kept++] = row;
      }
    }
    statistics.rowsDeleted.add(rows.size - kept);
    rows.size = kept;
  }

  @Override
  public void close() throws IOException {
    try (Closer all = Closer.create()) {
      all.register(events);
      deletes.values().forEach(all::register);
      deletes.clear();
    }
  }
}
