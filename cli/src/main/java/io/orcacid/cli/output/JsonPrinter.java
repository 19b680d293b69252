package io.orcacid.cli.output;

import io.orcacid.Address;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * One object a line: the values, or, with addresses, {@code
 * {"ROW__ID":{..},"partition":"a=1/b=x","values":{..}}}.
 */
final class JsonPrinter implements RowPrinter {
  private final TypeDescription[] types;

  /** What stands before each value: separator, name and colon. */
  private final String[] prefixes;

  private final RowAddressing addressing;
  private final TextSink sink;

  JsonPrinter(TypeDescription row, RowAddressing addressing, TextSink sink) {
    this.types = row.getChildren().toArray(new TypeDescription[0]);
    this.addressing = addressing;
    this.sink = sink;
    List<String> names = row.getFieldNames();
    this.prefixes = new String[types.length];
    for (int i = 0; i < types.length; i++) {
      prefixes[i] = (i == 0 ? "" : ",") + JsonText.string(names.get(i)) + ":";
    }
  }

  @Override
  public void print(Object[] values, Optional<Address> address) {
    StringBuilder out = sink.text();
    if (addressing == RowAddressing.NONE) {
      values(out, values);
    } else {
      Address found = RowAddressing.required(address);
      out.append("{\"ROW__ID\":");
      RowAddressing.json(out, found.rowId());
      if (addressing == RowAddressing.ROW_ID_AND_PARTITION) {
        out.append(",\"partition\":");
        JsonText.string(out, found.partition());
      }
      out.append(",\"values\":");
      values(out, values);
      out.append('}');
    }
    sink.endLine();
  }

  private void values(StringBuilder out, Object[] values) {
    out.append('{');
    for (int i = 0; i < types.length; i++) {
      out.append(prefixes[i]);
      JsonText.value(out, types[i], values[i]);
    }
    out.append('}');
  }

  @Override
  public void finish() {
    sink.flush();
  }
}
