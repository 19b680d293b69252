package io.orcacid.hadoop;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.reader.ScanBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Some rows of one partition as vectors: the value of the batch formats. It holds what the reader
 * read last, valid until the next is read; it does not travel. Not thread-safe.
 */
public final class AcidBatch {
  private TypeDescription type = TypeDescription.createStruct();
  private ScanBatch batch;

  /** An empty holder, which a reader fills. */
  public AcidBatch() {}

  void fill(TypeDescription newType, ScanBatch newBatch) {
    type = newType;
    batch = newBatch;
  }

  /** Names and types of the columns, a struct; do not change it. */
  public TypeDescription type() {
    return type;
  }

  /**
   * The rows. Those that are not {@code selected} do not count.
   *
   * @throws ValidationException if nothing was read yet
   */
  public VectorizedRowBatch rows() {
    return present().rows();
  }

  /** Path of the rows' partition below the table, empty if there are none. */
  public String partition() {
    return present().partition();
  }

  /**
   * Row id of a row.
   *
   * @param row its place in the vectors
   */
  public RowId rowId(int row) {
    return present().id(row);
  }

  private ScanBatch present() {
    if (batch == null) {
      throw new ValidationException("The reader has not filled this batch yet");
    }
    return batch;
  }
}
