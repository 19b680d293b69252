package io.orcacid.cli.input;

import io.orcacid.error.ValidationException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into the bytes of its rows and counts its lines. Knows nothing of what is in a row
 * but where it ends.
 */
final class RecordReader implements Closeable {
  /** The longest row in bytes: a quote that is never closed must not fill the memory. */
  static final int LONGEST = 1 << 26;

  private static final int FIRST_CAPACITY = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final String name;
  private final InputStream in;
  private final Framing framing;

  private byte[] buffer = new byte[FIRST_CAPACITY];
  private int start;
  private int length;
  private int position;
  private int limit;
  private long line;
  private long nextLine = 1;
  private boolean begun;

  RecordReader(String name, InputStream in, Framing framing) {
    this.name = name;
    this.in = in;
    this.framing = framing;
  }

  /** Goes to the next row; false if there is none. */
  boolean next() throws IOException {
    if (!begun) {
      begun = true;
      skipByteOrderMark();
    }
    line = nextLine;
    start = position;
    framing.begin();
    while (position < limit || fill()) {
      byte value = buffer[position++];
      if (framing.endsAt(value)) {
        length = position - 1 - start;
        if (value == '\n' && length > 0 && buffer[start + length - 1] == '\r') {
          length--;
        }
        nextLine = line + 1 + endsOfLines();
        if (value == '\r' && (position < limit || fill()) && buffer[position] == '\n') {
          position++;
        }
        return true;
      }
    }
    length = position - start;
    return length > 0;
  }

  private void skipByteOrderMark() throws IOException {
    while (limit < BYTE_ORDER_MARK.length && fill()) {
      continue;
    }
    if (limit >= BYTE_ORDER_MARK.length
        && Arrays.equals(buffer, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, 3)) {
      position = BYTE_ORDER_MARK.length;
    }
  }

  /** Ends of lines within the row, a carriage return with its line feed as one. */
  private long endsOfLines() {
    long ends = 0;
    for (int i = start; i < start + length; i++) {
      boolean carriageReturn = buffer[i] == '\r' && buffer[i + 1] != '\n';
      ends += buffer[i] == '\n' || carriageReturn ? 1 : 0;
    }
    return ends;
  }

  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, limit - start);
      position -= start;
      limit -= start;
      start = 0;
    }
    if (limit == buffer.length) {
      if (limit >= LONGEST) {
        throw new ValidationException(
            "A row of the input is too long; is a quote not closed?",
            "file",
            name,
            "line",
            line,
            "longest bytes",
            LONGEST);
      }
      buffer = Arrays.copyOf(buffer, 2 * limit);
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    limit += Math.max(read, 0);
    return read > 0;
  }

  /** The bytes that hold the row; valid until the next call of {@link #next}. */
  byte[] buffer() {
    return buffer;
  }

  /** Where the row begins. */
  int start() {
    return start;
  }

  /** Bytes of the row without the end of its last line. */
  int length() {
    return length;
  }

  /** Whether the stream ended within a row that must go on. */
  boolean isCutOff() {
    return framing.isOpen();
  }

  /** Number of the line, from 1, on which the row begins. */
  long line() {
    return line;
  }

  boolean isBlank() {
    for (int i = start; i < start + length; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  /** The error of this row. */
  BadRowException bad(InvalidValueException why) {
    byte[] raw = Arrays.copyOfRange(buffer, start, start + length);
    return BadRowException.ofLine(name, line, why, raw);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
