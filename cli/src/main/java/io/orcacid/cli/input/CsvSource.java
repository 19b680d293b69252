package io.orcacid.cli.input;

import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.orc.TypeDescription;

/** Rows of a CSV file; see {@link InputFormat#CSV}. */
final class CsvSource implements RowSource {
  private final OpenedInput input;
  private final RecordReader records;
  private final CsvRecord record = new CsvRecord();
  private final int fields;

  /** Per field of the file its column of the table, the column's type, and its reader if nested. */
  private final int[] columns;

  private final TypeDescription[] types;
  private final JsonValues[] nested;
  private final List<String> names;

  CsvSource(OpenedInput input, TypeDescription row) throws IOException {
    this.input = input;
    this.records = new RecordReader(input.name(), input.stream(), new Framing.Csv());
    this.names = row.getFieldNames();
    List<String> header = header(input.name(), records);
    this.fields = header.size();
    this.columns = columns(header, new FieldNames(names));
    this.types = new TypeDescription[fields];
    this.nested = new JsonValues[fields];
    for (int i = 0; i < fields; i++) {
      types[i] = row.getChildren().get(columns[i]);
      nested[i] = types[i].getCategory().isPrimitive() ? null : new JsonValues(types[i]);
    }
  }

  /** Reads the first row: the names of the columns. */
  static List<String> header(String file, RecordReader records) throws IOException {
    if (!records.next()) {
      throw new ValidationException(
          "A CSV file is empty: its first line must name its columns", "file", file);
    }
    List<String> header = new ArrayList<>();
    try {
      CsvRecord names = new CsvRecord();
      names.split(records.buffer(), records.start(), records.length());
      for (int i = 0; i < names.size(); i++) {
        header.add(names.text(i));
      }
    } catch (InvalidValueException e) {
      throw new ValidationException(
          "The header of a CSV file cannot be read", "file", file, "why", e.getMessage());
    }
    for (String name : header) {
      if (name.isBlank()) {
        throw new ValidationException(
            "A column of a CSV file has no name", "file", file, "header", header);
      }
      if (header.indexOf(name) != header.lastIndexOf(name)) {
        throw new ValidationException(
            "A CSV file has a column twice", "file", file, "column", name);
      }
    }
    return header;
  }

  private int[] columns(List<String> header, FieldNames known) {
    int[] found = new int[header.size()];
    boolean[] taken = new boolean[names.size()];
    for (int i = 0; i < found.length; i++) {
      String name = header.get(i);
      found[i] = known.find(name);
      if (found[i] == FieldNames.UNKNOWN) {
        throw new ValidationException(
            "The table has no such column; name the file's columns as the table does",
            "file",
            input.name(),
            "column",
            name,
            "table",
            names);
      }
      if (taken[found[i]]) {
        throw new ValidationException(
            "Two columns of a CSV file are the same column of the table",
            "file",
            input.name(),
            "column",
            known.name(found[i]));
      }
      taken[found[i]] = true;
    }
    return found;
  }

  @Override
  public boolean next(Object[] values) throws IOException {
    do {
      if (!records.next()) {
        return false;
      }
    } while (isSkipped(records, fields));
    Arrays.fill(values, null);
    try {
      record.split(records.buffer(), records.start(), records.length());
      if (record.size() != fields) {
        throw new InvalidValueException(
            "the row has " + record.size() + " fields, the header " + fields);
      }
      for (int i = 0; i < fields; i++) {
        if (!record.isNull(i)) {
          values[columns[i]] = value(i);
        }
      }
    } catch (InvalidValueException e) {
      throw records.bad(e);
    }
    return true;
  }

  /** A line with nothing on it, where a row would have a comma at least. */
  static boolean isSkipped(RecordReader records, int fields) {
    return records.length() == 0 && fields > 1;
  }

  private Object value(int field) throws InvalidValueException {
    try {
      String text = record.text(field);
      return nested[field] == null
          ? TextValues.parse(types[field], text)
          : nested[field].parse(text);
    } catch (InvalidValueException e) {
      throw e.in(names.get(columns[field]));
    }
  }

  @Override
  public long line() {
    return records.line();
  }

  @Override
  public long bytesRead() {
    return input.bytesRead();
  }

  @Override
  public long totalBytes() {
    return input.totalBytes();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
