package io.orcacid.cli;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What every verb has: settings, help, and a terminal. */
abstract class Command implements Callable<Integer> {
  @ParentCommand private OrcAcidCommand parent;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the engine, such as orcacid.writer.open.files=8; may be repeated.")
  private final Map<String, String> conf = new LinkedHashMap<>();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  Terminal terminal() {
    return parent.terminal();
  }

  /** Settings that were given by {@code --conf}. */
  Map<String, String> conf() {
    return conf;
  }

  AcidOptions options() {
    return AcidOptions.of(conf);
  }

  AcidTable open(String path) throws IOException {
    return AcidTable.open(path, options());
  }

  abstract void run() throws IOException;

  @Override
  public final Integer call() throws IOException {
    run();
    terminal().out().flush();
    return exitCode().number();
  }

  /** What a verb that ended without an error says; to be asked after {@link #run}. */
  ExitCode exitCode() {
    return ExitCode.OK;
  }
}
