package io.orcacid;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What tests of the front door do again and again. */
final class TestTables {
  private TestTables() {}

  /** All rows of a scan, as texts of their values. */
  static List<String> texts(Scan scan) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Rows rows = scan.rows()) {
      for (Row row : rows) {
        texts.add(row.toString());
      }
    }
    return texts;
  }

  /** All rows of a scan. */
  static List<Row> rows(Scan scan) throws IOException {
    List<Row> found = new ArrayList<>();
    try (Rows rows = scan.rows()) {
      rows.forEach(found::add);
    }
    return found;
  }

  /** Inserts rows in a transaction of their own and says which version they made. */
  static long insert(AcidTable table, Object[]... rows) throws IOException {
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (Object[] row : rows) {
        inserter.row(row);
      }
      return transaction.commit().version();
    }
  }

  static Object[] row(Object... values) {
    return values;
  }
}
