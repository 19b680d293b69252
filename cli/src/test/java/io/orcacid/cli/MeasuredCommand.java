package io.orcacid.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command, which says on its standard error what the kernel counted as its greatest memory. */
final class MeasuredCommand {
  private MeasuredCommand() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    int exit = OrcAcidCommand.run(new Terminal(out, err, 0), arguments);
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          err.println(line.replaceAll("\\s+", " "));
        }
      }
    }
    System.exit(exit);
  }
}
