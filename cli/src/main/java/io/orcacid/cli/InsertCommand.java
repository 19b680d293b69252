package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.Transaction;
import io.orcacid.txn.Committed;
import java.io.IOException;
import java.util.List;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.Mixin;
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

  @Mixin private final TokenOption token = new TokenOption();

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      TypeDescription row = opened.definition().row();
      List<Object[]> rows = ValuesText.parse(values, row);
      try (Transaction transaction = opened.begin()) {
        token.name(transaction);
        Inserter inserter = transaction.insert();
        for (Object[] each : rows) {
          inserter.row(each);
        }
        Committed committed = transaction.commit();
        terminal()
            .out()
            .println(
                TokenOption.outcome(
                    transaction, committed, () -> "inserted " + rows.size() + " rows"));
      }
    }
  }
}
