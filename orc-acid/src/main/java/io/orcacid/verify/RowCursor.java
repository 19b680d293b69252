package io.orcacid.verify;

import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Stands at one event of a file; before the first {@link #advance} at its first row id without
 * having counted it. Not thread-safe.
 */
abstract class RowCursor implements Closeable {
  private final RowSource source;

  private RowCursor(RowSource source) {
    this.source = source;
  }

  static RowCursor of(Storage storage, RowSource source) {
    return source.file().isPlain() ? new Plain(source) : new Stored(storage, source);
  }

  RowSource source() {
    return source;
  }

  CheckedFile file() {
    return source.file();
  }

  abstract long writeId();

  abstract int bucketProperty();

  abstract long rowId();

  /** Whether the cursor stands at an event that the snapshot sees. */
  abstract boolean isCounted();

  /** Goes to the next event; false at the end, where the file is closed. */
  abstract boolean advance() throws IOException;

  /** Rows of a plain file are numbered, not stored. */
  private static final class Plain extends RowCursor {
    private long position;

    private Plain(RowSource source) {
      super(source);
    }

    @Override
    long writeId() {
      return source().first().writeId();
    }

    @Override
    int bucketProperty() {
      return source().first().bucketProperty();
    }

    @Override
    long rowId() {
      return source().first().rowId() + position;
    }

    @Override
    boolean isCounted() {
      return true;
    }

    @Override
    boolean advance() {
      position++;
      return position < source().rows();
    }

    @Override
    public void close() {}
  }

  private static final class Stored extends RowCursor {
    private static final TypeDescription SCHEMA = AcidSchema.of(TypeDescription.createStruct());
    private static final boolean[] HIDDEN_COLUMNS = {true, true, true, true, true, true, false};

    private final Storage storage;
    private OrcInput input;
    private OrcInput.Rows rows;
    private VectorizedRowBatch batch;
    private int position = -1;

    private Stored(Storage storage, RowSource source) {
      super(source);
      this.storage = storage;
    }

    private long value(int column) {
      return ((LongColumnVector) batch.cols[column]).vector[position];
    }

    @Override
    long writeId() {
      return batch == null ? source().first().writeId() : value(AcidSchema.ORIGINAL_WRITE_ID);
    }

    @Override
    int bucketProperty() {
      return batch == null ? source().first().bucketProperty() : (int) value(AcidSchema.BUCKET);
    }

    @Override
    long rowId() {
      return batch == null ? source().first().rowId() : value(AcidSchema.ROW_ID);
    }

    @Override
    boolean isCounted() {
      return batch != null && file().filter().accepts(value(AcidSchema.CURRENT_WRITE_ID));
    }

    @Override
    boolean advance() throws IOException {
      if (batch == null) {
        open();
      }
      position++;
      if (position < batch.size) {
        return true;
      }
      if (!rows.next(batch)) {
        close();
        return false;
      }
      for (int i = 0; i < AcidSchema.ROW; i++) {
        batch.cols[i].flatten(false, null, batch.size);
      }
      position = 0;
      return true;
    }

    private void open() throws IOException {
      input = OrcFiles.open(storage, file().path(), file().length());
      rows =
          input.rows(
              input
                  .options()
                  .schema(SCHEMA)
                  .include(HIDDEN_COLUMNS)
                  .isSchemaEvolutionCaseAware(false));
      batch = SCHEMA.createRowBatch();
      batch.size = 0;
    }

    @Override
    public void close() throws IOException {
      if (input != null) {
        try (OrcInput closed = input) {
          if (rows != null) {
            rows.close();
          }
        }
        input = null;
        rows = null;
      }
    }
  }
}
