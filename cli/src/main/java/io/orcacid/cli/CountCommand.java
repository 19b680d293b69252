package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Scan;
import io.orcacid.reader.ScanPlan;
import java.io.IOException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "count",
    description = "Prints the number of rows; reads nothing that the number does not need.",
    footer = {"", "Example: orc-acid count clicks --where \"n > 4\" --as-of-version 3"})
final class CountCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(names = "--where", paramLabel = "E", description = "Only rows for which this is true.")
  private String where;

  @Option(
      names = "--stats",
      description = "Say on standard error what was read and what was skipped.")
  private boolean stats;

  @picocli.CommandLine.Mixin private final SnapshotOptions snapshot = new SnapshotOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = snapshot.open(table, options())) {
      Scan scan = snapshot.scan(opened);
      try (ScanPlan plan = (where == null ? scan : scan.where(where)).countPlan()) {
        terminal().out().println(plan.count());
        if (stats) {
          terminal().out().flush();
          terminal().err().println(StatisticsText.of(plan.statistics()));
        }
      }
    }
  }
}
