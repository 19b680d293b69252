package io.orcacid.compactor.rewrite;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.reader.HiddenColumns;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * The row ids of the first and last row of a file's stripes, exactly: from statistics where these
 * leave no choice, otherwise decoded. The file's own key index is never asked, as a wrong key in it
 * would lose deletes. Not thread-safe.
 */
final class StripeKeys implements Closeable {
  private static final TypeDescription SCHEMA = AcidSchema.of(TypeDescription.createStruct());
  private static final boolean[] KEY_COLUMNS = {true, false, true, true, true, false, false};

  private final Storage storage;
  private final InputFile file;
  private OrcInput input;
  private OrcInput.Rows rows;
  private VectorizedRowBatch batch;

  StripeKeys(Storage storage, InputFile file) {
    this.storage = storage;
    this.file = file;
  }

  /** Row id of the first row of a stripe. */
  RowId first(InputFile.Stripe stripe) throws IOException {
    HiddenColumns hidden = stripe.hidden();
    return isOneGroup(hidden)
        ? new RowId(hidden.minWriteId(), hidden.minBucket(), hidden.minRowId())
        : decode(stripe, stripe.firstRow());
  }

  /** Row id of the last row of a stripe. */
  RowId last(InputFile.Stripe stripe) throws IOException {
    HiddenColumns hidden = stripe.hidden();
    return isOneGroup(hidden)
        ? new RowId(hidden.minWriteId(), hidden.minBucket(), hidden.maxRowId())
        : decode(stripe, stripe.firstRow() + stripe.rows() - 1);
  }

  private static boolean isOneGroup(HiddenColumns hidden) {
    return hidden.minWriteId() == hidden.maxWriteId() && hidden.minBucket() == hidden.maxBucket();
  }

  private RowId decode(InputFile.Stripe stripe, long row) throws IOException {
    if (rows == null) {
      input = OrcFiles.open(storage, file.file().path(), file.file().length());
      rows =
          input.rows(
              input
                  .options()
                  .schema(SCHEMA)
                  .include(KEY_COLUMNS)
                  .isSchemaEvolutionCaseAware(false));
      batch = SCHEMA.createRowBatch(1);
    }
    rows.seekToRow(row);
    if (!rows.next(batch) || batch.size != 1) {
      throw new CorruptFileException(
          "A row that the footer counts is not there", "path", file.file().path(), "row", row);
    }
    RowId id =
        new RowId(
            value(AcidSchema.ORIGINAL_WRITE_ID),
            (int) value(AcidSchema.BUCKET),
            value(AcidSchema.ROW_ID));
    HiddenColumns hidden = stripe.hidden();
    if (id.writeId() < hidden.minWriteId()
        || id.writeId() > hidden.maxWriteId()
        || id.bucketProperty() < hidden.minBucket()
        || id.bucketProperty() > hidden.maxBucket()
        || id.rowId() < hidden.minRowId()
        || id.rowId() > hidden.maxRowId()) {
      throw new CorruptFileException(
          "A row id is outside of what its stripe's statistics say",
          "path",
          file.file().path(),
          "stripe",
          stripe.index(),
          "rowId",
          id);
    }
    return id;
  }

  private long value(int column) {
    ColumnVector vector = batch.cols[column];
    if (!vector.noNulls && vector.isNull[0]) {
      throw new CorruptFileException(
          "A hidden column of an event is null", "path", file.file().path(), "column", column);
    }
    return ((LongColumnVector) vector).vector[0];
  }

  @Override
  public void close() throws IOException {
    if (rows != null) {
      try (OrcInput closing = input) {
        rows.close();
      }
    }
  }
}
