package io.orcacid.cli;

import io.orcacid.AcidTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "truncate",
    description = "Removes all rows of a table or of partitions; older versions keep them.",
    footer = {"", "Example: orc-acid truncate clicks --partition day=2026-11-30"})
final class TruncateCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--partition",
      paramLabel = "P",
      description = "Only this partition; may be given several times.")
  private final List<String> partitions = new ArrayList<>();

  @picocli.CommandLine.Mixin private final AttemptOptions attempts = new AttemptOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      long version =
          attempts
              .run(
                  opened,
                  transaction -> {
                    if (partitions.isEmpty()) {
                      transaction.truncate();
                    } else {
                      transaction.truncate(partitions);
                    }
                    return 0;
                  })
              .version();
      terminal()
          .out()
          .println(
              "truncated "
                  + (partitions.isEmpty() ? "the table" : String.join(", ", partitions))
                  + ", version "
                  + version);
    }
  }
}
