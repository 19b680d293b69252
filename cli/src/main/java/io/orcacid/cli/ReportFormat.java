package io.orcacid.cli;

/** How a report about a table is printed. */
enum ReportFormat {
  /** For people. */
  TABLE,
  /** For programs. */
  JSON
}
