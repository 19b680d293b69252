package io.orcacid.cli.input;

import io.orcacid.format.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Rows and bad rows of a text, in their order. */
final class Sources {
  private Sources() {}

  /** Good rows as lists of their values, bad ones as their exceptions. */
  static List<Object> read(InputFormat format, String columns, byte[] bytes) {
    List<Object> found = new ArrayList<>();
    InputFile file = InputFile.of("-", Optional.of(format), new ByteArrayInputStream(bytes));
    try (RowSource source = file.open(SchemaText.parse(columns))) {
      Object[] values = new Object[SchemaText.parse(columns).getChildren().size()];
      while (true) {
        try {
          if (!source.next(values)) {
            return found;
          }
          found.add(Arrays.asList(values.clone()));
        } catch (BadRowException e) {
          found.add(e);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Object> read(InputFormat format, String columns, String text) {
    return read(format, columns, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The one row, which must be bad. */
  static BadRowException bad(InputFormat format, String columns, String text) {
    List<Object> found = read(format, columns, text);
    if (found.size() != 1 || !(found.get(0) instanceof BadRowException bad)) {
      throw new AssertionError("not one bad row: " + found);
    }
    return bad;
  }

  /** The one row, which must be good. */
  @SuppressWarnings("unchecked")
  static List<Object> row(InputFormat format, String columns, String text) {
    List<Object> found = read(format, columns, text);
    if (found.size() != 1 || !(found.get(0) instanceof List)) {
      throw new AssertionError("not one good row: " + found);
    }
    return (List<Object>) found.get(0);
  }
}
