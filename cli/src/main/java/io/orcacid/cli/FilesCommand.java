package io.orcacid.cli;

import com.google.common.io.Closer;
import io.orcacid.Inserter;
import io.orcacid.cli.input.InputFile;
import io.orcacid.cli.input.InputFormat;
import io.orcacid.cli.input.RowSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A verb that takes the rows of files to one table. */
abstract class FilesCommand extends Command {
  @Parameters(index = "0", paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "CSV with a header or JSON lines, also .gz; ORC; Parquet; - is standard input.")
  private List<String> files;

  @Option(
      names = "--format",
      paramLabel = "F",
      description = "csv, json, orc or parquet, where the name does not say it.")
  private InputFormat format;

  /**
   * The files, in the order given; to be closed together.
   *
   * @param all each of them
   */
  record Inputs(List<InputFile> all) implements Closeable {
    @Override
    public void close() throws IOException {
      try (Closer closer = Closer.create()) {
        all.forEach(closer::register);
      }
    }
  }

  String table() {
    return table;
  }

  /** Adds the rows of a file, and shows how far it is. */
  void add(InputFile input, TypeDescription row, Inserter inserter) throws IOException {
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

  Inputs openFiles() throws IOException {
    Inputs inputs = new Inputs(new ArrayList<>());
    try {
      for (String file : files) {
        inputs.all().add(InputFile.of(file, Optional.ofNullable(format), System.in));
      }
      return inputs;
    } catch (RuntimeException e) {
      inputs.close();
      throw e;
    }
  }
}
