package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.simulation.OracleTable.Found;
import io.orcacid.verify.Finding;
import io.orcacid.verify.VerificationReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compares a table with its oracle. */
final class TableCheck {
  private TableCheck() {}

  /** Every version that must be readable. */
  static void checkAll(AcidTable table, OracleTable oracle) throws IOException {
    for (long version = oracle.oldestReadable(); version <= oracle.newest(); version++) {
      oracle.check(oracle.rows(version), found(table.scanAsOfVersion(version)));
    }
  }

  /** What the scan finds, with addresses. */
  static List<Found> found(Scan scan) throws IOException {
    List<Found> found = new ArrayList<>();
    try (Rows rows = scan.select("k", "p", "n", "s").withRowId().rows()) {
      for (Row row : rows) {
        found.add(
            new Found(
                new RowValues(
                    (Long) row.get(0),
                    (Integer) row.get(1),
                    (Integer) row.get(2),
                    (String) row.get(3)),
                row.address().orElseThrow()));
      }
    }
    return found;
  }

  /** No error, whatever lies about. */
  static void requireNoErrors(VerificationReport report) {
    assertThat(
            report.findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR))
        .as("errors of the verification")
        .isEmpty();
  }
}
