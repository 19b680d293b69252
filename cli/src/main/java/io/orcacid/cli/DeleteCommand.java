package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Changed;
import io.orcacid.TableDefinition;
import io.orcacid.cli.input.InputFile;
import io.orcacid.cli.input.InputFormat;
import io.orcacid.format.TableShape;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "delete",
    description = "Deletes the rows for which a condition is true, or those of some keys.",
    footer = {
      "",
      "Example: orc-acid delete clicks --where \"n IS NULL\"",
      "Example: orc-acid delete people --keys gone.csv"
    })
final class DeleteCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @ArgGroup(multiplicity = "1")
  private Which which;

  private static final class Which {
    @Option(names = "--where", paramLabel = "E", description = "Rows to delete; 'true' for all.")
    private String where;

    @Option(
        names = "--keys",
        paramLabel = "FILE",
        description =
            "Rows to delete by their keys: a file with the key columns, and others that count for"
                + " nothing; - is standard input, as CSV.")
    private String keys;
  }

  @picocli.CommandLine.Mixin private final AttemptOptions attempts = new AttemptOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      Changed changed =
          which.where != null
              ? attempts.run(opened, transaction -> transaction.delete(which.where))
              : deleteKeys(opened);
      terminal().out().println("deleted " + changed.rows() + " rows, version " + changed.version());
    }
  }

  private Changed deleteKeys(AcidTable opened) throws IOException {
    Optional<InputFormat> format =
        which.keys.equals(InputFile.STANDARD_INPUT)
            ? Optional.of(InputFormat.CSV)
            : Optional.empty();
    try (InputFile input = InputFile.of(which.keys, format, System.in)) {
      List<Object[]> keys = read(input, opened.definition());
      return attempts.run(opened, transaction -> transaction.deleteKeys(keys));
    }
  }

  private static List<Object[]> read(InputFile input, TableDefinition definition)
      throws IOException {
    TypeDescription row = definition.row();
    TableShape shape = TableShape.of(row, List.of());
    int[] key =
        definition.key().stream()
            .mapToInt(column -> shape.position(column).orElseThrow())
            .toArray();
    return input.rows(row).stream()
        .map(values -> Arrays.stream(key).mapToObj(column -> values[column]).toArray())
        .toList();
  }
}
