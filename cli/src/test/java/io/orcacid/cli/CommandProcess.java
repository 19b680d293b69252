package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** The command as a process that may be killed, or, where that is not the point, in this one. */
final class CommandProcess {
  /** Longest that a test waits for one run. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private CommandProcess() {}

  /**
   * What became of a run.
   *
   * @param exit exit code; {@link ChildProcess#KILLED} if it was killed
   */
  record Run(int exit, String out, String err) {
    static Run of(ChildProcess process) {
      int exit = process.exitCode(PATIENCE);
      return new Run(exit, process.out(), process.err());
    }

    /** Whether what it printed ends with a whole line, so that its caller may rely on it. */
    boolean isAcknowledged() {
      return out.endsWith("\n");
    }
  }

  /** A virtual machine that starts fast and leaves its temporary files where they are removed. */
  static ChildProcess.Program program(Class<?> main, Path temporary, String... arguments) {
    return ChildProcess.of(main, arguments)
        .withJvmOptions(
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-XX:-UsePerfData",
            "-Dfile.encoding=UTF-8",
            "-Djava.io.tmpdir=" + temporary)
        .withArchive(CommandClasses.archive());
  }

  /** The command, not started yet. */
  static ChildProcess.Program command(Path temporary, String... arguments) {
    return program(OrcAcidCommand.class, temporary, arguments);
  }

  /** Runs the command in a process of its own, to its end. */
  static Run run(Path temporary, String... arguments) {
    try (ChildProcess process = command(temporary, arguments).start()) {
      return Run.of(process);
    }
  }

  /** Output of the command in this process, which must succeed. */
  static String out(String... arguments) {
    Run run = here(arguments);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out();
  }

  /** The one line with which the command in this process refuses what it is asked. */
  static String refused(String... arguments) {
    Run run = here(arguments);
    assertThat(run.exit()).as(run.toString()).isEqualTo(2);
    assertThat(run.err().lines()).as(run.toString()).hasSize(1);
    return run.err();
  }

  /** Runs the command in this process. */
  static Run here(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        OrcAcidCommand.run(
            new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                0),
            arguments);
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
