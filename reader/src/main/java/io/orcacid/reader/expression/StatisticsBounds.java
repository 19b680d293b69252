package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Check.Bound;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.orc.TypeDescription;

/**
 * What ORC's statistics of a column must allow for one of its values to be equal to, at least or at
 * most a literal. Each method answers null where the statistics cannot be trusted to say it.
 */
abstract class StatisticsBounds {

  abstract Check equal(Object literal);

  abstract Check lower(Object literal, Bound bound);

  abstract Check upper(Object literal, Bound bound);

  static StatisticsBounds of(String name, TypeDescription type) {
    return switch (Kind.of(type)) {
      case INTEGER -> new Plain(name, PredicateLeaf.Type.LONG, value -> value);
      case DATE -> new Dates(name);
      case FLOATING -> new Doubles(name);
      case DECIMAL -> new Decimals(name);
      case TEXT -> text(name, type);
      case TIMESTAMP, INSTANT -> new Times(name);
      default -> new Silent();
    };
  }

  static TextBounds text(String name, TypeDescription type) {
    return new TextBounds(name, type);
  }

  static PredicateLeaf.Type leafType(Kind kind) {
    return switch (kind) {
      case BOOLEAN -> PredicateLeaf.Type.BOOLEAN;
      case INTEGER -> PredicateLeaf.Type.LONG;
      case FLOATING -> PredicateLeaf.Type.FLOAT;
      case DECIMAL -> PredicateLeaf.Type.DECIMAL;
      case DATE -> PredicateLeaf.Type.DATE;
      case TIMESTAMP, INSTANT -> PredicateLeaf.Type.TIMESTAMP;
      default -> PredicateLeaf.Type.STRING;
    };
  }

  /** The literal that a long stands for. */
  static Object held(Kind kind, long value) {
    return kind == Kind.DATE ? LocalDate.ofEpochDay(clampedDay(value)) : (Object) value;
  }

  private static long clampedDay(long day) {
    return Math.max(LocalDate.MIN.toEpochDay(), Math.min(LocalDate.MAX.toEpochDay(), day));
  }

  /** Leaves for one column. */
  record Leaves(String name, PredicateLeaf.Type type) {
    Check equal(Object value) {
      return builder -> builder.equals(name, type, value);
    }

    Check atLeast(Object value) {
      return Check.not(below(value));
    }

    Check above(Object value) {
      return Check.not(atMost(value));
    }

    Check atMost(Object value) {
      return builder -> builder.lessThanEquals(name, type, value);
    }

    Check below(Object value) {
      return builder -> builder.lessThan(name, type, value);
    }
  }

  /** Values whose statistics and bloom filters are exact. */
  private static final class Plain extends StatisticsBounds {
    private final Leaves leaves;
    private final Function<Object, Object> literals;

    Plain(String name, PredicateLeaf.Type type, Function<Object, Object> literals) {
      this.leaves = new Leaves(name, type);
      this.literals = literals;
    }

    @Override
    Check equal(Object literal) {
      return leaves.equal(literals.apply(literal));
    }

    @Override
    Check lower(Object literal, Bound bound) {
      Object value = literals.apply(literal);
      return bound == Bound.INCLUDED ? leaves.atLeast(value) : leaves.above(value);
    }

    @Override
    Check upper(Object literal, Bound bound) {
      Object value = literals.apply(literal);
      return bound == Bound.INCLUDED ? leaves.atMost(value) : leaves.below(value);
    }
  }

  /**
   * Dates. Before the Gregorian calendar a file can count days in another way than its reader; a
   * bound is therefore never set before 1600. A leaf's java.sql.Date is midnight in the default
   * time zone, which some zones skipped on some days.
   */
  private static final class Dates extends StatisticsBounds {
    private static final LocalDate EARLIEST = LocalDate.of(1600, 1, 1);
    private static final LocalDate LATEST = LocalDate.of(9999, 12, 31);

    private final Leaves leaves;

    Dates(String name) {
      this.leaves = new Leaves(name, PredicateLeaf.Type.DATE);
    }

    private static boolean isSafe(LocalDate day) {
      return !day.isBefore(EARLIEST)
          && !day.isAfter(LATEST)
          && Date.valueOf(day).toLocalDate().equals(day);
    }

    @Override
    Check equal(Object literal) {
      LocalDate day = (LocalDate) literal;
      return isSafe(day) ? leaves.equal(Date.valueOf(day)) : null;
    }

    @Override
    Check lower(Object literal, Bound bound) {
      LocalDate day = (LocalDate) literal;
      if (!isSafe(day)) {
        return null;
      }
      Date value = Date.valueOf(day);
      return bound == Bound.INCLUDED ? leaves.atLeast(value) : leaves.above(value);
    }

    @Override
    Check upper(Object literal, Bound bound) {
      LocalDate day = (LocalDate) literal;
      LocalDate safe = day.isBefore(EARLIEST) ? EARLIEST : day;
      if (!isSafe(safe)) {
        return null;
      }
      Date value = Date.valueOf(safe);
      return bound == Bound.INCLUDED ? leaves.atMost(value) : leaves.below(value);
    }
  }

