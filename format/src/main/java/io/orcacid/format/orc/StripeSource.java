package io.orcacid.format.orc;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;

/**
 * An ORC file whose stripes are read as bytes. Not thread-safe.
 *
 * @see AppendingWriter#append
 */
public final class StripeSource implements Closeable {
  /** Larger pieces copy no faster (MEASUREMENTS.md §6). */
  private static final int PIECE = 1 << 20;

  private final OrcInput input;
  private final FSDataInputStream bytes;
  private final List<StripeInformation> stripes;
  private final List<StripeStatistics> statistics;
  private final long length;

  private StripeSource(OrcInput input, FSDataInputStream bytes, long length) throws IOException {
    this.input = input;
    this.bytes = bytes;
    this.stripes = input.stripes();
    this.statistics = input.stripeStatistics();
    this.length = length;
  }

  /**
   * Opens a file of at least one stripe.
   *
   * @param storage where
   * @param path the file
   * @param length bytes that count
   * @throws CorruptFileException if it is no ORC file, or damaged
   */
  public static StripeSource open(Storage storage, String path, long length) throws IOException {
    OrcInput input = OrcFiles.open(storage, path, length);
    try {
      FSDataInputStream bytes = storage.fileSystem().open(new Path(path));
      try {
        return new StripeSource(input, bytes, length);
      } catch (IOException | RuntimeException e) {
        bytes.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  /** The file as ORC reads it. */
  public OrcInput input() {
    return input;
  }

  StripeInformation stripe(int index) {
    return stripes.get(index);
  }

  StripeStatistics statistics(int index) {
    return statistics.get(index);
  }

  /** Streams the bytes of one stripe: memory holds a piece, whatever the stripe's length. */
  void copy(int index, byte[] buffer, OutputStream out) throws IOException {
    StripeInformation stripe = stripes.get(index);
    if (stripe.getOffset() + stripe.getLength() > length) {
      throw new CorruptFileException(
          "A stripe lies behind the end of its file",
          "path",
          input.path(),
          "stripe",
          index,
          "length",
          length);
    }
    long position = stripe.getOffset();
    long left = stripe.getLength();
    while (left > 0) {
      int count = (int) Math.min(buffer.length, left);
      long from = position;
      OrcFiles.guarded(
          input.path(),
          () -> {
            bytes.readFully(from, buffer, 0, count);
            return null;
          });
      out.write(buffer, 0, count);
      position += count;
      left -= count;
    }
  }

  static byte[] buffer() {
    return new byte[PIECE];
  }

  @Override
  public void close() throws IOException {
    try (input) {
      bytes.close();
    }
  }
}
