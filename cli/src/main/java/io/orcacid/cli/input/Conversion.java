package io.orcacid.cli.input;

import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.TypeDescription;

/**
 * Makes values of a column of a table from those of a file's column. Integers, decimals and texts
 * go into each other if the value fits, whatever the types hold at most; nothing is rounded or cut,
 * and no number becomes a text or a text a number.
 */
@FunctionalInterface
interface Conversion {
  /**
   * @param value of the file's type, null for NULL
   * @return of the table's type
   * @throws InvalidValueException if it does not fit
   */
  Object of(Object value) throws InvalidValueException;

  /**
   * The conversion between two types.
   *
   * @throws InvalidValueException if there is none; names the field if it is a nested one
   */
  static Conversion between(TypeDescription from, TypeDescription to) throws InvalidValueException {
    Conversion notNull =
        switch (to.getCategory()) {
          case BYTE, SHORT, INT, LONG -> toInteger(from, to);
          case FLOAT, DOUBLE -> toFloating(from, to);
          case DECIMAL -> toDecimal(from, to);
          case STRING, VARCHAR, CHAR -> toText(from, to);
          case BOOLEAN, BINARY -> same(from, to);
          case DATE, TIMESTAMP, TIMESTAMP_INSTANT -> toTime(from, to);
          case LIST, MAP, STRUCT, UNION -> toNested(from, to);
          default -> throw none(from, to);
        };
    return value -> value == null ? null : notNull.of(value);
  }

  private static InvalidValueException none(TypeDescription from, TypeDescription to) {
    return new InvalidValueException(from + " does not become " + to + " without loss");
  }

  private static InvalidValueException unfit(Object value, TypeDescription to) {
    return new InvalidValueException(
        InvalidValueException.shown(value.toString()) + " does not fit " + to);
  }

  private static boolean isInteger(TypeDescription type) {
    return switch (type.getCategory()) {
      case BYTE, SHORT, INT, LONG -> true;
      default -> false;
    };
  }

  private static Conversion same(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    if (from.getCategory() != to.getCategory()) {
      throw none(from, to);
    }
    return value -> value;
  }

  private static Conversion toInteger(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    if (isInteger(from)) {
      return value -> integer(((Number) value).longValue(), value, to);
    }
    if (from.getCategory() != TypeDescription.Category.DECIMAL) {
      throw none(from, to);
    }
    return value -> {
      try {
        return integer(((BigDecimal) value).longValueExact(), value, to);
      } catch (ArithmeticException e) {
        throw unfit(value, to);
      }
    };
  }

  private static Object integer(long number, Object value, TypeDescription to)
      throws InvalidValueException {
    Number converted =
        switch (to.getCategory()) {
          case BYTE -> (byte) number;
          case SHORT -> (short) number;
          case INT -> (int) number;
          default -> number;
        };
    if (converted.longValue() != number) {
      throw unfit(value, to);
    }
    return converted;
  }

  private static Conversion toFloating(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    boolean single = to.getCategory() == TypeDescription.Category.FLOAT;
    if (from.getCategory() == to.getCategory()) {
      return value -> value;
    }
    if (!single && from.getCategory() == TypeDescription.Category.FLOAT) {
      return value -> (double) (float) value;
    }
    if (!isInteger(from)) {
      throw none(from, to);
    }
    return value -> {
      long number = ((Number) value).longValue();
      double held = single ? (float) number : (double) number;
      if (new BigDecimal(held).compareTo(BigDecimal.valueOf(number)) != 0) {
        throw unfit(value, to);
      }
      return single ? (Object) (float) held : (Object) held;
    };
  }

  private static Conversion toDecimal(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    if (!isInteger(from) && from.getCategory() != TypeDescription.Category.DECIMAL) {
      throw none(from, to);
    }
    return value -> {
      BigDecimal decimal =
          value instanceof BigDecimal exact
              ? exact
              : BigDecimal.valueOf(((Number) value).longValue());
      if (!TextValues.fits(to, decimal)) {
        throw unfit(value, to);
      }
      return decimal;
    };
  }

