package io.orcacid.cli.output;

import org.apache.orc.TypeDescription;

/** What stands in a field of CSV or a cell of a table: plain text, nested values as JSON. */
final class CellText {
  private CellText() {}

  /** Appends a value that is not null. */
  static void append(StringBuilder out, TypeDescription type, Object value) {
    if (type.getCategory().isPrimitive()) {
      PlainText.append(out, type, value);
    } else {
      JsonText.value(out, type, value);
    }
  }
}
