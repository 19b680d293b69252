package io.orcacid.cli;

import java.util.function.Supplier;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A verb that tells something about one table, to people or to programs. */
abstract class ReportCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--format",
      paramLabel = "F",
      defaultValue = "table",
      description = "table, for people, or json (default: ${DEFAULT-VALUE}).")
  private ReportFormat format;

  String table() {
    return table;
  }

  /** Prints the form that was asked for; the other one is not made. */
  void print(Supplier<String> text, Supplier<String> json) {
    terminal().out().println((format == ReportFormat.JSON ? json : text).get());
  }
}
