package io.orcacid.bench;

import io.orcacid.bench.program.Digest;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** Columns that a scan returns. */
enum ScanColumns {
  ALL(BenchRows.ROW.getFieldNames()),
  TWO(BenchRows.TWO_COLUMNS);

  private final List<String> names;
  private final int[] positions;

  ScanColumns(List<String> names) {
    this.names = names;
    this.positions = names.stream().mapToInt(BenchRows.ROW.getFieldNames()::indexOf).toArray();
  }

  static ScanColumns parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  List<String> names() {
    return names;
  }

  int[] positions() {
    return positions.clone();
  }

  /** Adds the rows of a batch that has these columns. */
  void add(Digest digest, VectorizedRowBatch batch) {
    for (int i = 0; i < positions.length; i++) {
      digest.add(positions[i], batch.cols[i], batch);
    }
  }

  /**
   * Adds the rows of a batch.
   *
   * @param columns all of the table
   */
  void add(Digest digest, ColumnVector[] columns, VectorizedRowBatch batch) {
    for (int position : positions) {
      digest.add(position, columns[position], batch);
    }
  }

  /** Adds one row, value by value. */
  void add(Digest digest, java.util.function.IntFunction<Object> row) {
    IntStream.range(0, positions.length).forEach(i -> digest.add(positions[i], row.apply(i)));
  }
}
