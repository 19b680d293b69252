package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.Transaction;
import io.orcacid.cli.input.InputFile;
import io.orcacid.cli.input.InputFormat;
import io.orcacid.cli.input.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class OverwriteCommand extends Command {
  @Parameters(index = "0", paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "CSV with a header or JSON lines, also .gz; - is standard input.")
  private List<String> files;

  @Option(
      names = "--format",
      paramLabel = "F",
      description = "csv or json, where the name does not say it.")
  private InputFormat format;

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
    List<InputFile> inputs = new ArrayList<>();
    try (AcidTable opened = open(table)) {
      for (String file : files) {
        inputs.add(InputFile.of(file, Optional.ofNullable(format), System.in));
      }
      overwrite(opened, inputs);
    } finally {
      for (InputFile input : inputs) {
        input.close();
      }
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

  private void add(InputFile input, TypeDescription row, Inserter inserter) throws IOException {
    Object[] values = new Object[row.getChildren().size()];
    try (RowSource source = input.open(row);
        ImportProgress progress =
            ImportProgress.of(terminal(), input.name(), source.totalBytes())) {
      while (source.next(values)) {
        inserter.row(values);
        progress.at(source.bytesRead(), inserter.rows());
      }
    }
  }
}
