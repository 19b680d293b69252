package io.orcacid.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code orc-acid} command. */
@CommandLine.Command(
    name = "orc-acid",
    description = "Reads, writes and shows Hive full-ACID ORC tables, without Hive.",
    synopsisSubcommandLabel = "VERB",
    versionProvider = OrcAcidCommand.Version.class,
    subcommands = {
      CreateCommand.class,
      ImportCommand.class,
      InsertCommand.class,
      ScanCommand.class,
      ExportCommand.class,
      CountCommand.class,
      ChangesCommand.class,
      UpdateCommand.class,
      DeleteCommand.class,
      UpsertCommand.class,
      MergeCommand.class,
      OverwriteCommand.class,
      TruncateCommand.class,
      AlterCommand.class,
      TagCommand.class,
      RestoreCommand.class,
      DiffCommand.class,
      HistoryCommand.class,
      InspectCommand.class,
      SchemaCommand.class,
      TransactionsCommand.class,
      LocksCommand.class,
      AbortCommand.class,
      AdoptCommand.class,
      CompactCommand.class,
      CleanCommand.class,
      CompactionsCommand.class,
      DaemonCommand.class,
      VerifyCommand.class,
      FileCommand.class,
      QuickstartCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 ok; 1 findings; 2 usage, validation, unsupported, too old;",
      "3 conflict, aborted, unknown outcome; 4 corrupt; 5 input or output.",
      "",
      "Example: orc-acid quickstart"
    })
public final class OrcAcidCommand implements Runnable {
  private final Terminal terminal;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      scope = ScopeType.LOCAL,
      description = "Print the version and exit.")
  private boolean version;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  OrcAcidCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(Terminal.system(), arguments));
  }

  /**
   * Runs the command inside this JVM.
   *
   * @param out where results go, in UTF-8; flushed, not closed
   * @param err where errors and progress go, in UTF-8
   * @param arguments verb, table and the rest
   * @return the exit code
   */
  public static int run(PrintStream out, PrintStream err, String... arguments) {
    return run(new Terminal(out, err, 0), arguments);
  }

  static int run(Terminal terminal, String... arguments) {
    PrintWriter out = new PrintWriter(terminal.out(), true);
    PrintWriter err = new PrintWriter(terminal.err(), true);
    CommandLine command =
        new CommandLine(new OrcAcidCommand(terminal))
            .setOut(out)
            .setErr(err)
            .setUsageHelpAutoWidth(terminal.isInteractive())
            .setColorScheme(
                CommandLine.Help.defaultColorScheme(
                    terminal.isInteractive()
                        ? CommandLine.Help.Ansi.AUTO
                        : CommandLine.Help.Ansi.OFF))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler((error, line, result) -> failed(terminal, error))
            .setParameterExceptionHandler(
                (error, line) -> {
                  String text = error.getMessage().replace('\n', ' ');
                  err.println(
                      "error USAGE: "
                          + text
                          + "; see '"
                          + error.getCommandLine().getCommandSpec().qualifiedName()
                          + " --help'");
                  return ExitCode.USAGE.number();
                });
    int code;
    try {
      code = command.execute(arguments);
    } catch (RuntimeException | Error e) {
      code = failed(terminal, e);
    }
    out.flush();
    if (terminal.out().checkError() && code == ExitCode.OK.number()) {
      return failed(terminal, new IOException("the results could not be written"));
    }
    return code;
  }

  private static int failed(Terminal terminal, Throwable error) {
    terminal.out().flush();
    if (!terminal.isReaderGone()) {
      // As in "scan | head": who reads no further asks for no message either.
      terminal.err().println(ExitCode.line(error));
    }
    if (System.getenv("ORC_ACID_TRACE") != null) {
      error.printStackTrace(terminal.err());
    }
    return ExitCode.of(error).number();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  Terminal terminal() {
    return terminal;
  }

  /** Version by the build. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      try (InputStream in = OrcAcidCommand.class.getResourceAsStream("version.properties")) {
        Properties properties = new Properties();
        properties.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
        return new String[] {"orc-acid " + properties.getProperty("version")};
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
