package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Values.Nulls;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.orc.TypeDescription;

/** A value converted, one by one, to another type: CAST, and the widening before a comparison. */
final class ConvertedOperand extends Operand {
  private final Operand operand;
  private final UnaryOperator<Object> conversion;

  /**
   * Creates an operand.
   *
   * @param conversion answers null for a value that cannot be converted
   */
  ConvertedOperand(Operand operand, TypeDescription type, UnaryOperator<Object> conversion) {
    super(type);
    this.operand = operand;
    this.conversion = conversion;
  }

  @Override
  Set<Integer> columns() {
    return operand.columns();
  }

  @Override
  Values evaluate(Rows rows) {
    Values values = operand.evaluate(rows);
    Object[] converted = new Object[rows.capacity()];
    ResultNulls nulls = new ResultNulls(rows);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      if (!values.isNull(row)) {
        converted[row] = conversion.apply(JavaValues.read(values, operand.kind(), row));
      }
      if (converted[row] == null) {
        nulls.add(row);
      }
    }
    return pack(converted, kind(), nulls.build());
  }

  private static Values pack(Object[] converted, Kind kind, Nulls nulls) {
    return switch (kind) {
      case BOOLEAN, INTEGER, DATE -> longs(converted, nulls);
      case FLOATING -> doubles(converted, nulls);
      case DECIMAL -> decimals(converted, nulls);
      case TEXT, BINARY -> slices(converted, nulls);
      case TIMESTAMP, INSTANT -> times(converted, nulls);
      case NULL, NESTED -> throw new IllegalArgumentException("no single value: " + kind);
    };
  }

  private static Values longs(Object[] converted, Nulls nulls) {
    long[] vector = new long[converted.length];
    for (int row = 0; row < vector.length; row++) {
      if (converted[row] instanceof Boolean truth) {
        vector[row] = truth ? 1 : 0;
      } else if (converted[row] instanceof LocalDate date) {
        vector[row] = date.toEpochDay();
      } else if (converted[row] != null) {
        vector[row] = (Long) converted[row];
      }
    }
    return new Values.Longs(vector, false, nulls);
  }

  private static Values doubles(Object[] converted, Nulls nulls) {
    double[] vector = new double[converted.length];
    for (int row = 0; row < vector.length; row++) {
      if (converted[row] != null) {
        vector[row] = (Double) converted[row];
      }
    }
    return new Values.Doubles(vector, false, nulls);
  }

  private static Values decimals(Object[] converted, Nulls nulls) {
    BigDecimal[] vector = new BigDecimal[converted.length];
    for (int row = 0; row < vector.length; row++) {
      vector[row] = (BigDecimal) converted[row];
    }
    return new Values.Decimals(vector, false, nulls);
  }

  private static Values slices(Object[] converted, Nulls nulls) {
    byte[][] vector = new byte[converted.length][];
    int[] length = new int[converted.length];
    for (int row = 0; row < vector.length; row++) {
      if (converted[row] != null) {
        vector[row] =
            converted[row] instanceof Bytes bytes
                ? bytes.content()
                : ((String) converted[row]).getBytes(StandardCharsets.UTF_8);
        length[row] = vector[row].length;
      }
    }
    return new Values.Slices(vector, new int[converted.length], length, false, nulls);
  }

  private static Values times(Object[] converted, Nulls nulls) {
    long[] time = new long[converted.length];
    int[] nanos = new int[converted.length];
    for (int row = 0; row < time.length; row++) {
      if (converted[row] != null) {
        Instant instant =
            converted[row] instanceof LocalDateTime timestamp
                ? timestamp.toInstant(ZoneOffset.UTC)
                : (Instant) converted[row];
        time[row] = Values.Times.milliseconds(instant.getEpochSecond(), instant.getNano());
        nanos[row] = instant.getNano();
      }
    }
    return new Values.Times(time, nanos, false, nulls);
  }
}
