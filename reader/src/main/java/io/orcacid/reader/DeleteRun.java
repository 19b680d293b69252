package io.orcacid.reader;

import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * Deletes of many files, merged into one file in the temporary directory; it is gone once it is
 * closed.
 */
final class DeleteRun implements DeleteCursor {
  private static final TypeDescription SCHEMA =
      TypeDescription.fromString(
          "struct<writeId:bigint,bucket:int,rowId:bigint,currentWriteId:bigint>");
  private static final Map<String, String> PROPERTIES =
      Map.of("orc.compress", "LZ4", "orc.compress.size", "65536", "orc.stripe.size", "4194304");

  private final Path file;
  private final OrcInput input;
  private final OrcInput.Rows rows;
  private final VectorizedRowBatch batch = SCHEMA.createRowBatch();
  private int position = -1;
  private boolean closed;

  private DeleteRun(Path file, Storage local) throws IOException {
    this.file = file;
    this.input = OrcFiles.open(local, file.toString(), Files.size(file));
    this.rows = input.rows(input.options());
    batch.size = 0;
  }

  /** Opens what {@link #write} left. */
  static DeleteRun open(Path file) throws IOException {
    return new DeleteRun(file, Storage.local());
  }

  /** Writes all that a merge has left to a file that must not be there. */
  static void write(DeleteMerge merge, Path file) throws IOException {
    Storage local = Storage.local();
    try (DurableOutput out = local.create(file.toString());
        Writer writer = OrcFiles.create(local, out, SCHEMA, PROPERTIES, OrcFiles.noCallback())) {
      VectorizedRowBatch batch = SCHEMA.createRowBatch();
      for (DeleteCursor least = merge.poll(); least != null; least = merge.poll()) {
        int row = batch.size++;
        ((LongColumnVector) batch.cols[0]).vector[row] = least.writeId();
        ((LongColumnVector) batch.cols[1]).vector[row] = least.bucketProperty();
        ((LongColumnVector) batch.cols[2]).vector[row] = least.rowId();
        ((LongColumnVector) batch.cols[3]).vector[row] = least.currentWriteId();
        if (batch.size == batch.getMaxSize()) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
      if (batch.size > 0) {
        writer.addRowBatch(batch);
      }
    }
  }

  @Override
  public boolean next() throws IOException {
    position++;
    if (position < batch.size) {
      return true;
    }
    position = 0;
    if (!rows.next(batch)) {
      batch.size = 0;
      return false;
    }
    for (ColumnVector column : batch.cols) {
      column.flatten(false, null, batch.size);
    }
    return true;
  }

  @Override
  public long writeId() {
    return ((LongColumnVector) batch.cols[0]).vector[position];
  }

  @Override
  public int bucketProperty() {
    return (int) ((LongColumnVector) batch.cols[1]).vector[position];
  }

  @Override
  public long rowId() {
    return ((LongColumnVector) batch.cols[2]).vector[position];
  }

  @Override
  public long currentWriteId() {
    return ((LongColumnVector) batch.cols[3]).vector[position];
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (input) {
      rows.close();
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
