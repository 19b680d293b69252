package io.orcacid.cli.output;

import io.orcacid.Address;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/** RFC 4180, lines ended by a line feed; see {@link OutputFormat#CSV}. */
final class CsvPrinter implements RowPrinter {
  private final TypeDescription[] types;
  private final RowAddressing addressing;
  private final TextSink sink;

  CsvPrinter(TypeDescription row, RowAddressing addressing, TextSink sink) {
    this.types = row.getChildren().toArray(new TypeDescription[0]);
    this.addressing = addressing;
    this.sink = sink;
    header(row.getFieldNames());
  }

  private void header(List<String> names) {
    StringBuilder out = sink.text();
    if (addressing != RowAddressing.NONE) {
      out.append("ROW__ID,");
    }
    if (addressing == RowAddressing.ROW_ID_AND_PARTITION) {
      out.append("partition,");
    }
    for (int i = 0; i < names.size(); i++) {
      out.append(i == 0 ? "" : ",");
      int start = out.length();
      out.append(names.get(i));
      quote(out, start);
    }
    sink.endLine();
  }

  @Override
  public void print(Object[] values, Optional<Address> address) {
    StringBuilder out = sink.text();
    if (addressing != RowAddressing.NONE) {
      address(out, RowAddressing.required(address));
    }
    for (int i = 0; i < types.length; i++) {
      if (i > 0) {
        out.append(',');
      }
      if (values[i] != null) {
        int start = out.length();
        CellText.append(out, types[i], values[i]);
        quote(out, start);
      }
    }
    sink.endLine();
  }

  private void address(StringBuilder out, Address address) {
    int start = out.length();
    RowAddressing.json(out, address.rowId());
    quote(out, start);
    out.append(',');
    if (addressing == RowAddressing.ROW_ID_AND_PARTITION) {
      start = out.length();
      out.append(address.partition());
      quote(out, start);
      out.append(',');
    }
  }

  /** Puts what was appended from a place on into quotes if it would not read back without. */
  private static void quote(StringBuilder out, int start) {
    boolean needed = start == out.length();
    int quotes = 0;
    for (int i = start; i < out.length(); i++) {
      char c = out.charAt(i);
      needed |= c == ',' || c == '"' || c == '\n' || c == '\r';
      quotes += c == '"' ? 1 : 0;
    }
    if (!needed) {
      return;
    }
    if (quotes > 0) {
      String doubled = out.substring(start).replace("\"", "\"\"");
      out.setLength(start);
      out.append('"').append(doubled);
    } else {
      out.insert(start, '"');
    }
    out.append('"');
  }

  @Override
  public void finish() {
    sink.flush();
  }
}
