package io.orcacid;

import io.orcacid.reader.BatchReader;
import io.orcacid.reader.DeleteMerge;
import io.orcacid.reader.ScanBatch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Rows of one partition in the order of their ids, each with the write id that it counts for: of
 * rows that were taken away that of who did it, of others their own. Not thread-safe.
 */
final class AddressedRows implements Closeable {
  private final BatchReader reader;
  private final Optional<DeleteMerge> deletes;
  private final OptionalLong replacedBy;
  private ScanBatch batch;
  private int index;
  private int position;
  private long writeId;

  private AddressedRows(
      BatchReader reader, Optional<DeleteMerge> deletes, OptionalLong replacedBy) {
    this.reader = reader;
    this.deletes = deletes;
    this.replacedBy = replacedBy;
  }

  /**
   * Rows that deletes took away, or else an overwrite.
   *
   * @param reader rows in order
   * @param replacedBy who took away every row that the deletes leave; empty for nobody
   */
  AddressedRows(BatchReader reader, DeleteMerge deletes, OptionalLong replacedBy) {
    this(reader, Optional.of(deletes), replacedBy);
  }

  /** All rows of a reader. */
  static AddressedRows all(BatchReader reader) {
    return new AddressedRows(reader, Optional.empty(), OptionalLong.empty());
  }

  /** Goes to the next row that counts; false at the end. */
  boolean next() throws IOException {
    while (true) {
      if (batch == null || index == batch.rows().size) {
        batch = reader.next().orElse(null);
        index = 0;
        if (batch == null) {
          return false;
        }
      }
      VectorizedRowBatch rows = batch.rows();
      position = rows.selectedInUse ? rows.selected[index] : index;
      index++;
      if (counts()) {
        return true;
      }
    }
  }

  private boolean counts() throws IOException {
    if (deletes.isEmpty()) {
      writeId = batch.writeId(position);
      return true;
    }
    writeId =
        deletes
            .get()
            .deletedBy(
                batch.writeId(position), batch.bucketProperty(position), batch.rowId(position));
    if (writeId == DeleteMerge.NOBODY && replacedBy.isPresent()) {
      writeId = replacedBy.getAsLong();
    }
    return writeId != DeleteMerge.NOBODY;
  }

  /** The write id that the row counts for. */
  long writeId() {
    return writeId;
  }

  /** Where the row is. */
  Address address() {
    return new Address(batch.partition(), batch.id(position));
  }

  /** Values of the row, at {@link #position}. */
  VectorizedRowBatch batch() {
    return batch.rows();
  }

  /** Its place in the batch. */
  int position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    try (reader) {
      if (deletes.isPresent()) {
        deletes.get().close();
      }
    }
  }
}
