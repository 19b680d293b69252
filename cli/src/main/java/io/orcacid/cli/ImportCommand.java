package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.cli.input.BadRowException;
import io.orcacid.cli.input.InputFile;
import io.orcacid.cli.input.RowSource;
import io.orcacid.cli.input.SchemaInference;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.txn.Committed;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "import",
    description = "Inserts the rows of files in one transaction: all of them, or none.",
    footer = {
      "",
      "A missing table is created with the columns that the files show.",
      "",
      "Example: orc-acid import clicks clicks.csv more.json.gz"
    })
final class ImportCommand extends FilesCommand {
  @Option(
      names = "--max-bad-rows",
      paramLabel = "N",
      defaultValue = "0",
      description = "Leave out up to N rows that cannot be read (default: ${DEFAULT-VALUE}).")
  private long maxBadRows;

  @Option(
      names = "--bad-rows-file",
      paramLabel = "F",
      description = "Where rows that are left out are written, as they were.")
  private Path badRowsFile;

  @Option(
      names = "--upsert",
      description = "Write the rows by the table's declared key instead of adding them.")
  private boolean upsert;

  @picocli.CommandLine.Mixin private final TokenOption token = new TokenOption();

  @picocli.CommandLine.Mixin
  private final CreateCommand.DefinitionOptions definition = new CreateCommand.DefinitionOptions();

  @Override
  void run() throws IOException {
    if (maxBadRows < 0) {
      throw new ValidationException("--max-bad-rows is 0 or more", "maxBadRows", maxBadRows);
    }
    try (Inputs inputs = openFiles();
        AcidTable opened = openOrCreate(inputs.all())) {
      importInto(opened, inputs.all());
    }
  }

  private AcidTable openOrCreate(List<InputFile> inputs) throws IOException {
    if (AcidTable.exists(table(), options())) {
      if (definition.isGiven()) {
        throw new ValidationException(
            "The table exists: partitions, buckets, key and properties are chosen when it is created",
            "path",
            table());
      }
      return open(table());
    }
    for (InputFile input : inputs) {
      input.keep();
    }
    TableDefinition wanted = definition.complete(TableDefinition.of(SchemaInference.infer(inputs)));
    AcidTable created = AcidTable.create(table(), wanted, options());
    terminal()
        .err()
        .println("created " + created.path() + " (" + SchemaText.print(wanted.row()) + ")");
    return created;
  }

  private void importInto(AcidTable opened, List<InputFile> inputs) throws IOException {
    TypeDescription row = opened.definition().row();
    Object[] values = new Object[row.getChildren().size()];
    try (Transaction transaction = opened.begin();
        BadRows badRows = new BadRows()) {
      token.name(transaction);
      for (InputFile input : inputs) {
        try (RowSource source = input.open(row);
            ImportProgress progress =
                ImportProgress.of(terminal(), input.name(), source.totalBytes())) {
          // A file without rows still begins the statement, so an import is one whatever it holds.
          Inserter inserter = inserter(transaction);
          while (badRows.next(source, values)) {
            inserter.row(values);
            progress.at(source.bytesRead(), inserter.rows());
          }
        }
      }
      long rows = inserter(transaction).rows();
      Committed committed = transaction.commit();
      terminal()
          .out()
          .println(
              TokenOption.outcome(transaction, committed, () -> "imported " + rows + " rows")
                  + badRows.summary());
    }
  }

  private Inserter inserter(Transaction transaction) throws IOException {
    return upsert ? transaction.upsert() : transaction.insert();
  }

  /** Counts and keeps rows that cannot be read; one too many ends the import. */
  private final class BadRows implements Closeable {
    private long count;
    private OutputStream out;

    boolean next(RowSource source, Object[] values) throws IOException {
      while (true) {
        try {
          return source.next(values);
        } catch (BadRowException bad) {
          if (++count > maxBadRows) {
            throw bad;
          }
          keep(bad);
        }
      }
    }

    private void keep(BadRowException bad) throws IOException {
      terminal().err().println("left out: " + bad.getMessage());
      if (badRowsFile != null) {
        if (out == null) {
          out = Files.newOutputStream(badRowsFile);
        }
        out.write(bad.raw());
        out.write('\n');
      }
    }

    String summary() {
      return count == 0 ? "" : ", " + count + " bad rows left out";
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }
}
