package io.orcacid.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output in UTF-8 that knows why it failed: a reader that went away is no news, a full
 * disk is. Not thread-safe.
 */
final class StandardOutput extends PrintStream {
  private final Watched watched;

  StandardOutput(Watched watched) {
    super(watched, false, StandardCharsets.UTF_8);
    this.watched = watched;
  }

  static StandardOutput open() {
    return new StandardOutput(new Watched(new FileOutputStream(FileDescriptor.out)));
  }

  /** Whether it is a pipe of which the other end was closed. */
  boolean isReaderGone() {
    return watched.failure != null && String.valueOf(watched.failure).contains("Broken pipe");
  }

  /** Keeps the failure that a print stream swallows. */
  static final class Watched extends FilterOutputStream {
    private IOException failure;

    Watched(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      try {
        out.write(value);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      try {
        out.write(bytes, offset, count);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
