package io.orcacid.bench;

import io.orcacid.bench.rows.PeerArguments;
import java.util.List;
import java.util.Locale;

/** Columns that a scan returns. */
enum ScanColumns {
  ALL(BenchRows.ROW.getFieldNames()),
  TWO(BenchRows.TWO_COLUMNS);

  private final List<String> names;
  private final int[] positions;

  ScanColumns(List<String> names) {
    this.names = names;
    this.positions = names.stream().mapToInt(BenchRows.ROW.getFieldNames()::indexOf).toArray();
  }

  static ScanColumns of(PeerArguments arguments) {
    return valueOf(arguments.text("columns", "all").toUpperCase(Locale.ROOT));
  }

  /** How programs are told. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  List<String> names() {
    return names;
  }

  /** Places in the table. */
  int[] positions() {
    return positions.clone();
  }

  /** Places in a batch of just these. */
  int[] places() {
    return java.util.stream.IntStream.range(0, positions.length).toArray();
  }
}
