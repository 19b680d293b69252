package io.orcacid.format.orc;

import io.orcacid.format.io.DurableOutput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;
import org.apache.orc.Writer;
import org.apache.orc.impl.PhysicalFsWriter;
import org.apache.orc.impl.writer.WriterEncryptionVariant;

/**
 * Writes one ORC file of rows and of stripes of other files, in the order in which they come.
 * Stripes are streamed as bytes; rows given before one end as a stripe of their own. Not
 * thread-safe.
 *
 * <p>Not its business: whether a stripe may stand in this file; see {@link StripeFormat}.
 */
public final class AppendingWriter implements Closeable {
  private static final byte[] NOTHING = new byte[0];

  private final Writer writer;
  private final StreamingOutput output;

  AppendingWriter(Writer writer, StreamingOutput output) {
    this.writer = writer;
    this.output = output;
  }

  /** Adds rows; the callback may be called while they are. */
  public void addRowBatch(VectorizedRowBatch batch) throws IOException {
    writer.addRowBatch(batch);
  }

  /**
   * Adds a stripe of another file. Rows added before are flushed first, with a call of the
   * callback; for the stripe itself there is none.
   *
   * @param source the other file, of a format that agrees with this one's
   * @param stripe number of the stripe in it, from 0
   */
  public void append(StripeSource source, int stripe) throws IOException {
    output.next(source, stripe);
    writer.appendStripe(
        NOTHING, 0, 0, source.stripe(stripe), new StripeStatistics[] {source.statistics(stripe)});
  }

  /** Stripes that are complete. */
  public List<StripeInformation> stripes() throws IOException {
    return writer.getStripes();
  }

  /** Ends the file; its output is closed too. */
  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** Takes a stripe from its file instead of from an array that holds all of it. */
  static final class StreamingOutput extends PhysicalFsWriter {
    private final DurableOutput out;
    private StripeSource source;
    private int stripe;
    private byte[] buffer;

    StreamingOutput(DurableOutput out, OrcFile.WriterOptions options) throws IOException {
      super(out, options, new WriterEncryptionVariant[0]);
      this.out = out;
    }

    void next(StripeSource nextSource, int nextStripe) {
      source = nextSource;
      stripe = nextStripe;
    }

    @Override
    public void appendRawStripe(ByteBuffer unused, OrcProto.StripeInformation.Builder entry)
        throws IOException {
      if (buffer == null) {
        buffer = StripeSource.buffer();
      }
      long start = out.getPos();
      source.copy(stripe, buffer, out);
      // Counts the stripe; without bytes it pads nothing either.
      super.appendRawStripe(ByteBuffer.wrap(NOTHING), entry);
      entry.setOffset(start);
    }
  }
}
