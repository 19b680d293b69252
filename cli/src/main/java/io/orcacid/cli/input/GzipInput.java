package io.orcacid.cli.input;

import io.orcacid.error.ValidationException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks gzip, one member or many. The class of Java takes a damaged second member for the end of
 * the data; here what follows a member must be another one or zeros, else rows would be lost
 * unseen.
 */
final class GzipInput extends InputStream {
  private static final int TRAILER = 8;
  private static final int PIECE = 1 << 16;

  private final String name;
  private final Members members;

  GzipInput(String name, InputStream in) throws IOException {
    this.name = name;
    try {
      this.members = new Members(in);
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    }
  }

  private ValidationException damaged(IOException cause) {
    return new ValidationException("A compressed file is damaged or cut off", cause, "file", name);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      int read = members.read(bytes, offset, length);
      if (read < 0) {
        members.checkRest();
      }
      return read;
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    }
  }

  @Override
  public void close() throws IOException {
    members.close();
  }

  private static final class Members extends GZIPInputStream {
    Members(InputStream in) throws IOException {
      super(in, PIECE);
    }

    /** What was read beyond the last member is still in the buffer, its trailer in front. */
    void checkRest() throws IOException {
      int rest = inf.getRemaining();
      for (int i = len - Math.max(0, rest - TRAILER); i < len; i++) {
        checkZero(buf[i]);
      }
      for (int value = in.read(); value >= 0; value = in.read()) {
        checkZero(value);
      }
    }

    private static void checkZero(int value) throws ZipException {
      if (value != 0) {
        throw new ZipException("no gzip data after the end of a member");
      }
    }
  }
}
