package io.orcacid.cli.output;

import io.orcacid.Address;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.orc.TypeDescription;

/**
 * Aligned columns under a header. The first rows set the widths of the columns; a wider text
 * further down widens its column from there on, so that tables of any length take little memory.
 */
final class TablePrinter implements RowPrinter {
  /** Rows that are looked at before the header is printed. */
  static final int ROWS_MEASURED = 1000;

  private static final String SEPARATOR = " | ";
  private static final String CROSSING = "-+-";

  /** No text is cut shorter than this. */
  private static final int NARROWEST = 8;

  private final TypeDescription[] types;
  private final RowAddressing addressing;
  private final int limit;
  private final TextSink sink;
  private final StringBuilder cell = new StringBuilder();

  private final String[] titles;
  private final boolean[] numeric;
  private final int[] widths;

  /** The rows before the header; empty for good once it is printed. */
  private final List<String[]> held = new ArrayList<>();

  private boolean started;

  TablePrinter(TypeDescription row, RowAddressing addressing, OptionalInt width, TextSink sink) {
    this.types = row.getChildren().toArray(new TypeDescription[0]);
    this.addressing = addressing;
    this.limit = width.orElse(Integer.MAX_VALUE);
    this.sink = sink;
    int first = addressColumns();
    this.titles = new String[first + types.length];
    this.numeric = new boolean[titles.length];
    this.widths = new int[titles.length];
    titles(row.getFieldNames(), first);
  }

  private int addressColumns() {
    return switch (addressing) {
      case NONE -> 0;
      case ROW_ID -> 3;
      case ROW_ID_AND_PARTITION -> 4;
    };
  }

  private void titles(List<String> names, int first) {
    String[] address = {"writeId", "bucket", "rowId", "partition"};
    for (int i = 0; i < first; i++) {
      titles[i] = address[i];
      numeric[i] = i < 3;
    }
    for (int i = 0; i < types.length; i++) {
      titles[first + i] = DisplayText.printable(names.get(i));
      numeric[first + i] = isNumeric(types[i]);
    }
    for (int i = 0; i < titles.length; i++) {
      widths[i] = DisplayText.width(titles[i]);
    }
  }

  private static boolean isNumeric(TypeDescription type) {
    return switch (type.getCategory()) {
      case BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, DECIMAL -> true;
      default -> false;
    };
  }

  @Override
  public void print(Object[] values, Optional<Address> address) {
    String[] cells = cells(values, address);
    if (started) {
      line(cells);
      return;
    }
    held.add(cells);
    if (held.size() == ROWS_MEASURED) {
      start();
    }
  }

  private String[] cells(Object[] values, Optional<Address> address) {
    String[] cells = new String[titles.length];
    int first = addressColumns();
    if (first > 0) {
      Address found = RowAddressing.required(address);
      cells[0] = Long.toString(found.rowId().writeId());
      cells[1] = Integer.toString(found.rowId().bucketProperty());
      cells[2] = Long.toString(found.rowId().rowId());
      if (first > 3) {
        cells[3] = DisplayText.printable(found.partition());
      }
    }
    for (int i = 0; i < types.length; i++) {
      cells[first + i] = values[i] == null ? "NULL" : cell(types[i], values[i]);
    }
    return cells;
  }

  private String cell(TypeDescription type, Object value) {
    cell.setLength(0);
    CellText.append(cell, type, value);
    return DisplayText.printable(cell);
  }

  private void start() {
    for (String[] cells : held) {
      for (int i = 0; i < cells.length; i++) {
        widths[i] = Math.max(widths[i], DisplayText.width(cells[i]));
      }
    }
    narrow();
    started = true;
    line(titles);
    StringBuilder out = sink.text();
    for (int i = 0; i < widths.length; i++) {
      out.append(i == 0 ? "" : CROSSING).append("-".repeat(widths[i]));
    }
    sink.endLine();
    held.forEach(this::line);
    held.clear();
  }

  /** Takes columns of text, the widest first, down to what the terminal holds. Numbers stay. */
  private void narrow() {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = numeric[i] ? widths[i] : Math.min(widths[i], limit);
    }
    for (long excess = totalWidth() - limit; excess > 0; excess--) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        if (!numeric[i] && widths[i] > NARROWEST && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private long totalWidth() {
    return Arrays.stream(widths).asLongStream().sum()
        + (long) SEPARATOR.length() * (widths.length - 1);
  }

  private void line(String[] cells) {
    StringBuilder out = sink.text();
    for (int i = 0; i < cells.length; i++) {
      out.append(i == 0 ? "" : SEPARATOR);
      String text = cells[i];
      int width = DisplayText.width(text);
      if (width > widths[i]) {
        widen(i, width);
      }
      if (width > widths[i]) {
        text = DisplayText.cut(text, widths[i]);
        width = DisplayText.width(text);
      }
      int padding = widths[i] - width;
      if (numeric[i]) {
        out.append(" ".repeat(padding)).append(text);
      } else {
        out.append(text).append(" ".repeat(i == cells.length - 1 ? 0 : padding));
      }
    }
    sink.endLine();
  }

  /** Widens a column, one of text only as far as the terminal has room. */
  private void widen(int column, int width) {
    long room = numeric[column] ? Integer.MAX_VALUE : limit - totalWidth();
    widths[column] += (int) Math.max(0, Math.min(room, width - widths[column]));
  }

  @Override
  public void finish() {
    if (!started) {
      start();
    }
    sink.flush();
  }
}