  private static Conversion toText(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    switch (from.getCategory()) {
      case STRING, VARCHAR, CHAR -> {}
      default -> throw none(from, to);
    }
    boolean filledUp = from.getCategory() == TypeDescription.Category.CHAR;
    return value -> {
      // Blanks at the end of a char are no content.
      String content = filledUp ? TextValues.withoutPadding((String) value) : (String) value;
      if (to.getCategory() == TypeDescription.Category.STRING) {
        return content;
      }
      if (to.getCategory() == TypeDescription.Category.CHAR) {
        content = TextValues.withoutPadding(content);
      }
      if (content.codePointCount(0, content.length()) > to.getMaxLength()) {
        throw unfit(value, to);
      }
      return content;
    };
  }

  private static Conversion toTime(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    if (from.getCategory() != to.getCategory()) {
      throw none(from, to);
    }
    return switch (to.getCategory()) {
      case DATE -> value -> value;
      case TIMESTAMP ->
          value -> checked(((LocalDateTime) value).toInstant(ZoneOffset.UTC), value, to);
      default -> value -> checked((Instant) value, value, to);
    };
  }

  /** ORC holds no times within the last second before 1970. */
  private static Object checked(Instant instant, Object value, TypeDescription to)
      throws InvalidValueException {
    boolean lost = instant.getEpochSecond() == -1 && instant.getNano() > 999_999;
    if (lost || !TextValues.fits(instant)) {
      throw unfit(value, to);
    }
    return value;
  }

  private static Conversion toNested(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    if (from.getCategory() != to.getCategory()) {
      throw none(from, to);
    }
    return switch (to.getCategory()) {
      case LIST -> toList(child(from, to, 0));
      case MAP -> toMap(child(from, to, 0), child(from, to, 1));
      case STRUCT -> toStruct(from, to);
      default -> toUnion(from, to);
    };
  }

  private static Conversion child(TypeDescription from, TypeDescription to, int child)
      throws InvalidValueException {
    return between(from.getChildren().get(child), to.getChildren().get(child));
  }

  private static Conversion toList(Conversion element) {
    return value -> {
      List<Object> converted = new ArrayList<>();
      for (Object each : (List<?>) value) {
        converted.add(element.of(each));
      }
      return converted;
    };
  }

  private static Conversion toMap(Conversion key, Conversion content) {
    return value -> {
      Map<?, ?> entries = (Map<?, ?>) value;
      Map<Object, Object> converted = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        if (entry.getKey() == null) {
          throw new InvalidValueException("a map has a key that is NULL");
        }
        converted.put(key.of(entry.getKey()), content.of(entry.getValue()));
      }
      if (converted.size() < entries.size()) {
        throw new InvalidValueException("two keys of a map become the same");
      }
      return converted;
    };
  }

  private static Conversion toStruct(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    FieldNames known = new FieldNames(to.getFieldNames());
    int[] targets = new int[from.getChildren().size()];
    Conversion[] fields = new Conversion[targets.length];
    for (int i = 0; i < targets.length; i++) {
      String name = from.getFieldNames().get(i);
      int target = known.find(name);
      if (target == FieldNames.UNKNOWN
          || Arrays.stream(targets, 0, i).anyMatch(taken -> taken == target)) {
        throw new InvalidValueException(
            name, "the table's struct has no such field, or has it twice");
      }
      targets[i] = target;
      try {
        fields[i] = between(from.getChildren().get(i), to.getChildren().get(target));
      } catch (InvalidValueException e) {
        throw e.in(name);
      }
    }
    return value -> {
      Object[] converted = new Object[to.getChildren().size()];
      for (int i = 0; i < targets.length; i++) {
        try {
          converted[targets[i]] = fields[i].of(((StructValue) value).values().get(i));
        } catch (InvalidValueException e) {
          throw e.in(known.name(targets[i]));
        }
      }
      return new StructValue(Arrays.asList(converted));
    };
  }

  private static Conversion toUnion(TypeDescription from, TypeDescription to)
      throws InvalidValueException {
    if (from.getChildren().size() > to.getChildren().size()) {
      throw none(from, to);
    }
    Conversion[] types = new Conversion[from.getChildren().size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = child(from, to, i);
    }
    return value -> {
      UnionValue union = (UnionValue) value;
      return new UnionValue(union.tag(), types[union.tag()].of(union.value()));
    };
  }
}
