package io.orcacid.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Gathers text and writes it as UTF-8 in large pieces. */
final class TextSink {
  private static final int PIECE = 1 << 15;

  private final OutputStream out;
  private final StringBuilder text = new StringBuilder(PIECE + PIECE / 4);

  TextSink(OutputStream out) {
    this.out = out;
  }

  /** Where the next row's text is appended. */
  StringBuilder text() {
    return text;
  }

  /** Ends a line. */
  void endLine() {
    text.append('\n');
    if (text.length() >= PIECE) {
      write();
    }
  }

  /** Writes all that was gathered. */
  void flush() {
    write();
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    check();
  }

  private void write() {
    try {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    text.setLength(0);
    check();
  }

  /** A print stream, such as standard output, keeps its failures to itself unless asked. */
  private void check() {
    if (out instanceof PrintStream stream && stream.checkError()) {
      throw new UncheckedIOException(new IOException("the output takes no more text"));
    }
  }
}
