package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Changed;
import java.io.IOException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "update",
    description = "Updates the rows for which a condition is true.",
    footer = {
      "",
      "Example: orc-acid update clicks --set \"n = n + 1, url = '/b'\" --where \"url = '/a'\""
    })
final class UpdateCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--set",
      required = true,
      paramLabel = "a=E,...",
      description = "Assignments; each sees the row as it was.")
  private String set;

  @Option(
      names = "--where",
      required = true,
      paramLabel = "E",
      description = "Rows to update; 'true' for all.")
  private String where;

  @picocli.CommandLine.Mixin private final AttemptOptions attempts = new AttemptOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      Changed changed = attempts.run(opened, transaction -> transaction.update(set, where));
      terminal().out().println("updated " + changed.rows() + " rows, version " + changed.version());
    }
  }
}
