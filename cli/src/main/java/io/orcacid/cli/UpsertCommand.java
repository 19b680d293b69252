package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Changed;
import io.orcacid.Inserter;
import io.orcacid.cli.input.InputFile;
import java.io.IOException;

@picocli.CommandLine.Command(
    name = "upsert",
    description = "Writes the rows of files by the table's declared key.",
    footer = {
      "",
      "Each row takes the place of the row of its key; of several of one key the last stays, or, if"
          + " the table has the property orcacid.ordering.column, that with the larger value in it.",
      "",
      "Example: orc-acid upsert people changes.csv"
    })
final class UpsertCommand extends FilesCommand {
  @picocli.CommandLine.Mixin private final AttemptOptions attempts = new AttemptOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table());
        Inputs inputs = openFiles()) {
      for (InputFile input : inputs.all()) {
        input.keep();
      }
      Changed changed =
          attempts.run(
              opened,
              transaction -> {
                Inserter inserter = transaction.upsert();
                for (InputFile input : inputs.all()) {
                  add(input, opened.definition().row(), inserter);
                }
                return inserter.rows();
              });
      terminal()
          .out()
          .println("upserted " + changed.rows() + " rows, version " + changed.version());
    }
  }
}
