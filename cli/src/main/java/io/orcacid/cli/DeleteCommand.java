package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Changed;
import java.io.IOException;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "delete",
    description = "Deletes the rows for which a condition is true.",
    footer = {"", "Example: orc-acid delete clicks --where \"n IS NULL\""})
final class DeleteCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--where",
      required = true,
      paramLabel = "E",
      description = "Rows to delete; 'true' for all.")
  private String where;

  @picocli.CommandLine.Mixin private final AttemptOptions attempts = new AttemptOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      Changed changed = attempts.run(opened, transaction -> transaction.delete(where));
      terminal().out().println("deleted " + changed.rows() + " rows, version " + changed.version());
    }
  }
}
