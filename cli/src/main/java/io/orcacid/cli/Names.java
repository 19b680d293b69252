package io.orcacid.cli;

import io.orcacid.error.ValidationException;
import java.util.ArrayList;
import java.util.List;

/** Lists of column names as people type them: {@code a,b,`a name`}. */
final class Names {
  private Names() {}

  static List<String> parse(String text) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    boolean wasQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        if (quoted && i + 1 < text.length() && text.charAt(i + 1) == '`') {
          name.append(c);
          i++;
        } else {
          quoted = !quoted;
          wasQuoted = true;
        }
      } else if (c == ',' && !quoted) {
        add(names, name, wasQuoted, text);
        wasQuoted = false;
      } else {
        name.append(c);
      }
    }
    if (quoted) {
      throw new ValidationException(
          "A back quote is not closed in a list of columns", "columns", text);
    }
    add(names, name, wasQuoted, text);
    return names;
  }

  private static void add(List<String> names, StringBuilder name, boolean quoted, String text) {
    String found = quoted ? name.toString() : name.toString().strip();
    if (found.isEmpty()) {
      throw new ValidationException(
          "A column name is missing in a list of columns", "columns", text);
    }
    names.add(found);
    name.setLength(0);
  }
}
