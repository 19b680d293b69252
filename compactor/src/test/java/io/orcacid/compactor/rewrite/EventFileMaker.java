package io.orcacid.compactor.rewrite;

import io.orcacid.format.SchemaText;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.ValueSetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Makes files by hand with ORC's own writer and any of its options. */
final class EventFileMaker implements AutoCloseable {
  /** Bucket property of bucket 0, statement 0. */
  static final int BUCKET_0 = 1 << 29;

  private final TypeDescription schema;
  private final Writer writer;
  private final VectorizedRowBatch batch;

  /** Options whose writer version can be set. */
  static final class Options extends OrcFile.WriterOptions {
    Options() {
      super(new Properties(), new Configuration(false));
    }

    Options label(OrcFile.WriterVersion version) {
      writerVersion(version);
      return this;
    }
  }

  private EventFileMaker(Path file, TypeDescription schema, Consumer<Options> more)
      throws IOException {
    this.schema = schema;
    Files.createDirectories(file.getParent());
    Options options = new Options();
    options
        .fileSystem(Storage.local().fileSystem())
        .setSchema(schema)
        .compress(CompressionKind.ZSTD)
        .rowIndexStride(1000)
        .bufferSize(64 << 10)
        .enforceBufferSize()
        .useUTCTimestamp(true)
        .setProlepticGregorian(true)
        .blockPadding(false);
    more.accept(options);
    this.writer = OrcFile.createWriter(new org.apache.hadoop.fs.Path(file.toString()), options);
    this.batch = Batches.create(schema, 100);
  }

  /** A file with hidden columns. */
  static EventFileMaker acid(Path file, String columns) throws IOException {
    return acid(file, columns, options -> {});
  }

  static EventFileMaker acid(Path file, String columns, Consumer<Options> more) throws IOException {
    return new EventFileMaker(file, AcidSchema.of(SchemaText.parse(columns)), more);
  }

  static EventFileMaker acid(Path file, TypeDescription schema, Consumer<Options> more)
      throws IOException {
    return new EventFileMaker(file, schema, more);
  }

  /** A file without. */
  static EventFileMaker plain(Path file, String columns) throws IOException {
    return new EventFileMaker(file, SchemaText.parse(columns), options -> {});
  }

  EventFileMaker insert(long writeId, int bucket, long rowId, Object... values) throws IOException {
    return event(0, writeId, bucket, rowId, writeId, values);
  }

  /** Inserts of one group, row ids one after the other. */
  EventFileMaker inserts(
      long writeId, int bucket, long from, long to, LongFunction<Object[]> values)
      throws IOException {
    for (long rowId = from; rowId < to; rowId++) {
      insert(writeId, bucket, rowId, values.apply(rowId));
    }
    return this;
  }

  EventFileMaker delete(long writeId, int bucket, long rowId, long by) throws IOException {
    return event(2, writeId, bucket, rowId, by, (Object[]) null);
  }

  EventFileMaker event(
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

  EventFileMaker row(Object... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      ValueSetter.set(schema.getChildren().get(i), batch.cols[i], batch.size, values[i]);
    }
    return next();
  }

  private EventFileMaker next() throws IOException {
    batch.size++;
    if (batch.size == batch.getMaxSize()) {
      endBatch();
    }
    return this;
  }

  /** Ends the stripe. */
  EventFileMaker endStripe() throws IOException {
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