  /**
   * Floats and doubles. ORC orders -0.0 before 0.0 where the language has them equal, so a bound of
   * zero takes the one that lets both pass. Groups with NaN have a sum of NaN, for which ORC says
   * maybe.
   */
  private static final class Doubles extends StatisticsBounds {
    private static final Double NEGATIVE_ZERO = -0.0;
    private static final Double POSITIVE_ZERO = 0.0;

    private final Leaves leaves;

    Doubles(String name) {
      this.leaves = new Leaves(name, PredicateLeaf.Type.FLOAT);
    }

    private static boolean isZero(Object literal) {
      return (Double) literal == 0;
    }

    private static boolean isNotANumber(Object literal) {
      return Double.isNaN((Double) literal);
    }

    @Override
    Check equal(Object literal) {
      if (isNotANumber(literal)) {
        return null;
      } else if (!isZero(literal)) {
        return leaves.equal(literal);
      }
      return Check.all(Arrays.asList(leaves.atLeast(NEGATIVE_ZERO), leaves.atMost(POSITIVE_ZERO)));
    }

    @Override
    Check lower(Object literal, Bound bound) {
      if (isNotANumber(literal)) {
        return null;
      }
      boolean included = bound == Bound.INCLUDED;
      Object zero = included ? NEGATIVE_ZERO : POSITIVE_ZERO;
      Object value = isZero(literal) ? zero : literal;
      return included ? leaves.atLeast(value) : leaves.above(value);
    }

    @Override
    Check upper(Object literal, Bound bound) {
      if (isNotANumber(literal)) {
        return null;
      }
      boolean included = bound == Bound.INCLUDED;
      Object zero = included ? POSITIVE_ZERO : NEGATIVE_ZERO;
      Object value = isZero(literal) ? zero : literal;
      return included ? leaves.atMost(value) : leaves.below(value);
    }
  }

  /**
   * Decimals. Bloom filters hold their text, whose zeros at the end can differ; equality is
   * therefore asked as a range, which asks no bloom filter.
   */
  private static final class Decimals extends StatisticsBounds {
    private final Leaves leaves;

    Decimals(String name) {
      this.leaves = new Leaves(name, PredicateLeaf.Type.DECIMAL);
    }

    private static HiveDecimalWritable exact(Object literal) {
      BigDecimal number = (BigDecimal) literal;
      HiveDecimal decimal = HiveDecimal.create(number);
      boolean same = decimal != null && decimal.bigDecimalValue().compareTo(number) == 0;
      return same ? new HiveDecimalWritable(decimal) : null;
    }

    @Override
    Check equal(Object literal) {
      return Check.all(
          Arrays.asList(lower(literal, Bound.INCLUDED), upper(literal, Bound.INCLUDED)));
    }

    @Override
    Check lower(Object literal, Bound bound) {
      HiveDecimalWritable value = exact(literal);
      if (value == null) {
        return null;
      }
      return bound == Bound.INCLUDED ? leaves.atLeast(value) : leaves.above(value);
    }

    @Override
    Check upper(Object literal, Bound bound) {
      HiveDecimalWritable value = exact(literal);
      if (value == null) {
        return null;
      }
      return bound == Bound.INCLUDED ? leaves.atMost(value) : leaves.below(value);
    }
  }

  /**
   * Timestamps. Their statistics can be off: by a second just before 1970 (ORC-611 and what is left
   * of it), by a zone's offset where a writer took the wall clock for a local time, by days before
   * the Gregorian calendar. Bounds are therefore a day wider than the literal, and not before 1600.
   */
  private static final class Times extends StatisticsBounds {
    private static final Duration MARGIN = Duration.ofDays(1);
    private static final Instant EARLIEST = Instant.parse("1600-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-30T00:00:00Z");

    private final Leaves leaves;

    Times(String name) {
      this.leaves = new Leaves(name, PredicateLeaf.Type.TIMESTAMP);
    }

    private static Instant instant(Object literal) {
      return literal instanceof LocalDateTime timestamp
          ? timestamp.toInstant(ZoneOffset.UTC)
          : (Instant) literal;
    }

    @Override
    Check equal(Object literal) {
      return Check.all(
          Arrays.asList(lower(literal, Bound.INCLUDED), upper(literal, Bound.INCLUDED)));
    }

    @Override
    Check lower(Object literal, Bound bound) {
      Instant instant = instant(literal);
      if (instant.isBefore(EARLIEST.plus(MARGIN)) || instant.isAfter(LATEST)) {
        return null;
      }
      return leaves.atLeast(Timestamp.from(instant.minus(MARGIN)));
    }

    @Override
    Check upper(Object literal, Bound bound) {
      Instant instant = instant(literal);
      if (instant.isAfter(LATEST)) {
        return null;
      }
      Instant safe = instant.isBefore(EARLIEST) ? EARLIEST : instant;
      return leaves.atMost(Timestamp.from(safe.plus(MARGIN)));
    }
  }

  /** Types without statistics that could be asked. */
  private static final class Silent extends StatisticsBounds {
    @Override
    Check equal(Object literal) {
      return null;
    }

    @Override
    Check lower(Object literal, Bound bound) {
      return null;
    }

    @Override
    Check upper(Object literal, Bound bound) {
      return null;
    }
  }
}
