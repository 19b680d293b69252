package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Which rows a table has, whatever their order: equal contents have equal rows. Immutable.
 *
 * @param rows how many
 * @param digest sum of a hash of each row
 */
record TableContent(long rows, long digest) {
  static final TableContent NOTHING = new TableContent(0, 0);

  static TableContent of(Path table) throws IOException {
    try (AcidTable opened = AcidTable.open(table.toString())) {
      return of(opened.scan());
    }
  }

  static TableContent of(Scan scan) throws IOException {
    TableContent content = NOTHING;
    try (Rows rows = scan.rows()) {
      for (Row row : rows) {
        content = content.plus(of(row));
      }
    }
    return content;
  }

  static TableContent of(Row row) {
    return new TableContent(1, hash(row.values()));
  }

  /** The content after the rows of another were added. */
  TableContent plus(TableContent more) {
    return new TableContent(rows + more.rows, digest + more.digest);
  }

  private static long hash(List<Object> values) {
    long hash = 0xcbf29ce484222325L;
    String text = values.toString();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash ^ (hash >>> 29);
  }
}
