package io.orcacid.format.io;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;

/**
 * Output whose bytes are on the disk once {@link #close} returned, with their count and CRC32C. ORC
 * closes its stream without a sync (MEASUREMENTS.md §2), so every file of a table is written
 * through this. Not thread-safe.
 */
public final class DurableOutput extends FSDataOutputStream {
  private final Checked checked;

  /** What makes the bytes of a file durable. */
  enum Durability {
    /** A sync before the file is closed. */
    SYNC,
    /** The end of the upload, by which an object store has the file, and nothing before it. */
    UPLOAD
  }

  DurableOutput(FSDataOutputStream out, Durability durability) {
    this(new Checked(out, durability));
  }

  private DurableOutput(Checked checked) {
    super(checked, null);
    this.checked = checked;
  }

  /** Bytes written so far. */
  public long length() {
    return checked.length;
  }

  /** CRC32C of the bytes written so far. */
  public int crc32c() {
    return (int) checked.crc.getValue();
  }

  @Override
  public void hflush() throws IOException {
    flush();
  }

  @Override
  public void hsync() throws IOException {
    checked.hsync();
  }

  /**
   * A failed sync is never tried again on the same file: the file is worthless then
   * (MEASUREMENTS.md §2).
   */
  private static final class Checked extends FilterOutputStream {
    private final FSDataOutputStream target;
    private final Durability durability;
    private final CRC32C crc = new CRC32C();
    private long length;
    private boolean closed;

    Checked(FSDataOutputStream target, Durability durability) {
      super(target);
      this.target = target;
      this.durability = durability;
    }

    @Override
    public void write(int value) throws IOException {
      try {
        target.write(value);
      } catch (FSError e) {
        throw failure(e);
      }
      crc.update(value);
      length++;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      try {
        target.write(bytes, offset, count);
      } catch (FSError e) {
        throw failure(e);
      }
      crc.update(bytes, offset, count);
      length += count;
    }

    @Override
    public void flush() throws IOException {
      try {
        target.flush();
      } catch (FSError e) {
        throw failure(e);
      }
    }

    void hsync() throws IOException {
      if (durability == Durability.UPLOAD) {
        return;
      }
      try {
        target.hsync();
      } catch (FSError e) {
        throw failure(e);
      }
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (target) {
        hsync();
      } catch (FSError e) {
        throw failure(e);
      }
    }

    /** Hadoop tells of a full local disk by an {@link Error}, which nobody above expects. */
    private static IOException failure(FSError error) {
      return error.getCause() instanceof IOException cause ? cause : new IOException(error);
    }
  }
}
