package io.orcacid.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads and prints: UTF-8 whatever the locale. Not thread-safe.
 *
 * @param out results
 * @param err everything else: errors, progress, statistics
 * @param width columns of the terminal that {@code out} is; 0 if it is none
 */
record Terminal(PrintStream out, PrintStream err, int width) {
  private static final int USUAL_WIDTH = 120;

  static Terminal system() {
    return new Terminal(
        StandardOutput.open(),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
        System.console() == null ? 0 : columns());
  }

  private static int columns() {
    try {
      return Math.max(40, Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "")));
    } catch (NumberFormatException unset) {
      return USUAL_WIDTH;
    }
  }

  /** Whether {@code out} is a pipe of which the other end was closed. */
  boolean isReaderGone() {
    return out instanceof StandardOutput standard && standard.isReaderGone();
  }

  /** Whether people look at it. */
  boolean isInteractive() {
    return width > 0;
  }
}
