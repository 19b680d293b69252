package io.orcacid.reader.expression;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;
import org.apache.orc.Writer;

/**
 * Rows in memory, and what is needed to see them as batches and as an ORC file.
 *
 * @param type a struct type; where the rows go to a file, its first column is a bigint with the
 *     number of the row
 * @param rows values as literals have them, arrays for structs, null for NULL
 */
record Table(TypeDescription type, List<Object[]> rows) {
  static final int BATCH = 1_000;

  static Table of(String type, Object[]... rows) {
    return new Table(TypeDescription.fromString(type), List.of(rows));
  }

  static Object[] row(Object... values) {
    return values;
  }

  VectorizedRowBatch batch(int from, int to, RowBatchVersion version) {
    VectorizedRowBatch batch = type.createRowBatch(version, Math.max(1, to - from));
    for (int column = 0; column < batch.cols.length; column++) {
      batch.cols[column].init();
      for (int row = from; row < to; row++) {
        set(batch.cols[column], row - from, rows.get(row)[column]);
      }
    }
    batch.size = to - from;
    return batch;
  }

  VectorizedRowBatch batch() {
    return batch(0, rows.size(), RowBatchVersion.ORIGINAL);
  }

  private static void set(ColumnVector vector, int row, Object value) {
    if (value == null) {
      vector.noNulls = false;
      vector.isNull[row] = true;
      // What stands at a NULL must never matter.
      if (vector instanceof LongColumnVector longs) {
        longs.vector[row] = 77;
      } else if (vector instanceof BytesColumnVector bytes) {
        bytes.vector[row] = null;
      }
    } else if (vector instanceof StructColumnVector struct) {
      Object[] fields = (Object[]) value;
      for (int i = 0; i < fields.length; i++) {
        set(struct.fields[i], row, fields[i]);
      }
    } else {
      VectorWriter.set(vector, row, JavaValues.literal(value));
    }
    VectorCopy.markCivil(vector);
  }

  BitSet matches(String predicate) {
    return matches(BoundPredicate.bind(Expression.parse(predicate), type));
  }

  BitSet matches(BoundPredicate predicate) {
    BitSet result = new BitSet();
    for (int from = 0; from < rows.size(); from += BATCH) {
      VectorizedRowBatch batch =
          batch(from, Math.min(from + BATCH, rows.size()), RowBatchVersion.ORIGINAL);
      predicate.filter(batch);
      for (int i = 0; i < batch.size; i++) {
        result.set(from + (batch.selectedInUse ? batch.selected[i] : i));
      }
    }
    return result;
  }

  void write(Path path) throws IOException {
    OrcFile.WriterOptions options =
        OrcFile.writerOptions(new Configuration())
            .setSchema(type)
            .rowIndexStride(BATCH)
            .stripeSize(1 << 14)
            .compress(CompressionKind.ZLIB)
            .bloomFilterColumns("*")
            .useUTCTimestamp(true)
            .setProlepticGregorian(true)
            .overwrite(true);
    try (Writer writer = OrcFile.createWriter(path, options)) {
      for (int from = 0; from < rows.size(); from += BATCH) {
        writer.addRowBatch(
            batch(from, Math.min(from + BATCH, rows.size()), RowBatchVersion.ORIGINAL));
      }
    }
  }

  /**
   * What a reader finds.
   *
   * @param read how many rows it was given
   * @param matching the numbers of those for which the predicate is TRUE
   */
  record Found(int read, BitSet matching) {}

  static Found scan(
      Path path, TypeDescription type, SearchArgument argument, BoundPredicate predicate)
      throws IOException {
    Reader reader =
        OrcFile.createReader(
            path,
            OrcFile.readerOptions(new Configuration())
                .useUTCTimestamp(true)
                .convertToProlepticGregorian(true));
    Reader.Options options = reader.options().schema(type);
    if (argument != null) {
      options.searchArgument(argument, new String[0]);
    }
    int read = 0;
    BitSet matching = new BitSet();
    try (reader;
        RecordReader records = reader.rows(options)) {
      VectorizedRowBatch batch = type.createRowBatchV2();
      while (records.nextBatch(batch)) {
        read += batch.size;
        predicate.filter(batch);
        LongColumnVector ids = (LongColumnVector) batch.cols[0];
        for (int i = 0; i < batch.size; i++) {
          int row = batch.selectedInUse ? batch.selected[i] : i;
          matching.set((int) ids.vector[ids.isRepeating ? 0 : row]);
        }
      }
    }
    return new Found(read, matching);
  }

  List<Object> column(int column) {
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row[column]));
    return values;
  }
}
