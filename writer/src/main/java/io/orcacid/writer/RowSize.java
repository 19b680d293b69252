package io.orcacid.writer;

import io.orcacid.format.value.Batches;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;

/** About how much memory one row takes in column vectors, in bytes. */
final class RowSize {
  private static final int SCALAR = 16;
  private static final int REFERENCE = 24;

  private RowSize() {}

  static long of(ColumnVector[] columns, int row) {
    long size = 0;
    for (ColumnVector column : columns) {
      size += of(column, row);
    }
    return size;
  }

  private static long of(ColumnVector column, int row) {
    if (Batches.isNull(column, row)) {
      return SCALAR;
    }
    int index = column.isRepeating ? 0 : row;
    if (column instanceof BytesColumnVector bytes) {
      return REFERENCE + bytes.length[index];
    }
    if (column instanceof StructColumnVector struct) {
      return of(struct.fields, index);
    }
    if (column instanceof UnionColumnVector union) {
      return SCALAR + of(union.fields[union.tags[index]], index);
    }
    if (column instanceof ListColumnVector list) {
      return REFERENCE + children(list.child, list.offsets[index], list.lengths[index]);
    }
    if (column instanceof MapColumnVector map) {
      return REFERENCE
          + children(map.keys, map.offsets[index], map.lengths[index])
          + children(map.values, map.offsets[index], map.lengths[index]);
    }
    return SCALAR;
  }

  private static long children(ColumnVector column, long offset, long length) {
    long size = 0;
    for (long i = offset; i < offset + length; i++) {
      size += of(column, (int) i);
    }
    return size;
  }
}
