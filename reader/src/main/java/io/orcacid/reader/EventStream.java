package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowIdOrder;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * The visible insert events of one data file in {@link RowIdOrder}, a batch at a time. Before it is
 * open its key is a lower bound: the file is opened when the merge gets there. Not thread-safe.
 */
final class EventStream implements LoserTree.Source<EventStream>, Closeable {
  private enum Phase {
    BOUNDED,
    OPEN,
    ENDED
  }

  private final FileContext context;
  private final DataFile file;
  private final int[] selected = new int[VectorizedRowBatch.DEFAULT_SIZE];
  private Phase phase = Phase.BOUNDED;
  private long writeId;
  private int bucket = Integer.MIN_VALUE;
  private long rowId = Long.MIN_VALUE;
  private DataFileReader reader;
  private ScanBatch batch;
  private int position;
  private int end;

  /**
   * @param context a split of one file, with row ids
   */
  EventStream(FileContext context) {
    this.context = context;
    this.file = context.split().files().get(0);
    // The event that inserted a row has the row's write id, so a delta's range bounds its keys; a
    // base has them all.
    this.writeId =
        file.origin() instanceof DataFile.Original original
            ? original.writeId()
            : file.events().minWriteId();
  }

  FileContext context() {
    return context;
  }

  DataFile file() {
    return file;
  }

  boolean isOpen() {
    return phase == Phase.OPEN;
  }

  boolean isEnded() {
    return phase == Phase.ENDED;
  }

  /** The file and where its deletes are; only while it is open. */
  DataFileReader reader() {
    return reader;
  }

  /** Opens the file and goes to its first row, or its end. */
  void open() throws IOException {
    reader = DataFileReader.open(context, file, DataFileReader.Deletes.LEFT_TO_CALLER);
    phase = Phase.OPEN;
    nextBatch();
  }

  private void nextBatch() throws IOException {
    batch = reader.next();
    if (batch == null) {
      close();
      return;
    }
    VectorizedRowBatch rows = batch.rows();
    end = rows.size;
    for (int i = 0; i < end; i++) {
      selected[i] = rows.selectedInUse ? rows.selected[i] : i;
    }
    position = 0;
    stand();
  }

  private void stand() {
    int row = selected[position];
    writeId = batch.writeId(row);
    bucket = batch.bucketProperty(row);
    rowId = batch.rowId(row);
  }

  /** Goes on behind the rows taken. */
  void advance() throws IOException {
    if (position < end) {
      stand();
    } else {
      nextBatch();
    }
  }

  /**
   * The rows that come before another stream's first: mostly the whole batch, as files of different
   * write ids do not overlap.
   *
   * @param next the stream with the least key of all others, or null
   * @return rows of the batch that was taken, its {@code selected} set to them
   */
  ScanBatch takeUntil(EventStream next) {
    int from = position;
    if (next == null || next.isEnded() || isBefore(end - 1, next)) {
      position = end;
    } else {
      while (position < end && isBefore(position, next)) {
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

  private boolean isBefore(int index, EventStream next) {
    int row = selected[index];
    return RowIdOrder.compare(
            batch.writeId(row),
            batch.bucketProperty(row),
            batch.rowId(row),
            next.writeId,
            next.bucket,
            next.rowId)
        < 0;
  }

  @Override
  public boolean comesBefore(EventStream other) {
    if (isEnded() || other.isEnded()) {
      return !isEnded();
    }
    int order =
        RowIdOrder.compare(writeId, bucket, rowId, other.writeId, other.bucket, other.rowId);
    // A bound has to be opened before a row of the same key may go.
    return order < 0 || order == 0 && phase == Phase.BOUNDED && other.phase == Phase.OPEN;
  }

  @Override
  public void close() throws IOException {
    phase = Phase.ENDED;
    DataFileReader closing = reader;
    reader = null;
    if (closing != null) {
      closing.close();
    }
  }
}
