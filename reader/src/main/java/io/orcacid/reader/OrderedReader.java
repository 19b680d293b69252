package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * The rows of one partition by row id: a merge of its data files, each of which is sorted. Whole
 * runs of a batch pass while they come before the next file's row; a file is opened when its
 * smallest possible id is reached, so files of different write ids are read one after the other
 * with one open at a time. Not thread-safe.
 */
final class OrderedReader implements BatchReader {
  private static final Comparator<Cursor> BY_KEY =
      (one, other) ->
          RowIdOrder.compare(
              one.writeId, one.bucket, one.rowId, other.writeId, other.bucket, other.rowId);

  private final Storage storage;
  private final ScanStatistics statistics;
  private final DeleteSets deleteSets;
  private final PriorityQueue<Cursor> queue =
      new PriorityQueue<>(BY_KEY.thenComparing(cursor -> cursor.isOpen() ? 1 : 0));
  private final List<Cursor> cursors = new ArrayList<>();
  private Cursor emitted;

  OrderedReader(
      Storage storage, List<AcidSplit> files, ScanStatistics statistics, DeleteSets deleteSets) {
    this.storage = storage;
    this.statistics = statistics;
    this.deleteSets = deleteSets;
    files.forEach(file -> cursors.add(new Cursor(file)));
    queue.addAll(cursors);
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    if (emitted != null) {
      Cursor last = emitted;
      emitted = null;
      if (last.advance()) {
        queue.add(last);
      }
    }
    while (!queue.isEmpty()) {
      Cursor least = queue.poll();
      if (!least.isOpen()) {
        if (least.open()) {
          queue.add(least);
        }
        continue;
      }
      emitted = least;
      return Optional.of(least.takeUntil(queue.peek()));
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    emitted = null;
    queue.clear();
    IOException first = null;
    for (Cursor cursor : cursors) {
      try {
        cursor.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** One file; before it is open its key is a lower bound. */
  private final class Cursor {
    private final AcidSplit split;
    private final DataFile file;
    private long writeId;
    private int bucket = Integer.MIN_VALUE;
    private long rowId = Long.MIN_VALUE;
    private DataFileReader reader;
    private ScanBatch batch;
    private int position;
    private int end;
    private int[] selected;

    Cursor(AcidSplit split) {
      this.split = split;
      this.file = split.files().get(0);
      // The event that inserted a row has the row's write id, so a delta's range bounds its keys; a
      // base has them all.
      this.writeId =
          file.origin() instanceof DataFile.Original original
              ? original.writeId()
              : file.events().minWriteId();
    }

    boolean isOpen() {
      return reader != null;
    }

    /** Opens the file and goes to its first row; false if it has none. */
    boolean open() throws IOException {
      FileContext context =
          new FileContext(storage, split, statistics, deleteSets, ScanRequest.RowIds.WANTED);
      reader = DataFileReader.open(context, file);
      return nextBatch();
    }

    private boolean nextBatch() throws IOException {
      batch = reader.next();
      if (batch == null) {
        close();
        return false;
      }
      VectorizedRowBatch rows = batch.rows();
      end = rows.size;
      if (selected == null || selected.length < end) {
        selected = new int[Math.max(end, VectorizedRowBatch.DEFAULT_SIZE)];
      }
      for (int i = 0; i < end; i++) {
        selected[i] = rows.selectedInUse ? rows.selected[i] : i;
      }
      position = 0;
      stand();
      return true;
    }

    private void stand() {
      int row = selected[position];
      writeId = batch.writeId(row);
      bucket = batch.bucketProperty(row);
      rowId = batch.rowId(row);
    }

    /** Goes on behind the rows taken; false at the end of the file. */
    boolean advance() throws IOException {
      if (position < end) {
        stand();
        return true;
      }
      return nextBatch();
    }

    /** The rows that come before the next file's first. */
    ScanBatch takeUntil(Cursor next) {
      int from = position;
      if (next == null || comesBefore(end - 1, next)) {
        position = end;
      } else {
        while (position < end && comesBefore(position, next)) {
          position++;
        }
      }
      if (position == from) {
        throw new CorruptFileException(
            "Two files hold a row of the same id",
            "one",
            file.path(),
            "other",
            next.file.path(),
            "rowId",
            batch.id(selected[from]));
      }
      VectorizedRowBatch rows = batch.rows();
      rows.selectedInUse = true;
      rows.size = position - from;
      System.arraycopy(selected, from, rows.selected, 0, rows.size);
      return batch;
    }

    private boolean comesBefore(int index, Cursor next) {
      int row = selected[index];
      int order =
          RowIdOrder.compare(
              batch.writeId(row),
              batch.bucketProperty(row),
              batch.rowId(row),
              next.writeId,
              next.bucket,
              next.rowId);
      return order < 0;
    }

    void close() throws IOException {
      if (reader != null) {
        DataFileReader closing = reader;
        reader = null;
        closing.close();
      }
    }
  }
}
