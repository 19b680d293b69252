package io.orcacid.reader;

import io.orcacid.format.SchemaText;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.ValueSetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Makes files by hand, right ones and wrong ones, event by event. */
public final class AcidFileMaker implements AutoCloseable {
  /** Bucket property of bucket 0, statement 0. */
  public static final int BUCKET_0 = 1 << 29;

  private final TypeDescription schema;
  private final Writer writer;
  private final VectorizedRowBatch batch;

  private AcidFileMaker(TypeDescription schema, Writer writer) {
    this.schema = schema;
    this.writer = writer;
    this.batch = Batches.create(schema, 100);
  }

  /** Events for a writer, which is closed with it. */
  public static AcidFileMaker over(Writer writer) {
    return new AcidFileMaker(writer.getSchema(), writer);
  }

  private static AcidFileMaker create(
      Path file, TypeDescription schema, Map<String, String> properties) throws IOException {
    Files.createDirectories(file.getParent());
    Storage storage = Storage.local();
    return new AcidFileMaker(
        schema,
        OrcFiles.create(
            storage, storage.create(file.toString()), schema, properties, OrcFiles.noCallback()));
  }

  /** A file with hidden columns. */
  public static AcidFileMaker acid(Path file, String columns, String... properties)
      throws IOException {
    return create(file, AcidSchema.of(SchemaText.parse(columns)), map(properties));
  }

  /** A file without. */
  public static AcidFileMaker plain(Path file, String columns, String... properties)
      throws IOException {
    return create(file, SchemaText.parse(columns), map(properties));
  }

  private static Map<String, String> map(String... keysAndValues) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  public AcidFileMaker insert(long writeId, int bucket, long rowId, Object... values)
      throws IOException {
    return event(0, writeId, bucket, rowId, writeId, values);
  }

  /** Inserts of one group, row ids one after the other. */
  public AcidFileMaker inserts(
      long writeId, int bucket, long from, long to, LongFunction<Object[]> values)
      throws IOException {
    for (long rowId = from; rowId < to; rowId++) {
      insert(writeId, bucket, rowId, values.apply(rowId));
    }
    return this;
  }

  public AcidFileMaker delete(long writeId, int bucket, long rowId, long by) throws IOException {
    return event(2, writeId, bucket, rowId, by, (Object[]) null);
  }

  public AcidFileMaker event(
      int operation, long writeId, int bucket, long rowId, long current, Object... values)
      throws IOException {
    long[] hidden = {operation, writeId, bucket, rowId, current};
    for (int i = 0; i < hidden.length; i++) {
      ((LongColumnVector) batch.cols[i]).vector[batch.size] = hidden[i];
    }
    ValueSetter.set(
        AcidSchema.row(schema),
        batch.cols[AcidSchema.ROW],
        batch.size,
        values == null ? null : new StructValue(Arrays.asList(values)));
    return next();
  }

  public AcidFileMaker row(Object... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      ValueSetter.set(schema.getChildren().get(i), batch.cols[i], batch.size, values[i]);
    }
    return next();
  }

  private AcidFileMaker next() throws IOException {
    batch.size++;
    if (batch.size == batch.getMaxSize()) {
      endBatch();
    }
    return this;
  }

  /** Ends the stripe. */
  public AcidFileMaker endStripe() throws IOException {
    endBatch();
    writer.writeIntermediateFooter();
    return this;
  }

  private void endBatch() throws IOException {
    if (batch.size > 0) {
      writer.addRowBatch(batch);
      batch.reset();
    }
  }

  @Override
  public void close() throws IOException {
    endBatch();
    writer.close();
  }
}
