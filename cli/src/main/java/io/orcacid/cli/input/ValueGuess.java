package io.orcacid.cli.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.orc.TypeDescription;

/** The type that all values seen so far allow. */
final class ValueGuess {
  /** Types still possible for scalars, the narrower first. */
  private enum Scalar {
    BOOLEAN,
    BIGINT,
    DOUBLE,
    DATE,
    TIMESTAMP
  }

  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)?(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");

  /** Without quotes to tell, {@code 12E4} is as likely the code of a thing. */
  private static final Pattern PLAIN_NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)?(\\.[0-9]+([eE][+-]?[0-9]{1,3})?|[eE][+-][0-9]{1,3})?");

  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?)?");
  private static final TypeDescription DATE_TYPE = TypeDescription.createDate();
  private static final TypeDescription TIMESTAMP_TYPE = TypeDescription.createTimestamp();

  /** Integers up to here are all doubles. */
  private static final long GREATEST_EXACT = 1L << 53;

  /** A double is told apart from its neighbours by so many digits. */
  private static final int DIGITS = 17;

  private final Set<Scalar> possible = EnumSet.allOf(Scalar.class);
  private boolean scalar;
  private boolean number;
  private Optional<ValueGuess> element = Optional.empty();
  private Optional<StructGuess> struct = Optional.empty();

  /** Takes in a text that may be of any type, from a field of CSV. */
  void plain(String text) {
    scalar(text, PLAIN_NUMBER);
  }

  private void scalar(String text, Pattern numberForm) {
    scalar = true;
    if (possible.isEmpty()) {
      return;
    }
    keepIf(Scalar.BOOLEAN, text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"));
    number(text, numberForm);
    time(text);
  }

  private void keepIf(Scalar type, boolean keep) {
    if (!keep) {
      possible.remove(type);
    }
  }

  private void number(String text, Pattern form) {
    if (!possible.contains(Scalar.DOUBLE) && !possible.contains(Scalar.BIGINT)) {
      return;
    }
    boolean integer = isLong(text);
    keepIf(Scalar.BIGINT, integer);
    keepIf(
        Scalar.DOUBLE,
        integer ? Math.abs(Long.parseLong(text)) <= GREATEST_EXACT : isDouble(text, form));
    number |= !text.endsWith("N") && !text.endsWith("y");
  }

  private static boolean isLong(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return false;
    }
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isDouble(String text, Pattern form) {
    if (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity")) {
      return true;
    }
    if (text.isEmpty() || !form.matcher(text).matches() || digits(text) > DIGITS) {
      return false;
    }
    try {
      double value = Double.parseDouble(text);
      return !Double.isInfinite(value) && (value != 0 || digits(text) == 0);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Digits of a number from the first that is not zero on, the exponent aside. */
  private static int digits(String text) {
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'e' || c == 'E') {
        break;
      }
      if (c >= '0' && c <= '9' && (digits > 0 || c != '0')) {
        digits++;
      }
    }
    return digits;
  }

  private void time(String text) {
    if (!possible.contains(Scalar.TIMESTAMP) && !possible.contains(Scalar.DATE)) {
      return;
    }
    keepIf(Scalar.DATE, DATE.matcher(text).matches() && parses(DATE_TYPE, text));
    keepIf(Scalar.TIMESTAMP, TIMESTAMP.matcher(text).matches() && parses(TIMESTAMP_TYPE, text));
  }

  private static boolean parses(TypeDescription type, String text) {
    try {
      TextValues.parse(type, text);
      return true;
    } catch (InvalidValueException e) {
      return false;
    }
  }

  /** Takes in the value on which the parser stands. */
  void json(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case VALUE_NULL -> {}
      case START_OBJECT -> {
        struct = Optional.of(struct.orElseGet(StructGuess::new));
        struct.get().merge(parser);
      }
      case START_ARRAY -> {
        element = Optional.of(element.orElseGet(ValueGuess::new));
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          element.get().json(parser);
        }
      }
      case VALUE_STRING -> string(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        possible.remove(Scalar.BOOLEAN);
        scalar(parser.getText(), NUMBER);
      }
      default -> scalar(parser.getText(), NUMBER);
    }
  }

  /** Takes in a text in quotes: a time or NaN if anything, not a number or boolean. */
  private void string(String text) {
    possible.remove(Scalar.BOOLEAN);
    if (!text.equals("NaN") && !text.equals("Infinity") && !text.equals("-Infinity")) {
      possible.remove(Scalar.BIGINT);
      possible.remove(Scalar.DOUBLE);
    }
    scalar(text, NUMBER);
  }

  /** The narrowest type that holds all values as they are. */
  TypeDescription type() {
    int forms = (scalar ? 1 : 0) + (element.isPresent() ? 1 : 0) + (struct.isPresent() ? 1 : 0);
    if (forms != 1) {
      return TypeDescription.createString();
    }
    if (element.isPresent()) {
      return TypeDescription.createList(element.get().type());
    }
    if (struct.isPresent()) {
      return struct.get().isEmpty() ? TypeDescription.createString() : struct.get().type();
    }
    return possible.stream().findFirst().map(this::type).orElseGet(TypeDescription::createString);
  }

  private TypeDescription type(Scalar type) {
    return switch (type) {
      case BOOLEAN -> TypeDescription.createBoolean();
      case BIGINT -> TypeDescription.createLong();
      case DOUBLE -> number ? TypeDescription.createDouble() : TypeDescription.createString();
      case DATE -> TypeDescription.createDate();
      case TIMESTAMP -> TypeDescription.createTimestamp();
    };
  }
}
