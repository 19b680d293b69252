package io.orcacid.cli.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.TypeDescription;

/**
 * Values of one type from JSON in the form that {@link io.orcacid.cli.output.JsonText} gives.
 * Numbers are read digit by digit, never by way of a floating one. A column of text takes any JSON:
 * what is no string there is kept as it is spelt.
 */
final class JsonValues {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(RecordReader.LONGEST).build())
          .build();

  private final TypeDescription type;
  private final List<JsonValues> children = new ArrayList<>();
  private final FieldNames fields;

  JsonValues(TypeDescription type) {
    this.type = type;
    boolean struct = type.getCategory() == TypeDescription.Category.STRUCT;
    this.fields = new FieldNames(struct ? type.getFieldNames() : List.of());
    if (type.getChildren() != null) {
      type.getChildren().forEach(child -> children.add(new JsonValues(child)));
    }
  }

  /** What is done with one JSON text. */
  interface Reading<T> {
    /**
     * @param parser stands on the first token
     */
    T read(JsonParser parser) throws IOException, InvalidValueException;
  }

  /** Reads a text that must be one JSON value and no more. */
  static <T> T read(String text, Reading<T> reading) throws InvalidValueException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new InvalidValueException("there is no JSON value");
      }
      T value = reading.read(parser);
      if (parser.nextToken() != null) {
        throw new InvalidValueException("there is more text after the JSON value");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw malformed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InvalidValueException malformed(JsonProcessingException e) {
    long place = e.getLocation() == null ? 0 : e.getLocation().getCharOffset();
    return new InvalidValueException(
        e instanceof InputCoercionException
            ? e.getOriginalMessage()
            : "no valid JSON at character " + (place + 1) + ": " + e.getOriginalMessage());
  }

  /** A value that is a JSON text of its own, as in a field of CSV. */
  Object parse(String text) throws InvalidValueException {
    return read(text, parser -> value(parser, text));
  }

  /**
   * The fields of a struct, from an object.
   *
   * @param values takes one value per field; null for missing members
   */
  void fields(JsonParser parser, String source, Object[] values)
      throws IOException, InvalidValueException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new InvalidValueException("no JSON object, but " + shown(parser));
    }
    Arrays.fill(values, null);
    boolean[] found = new boolean[values.length];
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      int field = fields.find(name);
      if (field == FieldNames.UNKNOWN) {
        throw new InvalidValueException(
            name, "there is no such column or field; there are " + fields.names());
      }
      if (found[field]) {
        throw new InvalidValueException(fields.name(field), "the object has the member twice");
      }
      found[field] = true;
      parser.nextToken();
      try {
        values[field] = children.get(field).value(parser, source);
      } catch (InvalidValueException e) {
        throw e.in(fields.name(field));
      }
    }
  }

  private Object value(JsonParser parser, String source) throws IOException, InvalidValueException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case VALUE_NULL -> null;
      case VALUE_STRING -> string(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE, VALUE_FALSE -> truth(parser);
      default -> isText() ? spelt(parser, source) : nested(parser, source);
    };
  }

  private boolean isText() {
    return switch (type.getCategory()) {
      case STRING, VARCHAR, CHAR -> true;
      default -> false;
    };
  }

  private Object string(JsonParser parser) throws IOException, InvalidValueException {
    String text = parser.getText();
    if (!type.getCategory().isPrimitive()) {
      throw wrong(parser);
    }
    checkSurrogates(text);
    return TextValues.parse(type, text);
  }

  /** Half of a surrogate pair, written as an escape, has no UTF-8. */
  private static void checkSurrogates(String text) throws InvalidValueException {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          throw new InvalidValueException("the text holds half of a surrogate pair");
        }
        i++;
      }
    }
  }

  private Object number(JsonParser parser) throws IOException, InvalidValueException {
    String text = parser.getText();
    return switch (type.getCategory()) {
      case BYTE, SHORT, INT, LONG -> integer(parser, text);
      case FLOAT, DOUBLE, DECIMAL, STRING, VARCHAR, CHAR -> TextValues.parse(type, text);
      default -> throw wrong(parser);
    };
  }

  private Object integer(JsonParser parser, String text) throws InvalidValueException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return TextValues.parse(type, text);
    }
    try {
      return TextValues.parse(type, Long.toString(new BigDecimal(text).longValueExact()));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new InvalidValueException(InvalidValueException.shown(text) + " does not fit " + type);
    }
  }

  private Object truth(JsonParser parser) throws IOException, InvalidValueException {
    if (type.getCategory() == TypeDescription.Category.BOOLEAN) {
      return parser.currentToken() == JsonToken.VALUE_TRUE;
    }
    if (isText()) {
      return TextValues.parse(type, parser.getText());
    }
    throw wrong(parser);
  }

  private Object spelt(JsonParser parser, String source) throws IOException, InvalidValueException {
    int from = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    int end = (int) parser.currentLocation().getCharOffset();
    return TextValues.parse(type, source.substring(from, end));
  }

  private Object nested(JsonParser parser, String source)
      throws IOException, InvalidValueException {
    boolean object = parser.currentToken() == JsonToken.START_OBJECT;
    return switch (type.getCategory()) {
      case LIST -> {
        requireArray(parser);
        yield list(parser, source);
      }
      case MAP -> {
        requireArray(parser);
        yield map(parser, source);
      }
      case STRUCT -> {
        Object[] values = new Object[children.size()];
        fields(parser, source, values);
        yield new StructValue(Arrays.asList(values));
      }
      case UNION -> {
        if (!object) {
          throw wrong(parser);
        }
        yield union(parser, source);
      }
      default -> throw wrong(parser);
    };
  }

  private void requireArray(JsonParser parser) throws IOException, InvalidValueException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(parser);
    }
  }

  private List<Object> list(JsonParser parser, String source)
      throws IOException, InvalidValueException {
    List<Object> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(children.get(0).value(parser, source));
    }
    return values;
  }

  private Map<Object, Object> map(JsonParser parser, String source)
      throws IOException, InvalidValueException {
    Map<Object, Object> values = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      requireArray(parser);
      Object key = parser.nextToken() == JsonToken.END_ARRAY ? null : child(0, parser, source);
      if (key == null) {
        throw new InvalidValueException("an entry of a map has no key");
      }
      if (values.containsKey(key)) {
        throw new InvalidValueException("a map has the key '" + key + "' twice");
      }
      if (parser.nextToken() == JsonToken.END_ARRAY) {
        throw new InvalidValueException("an entry of a map has no value");
      }
      values.put(key, child(1, parser, source));
      if (parser.nextToken() != JsonToken.END_ARRAY) {
        throw new InvalidValueException("an entry of a map has more than key and value");
      }
    }
    return values;
  }

  private Object child(int number, JsonParser parser, String source)
      throws IOException, InvalidValueException {
    return children.get(number).value(parser, source);
  }

  private UnionValue union(JsonParser parser, String source)
      throws IOException, InvalidValueException {
    requireMember(parser, "tag");
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw wrong(parser);
    }
    int tag = parser.getIntValue();
    if (tag < 0 || tag >= children.size()) {
      throw new InvalidValueException("the union " + type + " has no type " + tag);
    }
    requireMember(parser, "value");
    Object value = child(tag, parser, source);
    if (parser.nextToken() != JsonToken.END_OBJECT) {
      throw wrong(parser);
    }
    return new UnionValue(tag, value);
  }

  private void requireMember(JsonParser parser, String name)
      throws IOException, InvalidValueException {
    if (parser.nextToken() != JsonToken.FIELD_NAME || !parser.currentName().equals(name)) {
      throw wrong(parser);
    }
    parser.nextToken();
  }

  private InvalidValueException wrong(JsonParser parser) throws IOException {
    String form =
        switch (type.getCategory()) {
          case LIST -> ", which is written [value,..]";
          case MAP -> ", which is written [[key,value],..]";
          case STRUCT -> ", which is written {\"field\":value,..}";
          case UNION -> ", which is written {\"tag\":number,\"value\":value}";
          default -> "";
        };
    return new InvalidValueException(shown(parser) + " is no " + type + form);
  }

  private static String shown(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT, END_OBJECT -> "a JSON object";
      case START_ARRAY, END_ARRAY -> "a JSON array";
      case FIELD_NAME -> "a member named " + InvalidValueException.shown(parser.currentName());
      case VALUE_STRING -> "the string " + InvalidValueException.shown(parser.getText());
      default -> "the JSON value " + parser.getText();
    };
  }
}
