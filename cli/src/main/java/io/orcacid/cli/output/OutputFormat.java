package io.orcacid.cli.output;

import java.io.OutputStream;
import java.util.OptionalInt;
import org.apache.orc.TypeDescription;

/** How rows are printed. */
public enum OutputFormat {
  /** Aligned columns for people; no format to read back. */
  TABLE,
  /**
   * RFC 4180 with a header; NULL is an empty field, an empty text {@code ""}, so that an import
   * reads the same rows back; nested values are their JSON text.
   */
  CSV,
  /** One object a line, see {@link JsonText}. */
  JSON;

  /**
   * A printer of this format.
   *
   * @param row the columns
   * @param addressing what is printed of a row's address
   * @param width columns of characters of the terminal, to which {@link #TABLE} cuts long texts;
   *     empty cuts nothing
   * @param out takes UTF-8; is flushed, not closed
   */
  public RowPrinter printer(
      TypeDescription row, RowAddressing addressing, OptionalInt width, OutputStream out) {
    TextSink sink = new TextSink(out);
    return switch (this) {
      case TABLE -> new TablePrinter(row, addressing, width, sink);
      case CSV -> new CsvPrinter(row, addressing, sink);
      case JSON -> new JsonPrinter(row, addressing, sink);
    };
  }
}
