package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Batches;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.cli.output.ExportFormat;
import io.orcacid.cli.output.FlatOrcFile;
import io.orcacid.cli.output.NewFile;
import io.orcacid.cli.output.OutputFormat;
import io.orcacid.cli.output.RowAddressing;
import io.orcacid.cli.output.RowPrinter;
import io.orcacid.error.ValidationException;
import io.orcacid.reader.ScanBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.GZIPOutputStream;
import org.apache.orc.OrcConf;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "export",
    description = "Writes the rows of a table, as of one version, to a file.",
    footer = {
      "",
      "CSV and JSON are as scan prints them, and packed if the name ends with .gz; ORC is a flat file"
          + " with partition columns among the others. The file is under its name once it is whole.",
      "",
      "Example: orc-acid export clicks clicks.orc --where \"n >= 3\" --as-of-version 7"
    })
final class ExportCommand extends Command {
  private static final String STANDARD_OUTPUT = "-";

  @Parameters(index = "0", paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "The file to write; - is standard output, for csv and json.")
  private String file;

  @Option(
      names = "--format",
      paramLabel = "F",
      description = "csv, json or orc, where the name does not say it.")
  private ExportFormat format;

  @Option(
      names = {"--select", "--columns"},
      paramLabel = "a,b",
      description = "Only these columns, in this order.")
  private String columns;

  @Option(names = "--where", paramLabel = "E", description = "Only rows for which this is true.")
  private String where;

  @Option(names = "--ordered", description = "By partition path, then by row id.")
  private boolean ordered;

  @Option(names = "--overwrite", description = "Replace the file if there is one.")
  private boolean overwrite;

  @picocli.CommandLine.Mixin private final SnapshotOptions snapshot = new SnapshotOptions();

  @Override
  void run() throws IOException {
    ExportFormat chosen = chosenFormat();
    if (file.equals(STANDARD_OUTPUT)) {
      try (AcidTable opened = snapshot.open(table, options())) {
        print(opened, chosen, terminal().out());
      }
      return;
    }
    long rows;
    try (AcidTable opened = snapshot.open(table, options());
        NewFile created =
            NewFile.create(
                file, overwrite ? NewFile.Existing.REPLACED : NewFile.Existing.REFUSED)) {
      rows = write(opened, chosen, created);
      created.publish();
    }
    terminal().out().println("exported " + rows + " rows to " + file);
  }

  private ExportFormat chosenFormat() {
    if (file.equals(STANDARD_OUTPUT)) {
      if (format == null || format == ExportFormat.ORC) {
        throw new ValidationException(
            "Standard output takes --format csv or --format json; name a file for ORC");
      }
      return format;
    }
    ExportFormat chosen = format == null ? ExportFormat.ofName(file) : format;
    if (chosen == ExportFormat.ORC && ExportFormat.isCompressed(file)) {
      throw new ValidationException(
          "An ORC file is compressed within: leave out .gz", "file", file);
    }
    return chosen;
  }

  private long write(AcidTable opened, ExportFormat chosen, NewFile created) throws IOException {
    if (chosen == ExportFormat.ORC) {
      return writeOrc(opened, created);
    }
    try (OutputStream out =
        ExportFormat.isCompressed(file)
            ? new GZIPOutputStream(created.output())
            : created.output()) {
      return print(opened, chosen, out);
    }
  }

  private long print(AcidTable opened, ExportFormat chosen, OutputStream out) throws IOException {
    OutputFormat printed = chosen == ExportFormat.CSV ? OutputFormat.CSV : OutputFormat.JSON;
    long count = 0;
    try (Rows rows = scan(opened).rows()) {
      RowPrinter printer =
          printed.printer(rows.type(), RowAddressing.NONE, OptionalInt.empty(), out);
      for (Row row : rows) {
        printer.print(row.values().toArray(), Optional.empty());
        count++;
      }
      printer.finish();
    }
    return count;
  }

  private long writeOrc(AcidTable opened, NewFile created) throws IOException {
    try (Batches batches = scan(opened).batches()) {
      FlatOrcFile orc = new FlatOrcFile(created.output(), batches.type(), compression(opened));
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        orc.add(batch.get().rows());
      }
      orc.finish();
      return orc.rows();
    }
  }

  /** Properties that name columns may name such as are not exported. */
  private static Map<String, String> compression(AcidTable opened) throws IOException {
    String key = OrcConf.COMPRESS.getAttribute();
    String chosen = opened.definition().properties().get(key);
    return chosen == null ? Map.of() : Map.of(key, chosen);
  }

  private Scan scan(AcidTable opened) {
    Scan scan = snapshot.scan(opened);
    scan = columns == null ? scan : scan.select(Names.parse(columns));
    scan = where == null ? scan : scan.where(where);
    return ordered ? scan.ordered() : scan;
  }
}
