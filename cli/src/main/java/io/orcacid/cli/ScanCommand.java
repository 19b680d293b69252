package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.cli.output.OutputFormat;
import io.orcacid.cli.output.RowAddressing;
import io.orcacid.cli.output.RowPrinter;
import java.io.IOException;
import java.util.OptionalInt;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "scan",
    description = "Prints rows.",
    footer = {
      "",
      "Example: orc-acid scan clicks --columns id,url --where \"url LIKE '/a%%' AND n >= 3\" --format json"
    })
final class ScanCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--columns",
      paramLabel = "a,b",
      description = "Only these columns, in this order.")
  private String columns;

  @Option(names = "--where", paramLabel = "E", description = "Only rows for which this is true.")
  private String where;

  @Option(
      names = "--row-id",
      description = "Print each row's id, and its partition if the table has any.")
  private boolean rowId;

  @Option(names = "--ordered", description = "By partition path, then by row id.")
  private boolean ordered;

  @Option(
      names = "--merge",
      description =
          "Merge rows and deletes from their files instead of holding deletes in memory; rows come ordered.")
  private boolean merge;

  @Option(names = "--limit", paramLabel = "N", description = "At most this many rows.")
  private Long limit;

  @Option(
      names = "--format",
      paramLabel = "F",
      defaultValue = "table",
      description = "table, csv or json: one object a line (default: ${DEFAULT-VALUE}).")
  private OutputFormat format;

  @Option(
      names = "--stats",
      description = "Say on standard error what was read and what was skipped.")
  private boolean stats;

  @picocli.CommandLine.Mixin private final SnapshotOptions snapshot = new SnapshotOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = snapshot.open(table, options());
        Rows rows = scan(opened).rows()) {
      RowAddressing addressing =
          !rowId
              ? RowAddressing.NONE
              : opened.definition().partitionedBy().isEmpty()
                  ? RowAddressing.ROW_ID
                  : RowAddressing.ROW_ID_AND_PARTITION;
      RowPrinter printer =
          format.printer(
              rows.type(),
              addressing,
              terminal().isInteractive() ? OptionalInt.of(terminal().width()) : OptionalInt.empty(),
              terminal().out());
      for (Row row : rows) {
        printer.print(row.values().toArray(), row.address());
      }
      printer.finish();
      if (stats) {
        terminal().out().flush();
        terminal().err().println(StatisticsText.of(rows.statistics()));
      }
    }
  }

  private Scan scan(AcidTable opened) {
    Scan scan = snapshot.scan(opened);
    scan = columns == null ? scan : scan.select(Names.parse(columns));
    scan = where == null ? scan : scan.where(where);
    scan = rowId ? scan.withRowId() : scan;
    scan = ordered || merge ? scan.ordered() : scan;
    return limit == null ? scan : scan.limit(limit);
  }
}
