package io.orcacid.hadoop;

import io.orcacid.format.io.Storage;
import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanPlan;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * The rows of one split, in a task; nothing but the split and its files is read. Not thread-safe.
 */
public final class TableRecords implements Closeable {
  private final Storage storage;
  private final BatchReader reader;
  private final TypeDescription type;
  private final long length;
  private final long bytesBefore;
  private ScanBatch batch;
  private int next;

  private TableRecords(Storage storage, AcidSplit split, long length) {
    this.storage = storage;
    this.type = split.type();
    this.length = length;
    this.bytesBefore = storage.bytesReadByThisThread();
    this.reader = ScanPlan.open(storage, split);
  }

  /**
   * Opens a split.
   *
   * @param configuration the task's
   */
  public static TableRecords open(AcidInputSplit split, Configuration configuration)
      throws IOException {
    return new TableRecords(
        JobSettings.storage(split.fileSystem(), configuration),
        split.open(configuration),
        split.getLength());
  }

  /** Reads the next row, not its address; false at the end. */
  public boolean next(AcidRow row) throws IOException {
    int position = advance();
    if (position < 0) {
      return false;
    }
    row.fill(type, batch.rows(), position);
    return true;
  }

  /** Reads the next row and its address; false at the end. */
  public boolean next(AcidAddress address, AcidRow row) throws IOException {
    int position = advance();
    if (position < 0) {
      return false;
    }
    address.set(batch.partition(), batch.id(position));
    row.fill(type, batch.rows(), position);
    return true;
  }

  /** Reads the next batch; false at the end. */
  public boolean next(AcidBatch rows) throws IOException {
    Optional<ScanBatch> read = reader.next();
    read.ifPresent(found -> rows.fill(type, found));
    return read.isPresent();
  }

  /** Place of the next row in the batch, -1 at the end. */
  private int advance() throws IOException {
    if (batch == null || next == batch.rows().size) {
      batch = reader.next().orElse(null);
      next = 0;
      if (batch == null) {
        return -1;
      }
    }
    VectorizedRowBatch rows = batch.rows();
    int position = rows.selectedInUse ? rows.selected[next] : next;
    next++;
    return position;
  }

  /** Bytes read by now. */
  public long position() {
    return Math.min(length, storage.bytesReadByThisThread() - bytesBefore);
  }

  /** How much was read, 0 to 1. */
  public float progress() {
    return length == 0 ? 1 : (float) position() / length;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
