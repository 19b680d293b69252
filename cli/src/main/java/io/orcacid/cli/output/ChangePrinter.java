package io.orcacid.cli.output;

import io.orcacid.Change;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.orc.TypeDescription;

/**
 * Prints changes of rows. As JSON one object a line, {@code
 * {"change":"insert","version":..,"time":..,"writeId":..,"values":{..}}}, with addresses {@code
 * "ROW__ID"} and {@code "partition"} before the values; in other formats as rows with four columns
 * before those of the table. Not safe for several threads.
 */
public final class ChangePrinter {
  private static final List<String> COLUMNS =
      List.of("_change", "_version:bigint", "_time", "_write_id:bigint");

  private final TypeDescription row;
  private final RowAddressing addressing;
  private final Optional<TextSink> json;
  private final Optional<RowPrinter> rows;

  private ChangePrinter(
      TypeDescription row,
      RowAddressing addressing,
      Optional<TextSink> json,
      Optional<RowPrinter> rows) {
    this.row = row;
    this.addressing = addressing;
    this.json = json;
    this.rows = rows;
  }

  /**
   * A printer of a format.
   *
   * @param row the columns
   * @param addressing what is printed of a row's address
   * @param width columns of characters of the terminal, to which tables cut long texts; empty cuts
   *     nothing
   * @param out takes UTF-8; is flushed, not closed
   */
  public static ChangePrinter of(
      OutputFormat format,
      TypeDescription row,
      RowAddressing addressing,
      OptionalInt width,
      OutputStream out) {
    return format == OutputFormat.JSON
        ? new ChangePrinter(row, addressing, Optional.of(new TextSink(out)), Optional.empty())
        : new ChangePrinter(
            row,
            addressing,
            Optional.empty(),
            Optional.of(format.printer(withChange(row), addressing, width, out)));
  }

  private static TypeDescription withChange(TypeDescription row) {
    TypeDescription all = TypeDescription.createStruct();
    for (String column : COLUMNS) {
      String[] parts = column.split(":");
      all.addField(
          parts[0],
          parts.length == 1 ? TypeDescription.createString() : TypeDescription.createLong());
    }
    for (int i = 0; i < row.getFieldNames().size(); i++) {
      all.addField(row.getFieldNames().get(i), row.getChildren().get(i).clone());
    }
    return all;
  }

  /** Prints a change. */
  public void print(Change change) {
    String kind = change.kind().name().toLowerCase(Locale.ROOT);
    if (rows.isPresent()) {
      List<Object> values = new ArrayList<>();
      values.add(kind);
      values.add(change.version());
      values.add(change.time().toString());
      values.add(change.writeId());
      values.addAll(change.row().values());
      rows.get().print(values.toArray(), Optional.of(change.address()));
      return;
    }
    StringBuilder out = json.orElseThrow().text();
    out.append("{\"change\":\"").append(kind);
    out.append("\",\"version\":").append(change.version());
    out.append(",\"time\":\"").append(change.time());
    out.append("\",\"writeId\":").append(change.writeId());
    if (addressing != RowAddressing.NONE) {
      out.append(",\"ROW__ID\":");
      RowAddressing.json(out, change.address().rowId());
    }
    if (addressing == RowAddressing.ROW_ID_AND_PARTITION) {
      out.append(",\"partition\":");
      JsonText.string(out, change.address().partition());
    }
    out.append(",\"values\":{");
    for (int i = 0; i < change.row().size(); i++) {
      out.append(i == 0 ? "" : ",");
      JsonText.string(out, row.getFieldNames().get(i));
      out.append(':');
      JsonText.value(out, row.getChildren().get(i), change.row().get(i));
    }
    out.append("}}");
    json.get().endLine();
  }

  /** Prints, as JSON, that every change up to a version was printed: {@code {"cursor":..}}. */
  public void printCursor(long version) {
    json.orElseThrow().text().append("{\"cursor\":").append(version).append('}');
    json.get().endLine();
  }

  /** Prints what is held back. In formats other than tables more may follow. */
  public void finish() {
    rows.ifPresent(RowPrinter::finish);
    json.ifPresent(TextSink::flush);
  }
}
