package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.orc.TypeDescription;

/** Reads decimals of both kinds of vector. Holds scratch space: for one thread. */
final class StoredDecimal {
  private final int precision;
  private final int scale;
  private final HiveDecimalWritable scratch = new HiveDecimalWritable();

  StoredDecimal(TypeDescription type) {
    precision = type.getPrecision();
    scale = type.getScale();
  }

  /**
   * @return the value, free of trailing zeros; good until the next call
   * @throws ValidationException if it does not fit the type, so that no file could hold it
   *     unchanged
   */
  HiveDecimalWritable at(ColumnVector column, int index) {
    if (column instanceof Decimal64ColumnVector small) {
      scratch.deserialize64(small.vector[index], small.scale);
    } else {
      scratch.set(((DecimalColumnVector) column).vector[index]);
    }
    if (!scratch.isSet()
        || scratch.scale() > scale
        || scratch.rawPrecision() - scratch.scale() > precision - scale) {
      throw new ValidationException(
          "a decimal does not fit its column: round it or widen the column",
          "value",
          scratch,
          "precision",
          precision,
          "scale",
          scale);
    }
    return scratch;
  }
}
