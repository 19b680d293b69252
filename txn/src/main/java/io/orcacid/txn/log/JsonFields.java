package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.ValidationException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * Reads the fields of a JSON object by name and type; what is missing or of another type is
 * corruption of the file. Fields that nobody asked for come out as {@link #rest()}, so that what a
 * newer version wrote survives an older one.
 */
final class JsonFields {
  private final ObjectNode object;
  private final String path;
  private final Set<String> read = new HashSet<>();

  JsonFields(ObjectNode object, String path) {
    this.object = object;
    this.path = path;
  }

  String path() {
    return path;
  }

  boolean has(String name) {
    return object.has(name);
  }

  String text(String name) {
    JsonNode node = required(name);
    if (!node.isTextual()) {
      throw wrong(name, "a text");
    }
    return node.textValue();
  }

  String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  long number(String name) {
    JsonNode node = required(name);
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw wrong(name, "a whole number");
    }
    return node.longValue();
  }

  int integer(String name) {
    long number = number(name);
    if (number != (int) number) {
      throw wrong(name, "a number of 32 bits");
    }
    return (int) number;
  }

  boolean truth(String name) {
    JsonNode node = required(name);
    if (!node.isBoolean()) {
      throw wrong(name, "true or false");
    }
    return node.booleanValue();
  }

  OptionalLong optionalNumber(String name) {
    return has(name) ? OptionalLong.of(number(name)) : OptionalLong.empty();
  }

  Instant time(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw wrong(name, "a time such as 2026-11-30T12:00:00.123456Z");
    }
  }

  UUID uuid(String name) {
    try {
      return UUID.fromString(text(name));
    } catch (IllegalArgumentException e) {
      throw wrong(name, "a uuid");
    }
  }

  /** The object of a field, read by a codec. */
  <T> T object(String name, Function<JsonFields, T> codec) {
    return decode(name, required(name), codec);
  }

  <T> Optional<T> optionalObject(String name, Function<JsonFields, T> codec) {
    return has(name) ? Optional.of(object(name, codec)) : Optional.empty();
  }

  /** The objects of a list; an absent list is empty. */
  <T> List<T> objects(String name, Function<JsonFields, T> codec) {
    List<T> values = new ArrayList<>();
    for (JsonNode node : array(name)) {
      values.add(decode(name, node, codec));
    }
    return values;
  }

  /** The texts of a list; an absent list is empty. */
  List<String> texts(String name) {
    List<String> values = new ArrayList<>();
    for (JsonNode node : array(name)) {
      if (!node.isTextual()) {
        throw wrong(name, "a list of texts");
      }
      values.add(node.textValue());
    }
    return values;
  }

  /** The whole numbers of a list; an absent list is empty. */
  List<Long> numbers(String name) {
    List<Long> values = new ArrayList<>();
    for (JsonNode node : array(name)) {
      if (!node.isIntegralNumber() || !node.canConvertToLong()) {
        throw wrong(name, "a list of whole numbers");
      }
      values.add(node.longValue());
    }
    return values;
  }

  /** An object whose values are texts; an absent one is empty. */
  Map<String, String> map(String name) {
    Map<String, String> values = new TreeMap<>();
    if (!has(name)) {
      return values;
    }
    JsonNode node = required(name);
    if (!node.isObject()) {
      throw wrong(name, "an object of texts");
    }
    node.properties()
        .forEach(
            field -> {
              if (!field.getValue().isTextual()) {
                throw wrong(name, "an object of texts");
              }
              values.put(field.getKey(), field.getValue().textValue());
            });
    return values;
  }

  /** The fields that were not asked for, as an object's text; empty for none. */
  String rest() {
    if (read.size() == object.size()) {
      return "";
    }
    ObjectNode rest = object.deepCopy();
    rest.remove(read);
    return rest.isEmpty() ? "" : Json.text(rest);
  }

  private <T> T decode(String name, JsonNode node, Function<JsonFields, T> codec) {
    if (!(node instanceof ObjectNode child)) {
      throw wrong(name, "an object");
    }
    try {
      return codec.apply(new JsonFields(child, path));
    } catch (ValidationException e) {
      throw new CorruptFileException(
          "A file of the log has a value that nothing may have",
          e,
          "path",
          path,
          "field",
          name,
          "reason",
          e.getMessage());
    }
  }

  private Iterable<JsonNode> array(String name) {
    if (!has(name)) {
      return List.of();
    }
    JsonNode node = required(name);
    if (!node.isArray()) {
      throw wrong(name, "a list");
    }
    return node;
  }

  private JsonNode required(String name) {
    JsonNode node = object.get(name);
    if (node == null) {
      throw wrong(name, "present");
    }
    read.add(name);
    return node;
  }

  OrcAcidException wrong(String name, String expected) {
    return new CorruptFileException(
        "A field of a file of the log is missing or of the wrong kind",
        "path",
        path,
        "field",
        name,
        "expected",
        expected);
  }

  /** Puts the fields of an object's text, as {@link #rest()} gave it, into an object. */
  static void putRest(ObjectNode into, String rest) {
    if (!rest.isEmpty()) {
      Json.parse(rest, "extension")
          .object
          .properties()
          .forEach(field -> into.set(field.getKey(), field.getValue()));
    }
  }
}
