package io.orcacid.cli.input;

import io.orcacid.cli.output.JsonText;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.orc.TypeDescription;

/** Rows of a file of typed columns, as a table's rows. */
final class TypedSource implements RowSource {
  private final String name;
  private final TypedRows rows;
  private final TypeDescription schema;
  private final long totalBytes;
  private final Object[] read;

  /** Per column of the file its column of the table, and how its values get there. */
  private final int[] columns;

  private final Conversion[] conversions;
  private long row;

  /**
   * @param name of the file, for messages
   * @param rows is closed with this
   * @param totalBytes size of the file
   * @param table columns of the table
   */
  TypedSource(String name, TypedRows rows, long totalBytes, TypeDescription table) {
    this.name = name;
    this.rows = rows;
    this.schema = rows.schema();
    this.totalBytes = totalBytes;
    int count = schema.getChildren().size();
    this.read = new Object[count];
    this.columns = new int[count];
    this.conversions = new Conversion[count];
    FieldNames known = new FieldNames(table.getFieldNames());
    for (int i = 0; i < count; i++) {
      columns[i] = column(schema.getFieldNames().get(i), known, i);
      conversions[i] = conversion(i, table);
    }
  }

  private int column(String column, FieldNames known, int before) {
    int found = known.find(column);
    if (found == FieldNames.UNKNOWN) {
      throw new ValidationException(
          "The table has no such column; name the file's columns as the table does",
          "file",
          name,
          "column",
          column,
          "table",
          known.names());
    }
    if (Arrays.stream(columns, 0, before).anyMatch(taken -> taken == found)) {
      throw new ValidationException(
          "Two columns of a file are the same column of the table",
          "file",
          name,
          "column",
          known.name(found));
    }
    return found;
  }

  private Conversion conversion(int column, TypeDescription table) {
    TypeDescription from = schema.getChildren().get(column);
    TypeDescription to = table.getChildren().get(columns[column]);
    try {
      return Conversion.between(from, to);
    } catch (InvalidValueException e) {
      throw new ValidationException(
          "A column of a file has a type that does not become the table's",
          "file",
          name,
          "column",
          e.in(schema.getFieldNames().get(column)).column().orElseThrow(),
          "typeInFile",
          from,
          "typeInTable",
          to,
          "why",
          e.getMessage());
    }
  }

  @Override
  public boolean next(Object[] values) throws IOException {
    row++;
    Arrays.fill(read, null);
    try {
      if (!rows.next(read)) {
        return false;
      }
      Arrays.fill(values, null);
      for (int i = 0; i < columns.length; i++) {
        values[columns[i]] = converted(i);
      }
      return true;
    } catch (InvalidValueException e) {
      throw BadRowException.ofRow(name, row, e, raw());
    }
  }

  private Object converted(int column) throws InvalidValueException {
    try {
      return conversions[column].of(read[column]);
    } catch (InvalidValueException e) {
      throw e.in(schema.getFieldNames().get(column));
    }
  }

  /** The row as an object of JSON; what could not be read is null. */
  private byte[] raw() {
    StringBuilder text = new StringBuilder("{");
    List<String> names = schema.getFieldNames();
    for (int i = 0; i < read.length; i++) {
      text.append(i == 0 ? "" : ",").append(JsonText.string(names.get(i))).append(':');
      JsonText.value(text, schema.getChildren().get(i), read[i]);
    }
    return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Number of the row. */
  @Override
  public long line() {
    return row;
  }

  @Override
  public long bytesRead() {
    long count = Math.max(1, rows.rowCount());
    return (long) (totalBytes * ((double) Math.min(row, count) / count));
  }

  @Override
  public long totalBytes() {
    return totalBytes;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
