package io.orcacid.format.orc;

import io.orcacid.format.io.DurableOutput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcProto;
import org.apache.orc.PhysicalWriter;
import org.apache.orc.StripeStatistics;
import org.apache.orc.Writer;
import org.apache.orc.impl.StreamName;
import org.apache.orc.impl.writer.StreamOptions;
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

  /** Ends the file; its output is closed too. */
  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** Takes a stripe from its file instead of from an array that holds all of it. */
  static final class StreamingOutput implements PhysicalWriter {
    private final DurableOutput out;
    private final PhysicalWriter target;
    private StripeSource source;
    private int stripe;
    private byte[] buffer;

    /**
     * @param out where the target writes to
     * @param target does everything else
     */
    StreamingOutput(DurableOutput out, PhysicalWriter target) {
      this.out = out;
      this.target = target;
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
      target.appendRawStripe(ByteBuffer.wrap(NOTHING), entry);
      entry.setOffset(start);
    }

    @Override
    public void writeHeader() throws IOException {
      target.writeHeader();
    }

    @Override
    public OutputReceiver createDataStream(StreamName name) throws IOException {
      return target.createDataStream(name);
    }

    @Override
    public void writeIndex(StreamName name, OrcProto.RowIndex.Builder index) throws IOException {
      target.writeIndex(name, index);
    }

    @Override
    public void writeBloomFilter(StreamName name, OrcProto.BloomFilterIndex.Builder bloom)
        throws IOException {
      target.writeBloomFilter(name, bloom);
    }

    @Override
    public void finalizeStripe(
        OrcProto.StripeFooter.Builder footer, OrcProto.StripeInformation.Builder entry)
        throws IOException {
      target.finalizeStripe(footer, entry);
    }

    @Override
    public void writeStatistics(StreamName name, OrcProto.ColumnStatistics.Builder statistics)
        throws IOException {
      target.writeStatistics(name, statistics);
    }

    @Override
    public void writeFileMetadata(OrcProto.Metadata.Builder metadata) throws IOException {
      target.writeFileMetadata(metadata);
    }

    @Override
    public void writeFileFooter(OrcProto.Footer.Builder footer) throws IOException {
      target.writeFileFooter(footer);
    }

    @Override
    public long writePostScript(OrcProto.PostScript.Builder postScript) throws IOException {
      return target.writePostScript(postScript);
    }

    @Override
    public void close() throws IOException {
      target.close();
    }

    @Override
    public void flush() throws IOException {
      target.flush();
    }

    @Override
    public long getFileBytes(int column, WriterEncryptionVariant variant) {
      return target.getFileBytes(column, variant);
    }

    @Override
    public StreamOptions getStreamOptions() {
      return target.getStreamOptions();
    }
  }
}
