package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Values.Nulls;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.orc.TypeDescription;

/** A column of the batch, or a field within a struct column. */
final class ColumnOperand extends Operand {
  private final int[] path;

  ColumnOperand(int[] path, TypeDescription type) {
    super(type);
    this.path = path.clone();
  }

  boolean isTopLevel() {
    return path.length == 1;
  }

  int column() {
    return path[0];
  }

  @Override
  Set<Integer> columns() {
    return Set.of(path[0]);
  }

  @Override
  Values evaluate(Rows rows) {
    Located located = locate(rows);
    ColumnVector vector = located.vector();
    boolean repeating = located.repeating();
    Nulls nulls = located.nulls();
    if (kind() == Kind.NESTED) {
      return new Values.Opaque(nulls);
    } else if (vector instanceof Decimal64ColumnVector scaled) {
      return new Values.Decimals(unscaled(rows, scaled, located), repeating, nulls);
    } else if (vector instanceof LongColumnVector longs) {
      return new Values.Longs(longs.vector, repeating, nulls);
    } else if (vector instanceof DoubleColumnVector doubles) {
      return new Values.Doubles(doubles.vector, repeating, nulls);
    } else if (vector instanceof DecimalColumnVector decimals) {
      return new Values.Decimals(decimals(rows, decimals, located), repeating, nulls);
    } else if (vector instanceof BytesColumnVector bytes) {
      return new Values.Slices(bytes.vector, bytes.start, bytes.length, repeating, nulls);
    } else if (vector instanceof TimestampColumnVector timestamps) {
      return new Values.Times(timestamps.time, timestamps.nanos, repeating, nulls);
    }
    throw new IllegalArgumentException(
        "a batch holds " + type() + " in a vector of " + vector.getClass().getName());
  }

  /**
   * The vector of the column or field.
   *
   * @param repeating whether the value at position 0 stands for all rows
   * @param nulls where the value, or a struct around it, is NULL
   */
  record Located(ColumnVector vector, boolean repeating, Nulls nulls) {}

  Located locate(Rows rows) {
    ColumnVector vector = rows.batch().cols[path[0]];
    boolean repeating = vector.isRepeating;
    Nulls nulls = nullsOf(vector, repeating);
    for (int level = 1; level < path.length; level++) {
      ColumnVector field = ((StructColumnVector) vector).fields[path[level]];
      boolean fieldRepeats = repeating || field.isRepeating;
      nulls = either(rows, nulls, nullsOf(field, fieldRepeats));
      repeating = fieldRepeats;
      vector = field;
    }
    return new Located(vector, repeating, nulls);
  }

  private static Nulls nullsOf(ColumnVector vector, boolean repeating) {
    return vector.noNulls ? Nulls.NONE : new Nulls(vector.isNull, repeating);
  }

  static Nulls either(Rows rows, Nulls left, Nulls right) {
    if (left.isEmpty()) {
      return right;
    } else if (right.isEmpty()) {
      return left;
    }
    if (left.repeating() && right.repeating()) {
      return new Nulls(new boolean[] {left.at(0) || right.at(0)}, true);
    }
    boolean[] flags = new boolean[rows.capacity()];
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      flags[row] = left.at(row) || right.at(row);
    }
    return new Nulls(flags, false);
  }

  private static BigDecimal[] unscaled(Rows rows, Decimal64ColumnVector vector, Located located) {
    int count = located.repeating() ? Math.min(1, rows.count()) : rows.count();
    BigDecimal[] result = new BigDecimal[Math.max(1, located.repeating() ? 1 : rows.capacity())];
    for (int i = 0; i < count; i++) {
      int row = located.repeating() ? 0 : rows.positions()[i];
      result[row] = new BigDecimal(BigInteger.valueOf(vector.vector[row]), vector.scale);
    }
    return result;
  }

  private static BigDecimal[] decimals(Rows rows, DecimalColumnVector vector, Located located) {
    int count = located.repeating() ? Math.min(1, rows.count()) : rows.count();
    BigDecimal[] result = new BigDecimal[Math.max(1, located.repeating() ? 1 : rows.capacity())];
    for (int i = 0; i < count; i++) {
      int row = located.repeating() ? 0 : rows.positions()[i];
      HiveDecimalWritable value = vector.vector[row];
      // What stands at a NULL is undefined.
      if (value != null && value.isSet()) {
        result[row] = value.getHiveDecimal().bigDecimalValue();
      }
    }
    return result;
  }
}
