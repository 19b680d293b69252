package io.orcacid.cli;

import io.orcacid.AcidTable;
import java.io.IOException;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "abort",
    description =
        "Declares that an open write id will never be committed; see 'transactions' for open ones.",
    footer = {"", "Example: orc-acid abort clicks 17"})
final class AbortCommand extends Command {
  @Parameters(index = "0", paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Parameters(index = "1", paramLabel = "WRITE_ID", description = "The write id.")
  private long writeId;

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      opened.abort(writeId);
      terminal().out().println("aborted write id " + writeId + ", version " + opened.version());
    }
  }
}
