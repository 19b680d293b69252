package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.Transaction;
import io.orcacid.cli.input.InputFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "overwrite",
    description = "Replaces the rows of a table or of partitions by those of files.",
    footer = {
      "",
      "Without --partition or --touched every partition is replaced; those without rows become"
          + " empty.",
      "",
      "Example: orc-acid overwrite clicks monday.csv --partition day=2026-11-30"
    })
final class OverwriteCommand extends FilesCommand {
  @ArgGroup private final Scope scope = new Scope();

  private static final class Scope {
    @Option(
        names = "--partition",
        paramLabel = "P",
        description = "Only this partition, also if no row comes; may be given several times.")
    private List<String> partitions = new ArrayList<>();

    @Option(names = "--touched", description = "Only the partitions for which rows come.")
    private boolean touched;
  }

  @Option(
      names = "--last-wins",
      description = "Replace also what others commit while this runs, instead of failing.")
  private boolean lastWins;

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table());
        Inputs inputs = openFiles()) {
      overwrite(opened, inputs.all());
    }
  }

  private void overwrite(AcidTable opened, List<InputFile> inputs) throws IOException {
    TypeDescription row = opened.definition().row();
    try (Transaction transaction = opened.begin()) {
      if (lastWins) {
        transaction.lastWins();
      }
      Inserter inserter = inserter(transaction);
      for (InputFile input : inputs) {
        add(input, row, inserter);
      }
      long rows = inserter.rows();
      long version = transaction.commit().version();
      terminal().out().println("overwritten with " + rows + " rows, version " + version);
    }
  }

  private Inserter inserter(Transaction transaction) throws IOException {
    if (scope.touched) {
      return transaction.overwriteTouched();
    }
    return scope.partitions.isEmpty()
        ? transaction.overwrite()
        : transaction.overwrite(scope.partitions);
  }
}
