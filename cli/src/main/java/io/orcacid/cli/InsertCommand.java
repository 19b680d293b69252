package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.Transaction;
import java.io.IOException;
import java.util.List;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "insert",
    description = "Inserts rows given as values.",
    footer = {
      "",
      "Example: orc-acid insert clicks --values \"(1, '/a', DATE '2026-11-30'), (2, NULL, NULL)\""
    })
final class InsertCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--values",
      required = true,
      paramLabel = "ROWS",
      description = "Rows in parentheses, a value for each column in declared order.")
  private String values;

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      TypeDescription row = opened.definition().row();
      List<Object[]> rows = ValuesText.parse(values, row);
      try (Transaction transaction = opened.begin()) {
        Inserter inserter = transaction.insert();
        for (Object[] each : rows) {
          inserter.row(each);
        }
        long version = transaction.commit().version();
        terminal().out().println("inserted " + rows.size() + " rows, version " + version);
      }
    }
  }
}
