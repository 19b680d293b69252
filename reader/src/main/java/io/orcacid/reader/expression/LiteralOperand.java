package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Values.Nulls;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import org.apache.orc.TypeDescription;

/** A constant; also what is left of an expression without columns. */
final class LiteralOperand extends Operand {
  private final Object value;
  private final Values values;

  private LiteralOperand(Object value, TypeDescription type) {
    super(type);
    this.value = value;
    this.values = value == null ? new Values.Opaque(Nulls.ALL) : constant(value);
  }

  static LiteralOperand of(Object value) {
    return new LiteralOperand(value, value == null ? null : Kind.typeOf(value));
  }

  /** The constant of a type that says more than the value does, such as char(3). */
  static LiteralOperand of(Object value, TypeDescription type) {
    return value == null ? of(null) : new LiteralOperand(value, type);
  }

  boolean isNull() {
    return value == null;
  }

  /** The value, as {@link Literal} holds it. */
  Object value() {
    return value;
  }

  /** The value of a kind that is held as a long. */
  long longValue() {
    return ((Values.Longs) values).vector[0];
  }

  @Override
  Set<Integer> columns() {
    return Set.of();
  }

  @Override
  Values evaluate(Rows rows) {
    return values;
  }

  private static Values constant(Object value) {
    if (value instanceof Boolean truth) {
      return longs(truth ? 1 : 0);
    } else if (value instanceof Long number) {
      return longs(number);
    } else if (value instanceof LocalDate date) {
      return longs(date.toEpochDay());
    } else if (value instanceof BigDecimal decimal) {
      return new Values.Decimals(new BigDecimal[] {decimal}, true, Nulls.NONE);
    } else if (value instanceof Double number) {
      return new Values.Doubles(new double[] {number}, true, Nulls.NONE);
    } else if (value instanceof String text) {
      return slices(text.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof Bytes bytes) {
      return slices(bytes.content());
    } else if (value instanceof LocalDateTime timestamp) {
      return times(timestamp.toInstant(ZoneOffset.UTC));
    } else if (value instanceof Instant instant) {
      return times(instant);
    }
    throw new IllegalArgumentException("no literal: " + value);
  }

  private static Values longs(long value) {
    return new Values.Longs(new long[] {value}, true, Nulls.NONE);
  }

  private static Values slices(byte[] bytes) {
    return new Values.Slices(
        new byte[][] {bytes}, new int[] {0}, new int[] {bytes.length}, true, Nulls.NONE);
  }

  private static Values times(Instant instant) {
    long time = Values.Times.milliseconds(instant.getEpochSecond(), instant.getNano());
    return new Values.Times(new long[] {time}, new int[] {instant.getNano()}, true, Nulls.NONE);
  }
}
