package io.orcacid.cli.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.orc.TypeDescription;

/** The fields that objects suggest, in the order of their first appearance. */
final class StructGuess {
  /** Objects with more names are maps by their nature, and no guess would help. */
  private static final int MOST_FIELDS = 10_000;

  private final Map<String, ValueGuess> fields = new LinkedHashMap<>();

  ValueGuess field(String name) {
    ValueGuess known = fields.get(name);
    if (known != null) {
      return known;
    }
    if (fields.size() == MOST_FIELDS) {
      throw new ValidationException(
          "The input has too many names of columns or fields to guess a type; create the table first, with the columns you mean",
          "most",
          MOST_FIELDS,
          "name",
          name);
    }
    ValueGuess added = new ValueGuess();
    fields.put(name, added);
    return added;
  }

  /** Takes in the object on which the parser stands. */
  void merge(JsonParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      ValueGuess field = field(parser.currentName());
      parser.nextToken();
      field.json(parser);
    }
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }

  Set<String> names() {
    return fields.keySet();
  }

  TypeDescription type() {
    TypeDescription type = TypeDescription.createStruct();
    fields.forEach((name, guess) -> type.addField(name, guess.type()));
    return type;
  }
}
