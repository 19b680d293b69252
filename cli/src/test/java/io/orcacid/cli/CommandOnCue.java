package io.orcacid.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * The command, begun when a line comes. Before that it runs once on another table, so that what is
 * watched afterwards is the work and not the loading of classes.
 */
final class CommandOnCue {
  /** What it says when it waits. */
  static final String READY = "ready";

  private CommandOnCue() {}

  /** Arguments: the other table, then those of the command, whose second is its table. */
  public static void main(String[] arguments) throws IOException {
    String[] command = java.util.Arrays.copyOfRange(arguments, 1, arguments.length);
    String[] rehearsal = command.clone();
    rehearsal[1] = arguments[0];
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    if (OrcAcidCommand.run(nowhere, nowhere, rehearsal) != ExitCode.OK.number()) {
      throw new IllegalStateException("the rehearsal failed");
    }
    System.out.println(READY);
    System.out.flush();
    if (System.in.read() >= 0) {
      OrcAcidCommand.main(command);
    }
  }
}
