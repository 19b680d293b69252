package io.orcacid.cli.input;

import java.util.Arrays;

/** The fields of one row of RFC 4180, used again for the next. */
final class CsvRecord {
  private byte[] bytes;
  private int size;
  private int[] starts = new int[16];
  private int[] lengths = new int[16];
  private boolean[] quoted = new boolean[16];

  /** Finds the fields; a quote within a field that does not begin with one is text. */
  void split(byte[] source, int from, int length) throws InvalidValueException {
    bytes = source;
    size = 0;
    int end = from + length;
    int position = from;
    while (true) {
      boolean quote = position < end && source[position] == '"';
      int fieldEnd = quote ? endOfQuoted(position, end) : endOfPlain(position, end);
      if (quote) {
        add(position + 1, fieldEnd - position - 2, true);
      } else {
        add(position, fieldEnd - position, false);
      }
      if (fieldEnd == end) {
        return;
      }
      position = fieldEnd + 1;
    }
  }

  private int endOfPlain(int from, int end) {
    int position = from;
    while (position < end && bytes[position] != ',') {
      position++;
    }
    return position;
  }

  private int endOfQuoted(int from, int end) throws InvalidValueException {
    int position = from + 1;
    while (position < end) {
      if (bytes[position++] != '"') {
        continue;
      }
      if (position == end || bytes[position] == ',') {
        return position;
      }
      if (bytes[position++] != '"') {
        throw new InvalidValueException(
            "text follows the closing quote of field "
                + (size + 1)
                + "; a quote within quotes is written twice");
      }
    }
    throw new InvalidValueException(
        "the quote of field " + (size + 1) + " is not closed before the end of the file");
  }

  private void add(int start, int length, boolean isQuoted) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
      quoted = Arrays.copyOf(quoted, 2 * size);
    }
    starts[size] = start;
    lengths[size] = length;
    quoted[size++] = isQuoted;
  }

  /** Number of fields, at least one. */
  int size() {
    return size;
  }

  /** Whether a field is empty and not in quotes. */
  boolean isNull(int field) {
    return lengths[field] == 0 && !quoted[field];
  }

  /** Text of a field without its quotes. */
  String text(int field) throws InvalidValueException {
    String text = Utf8.decode(bytes, starts[field], lengths[field]);
    return quoted[field] && text.indexOf('"') >= 0 ? text.replace("\"\"", "\"") : text;
  }
}
