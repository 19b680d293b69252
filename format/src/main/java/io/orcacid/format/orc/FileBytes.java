package io.orcacid.format.orc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.orc.CompressionCodec;
import org.apache.orc.CompressionKind;
import org.apache.orc.DataReader;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.impl.BufferChunk;
import org.apache.orc.impl.BufferChunkList;
import org.apache.orc.impl.DataReaderProperties;
import org.apache.orc.impl.InStream;
import org.apache.orc.impl.OrcCodecPool;
import org.apache.orc.impl.ReaderImpl;
import org.apache.orc.impl.RecordReaderUtils;

/**
 * The bytes of one open file as ORC's decoders ask for them: ORC's own way of reading, with the
 * codec of this engine where it has one, and what this process keeps of stripes. Not thread-safe;
 * for one reading of the file.
 */
final class FileBytes implements DataReader {
  private final Optional<FileKey> key;
  private final List<StripeInformation> stripes;
  private final InStream.StreamOptions compression;
  private final DataReader reading;
  private boolean open;

  private FileBytes(
      Optional<FileKey> key,
      List<StripeInformation> stripes,
      InStream.StreamOptions compression,
      DataReader reading) {
    this.key = key;
    this.stripes = stripes;
    this.compression = compression;
    this.reading = reading;
  }

  /**
   * For one reading of a file, on the handle that its reader has open if it has one.
   *
   * @param key under which this process keeps footers and indexes of stripes; empty to keep nothing
   * @param options how far apart ranges are that are read as one
   */
  static FileBytes of(
      FileSystem fileSystem,
      String path,
      Optional<FileKey> key,
      Reader reader,
      Reader.Options options) {
    InStream.StreamOptions compression =
        InStream.options()
            .withCodec(codec(reader.getCompressionKind()))
            .withBufferSize(reader.getCompressionSize());
    DataReaderProperties.Builder properties =
        DataReaderProperties.builder()
            .withCompression(compression)
            .withFileSystemSupplier(() -> fileSystem)
            .withPath(new Path(path))
            .withMinSeekSize(options.minSeekSize())
            .withMinSeekSizeTolerance(options.minSeekSizeTolerance());
    if (reader instanceof ReaderImpl open) {
      FSDataInputStream file = open.takeFile();
      if (file != null) {
        properties.withFile(file);
      }
    }
    return new FileBytes(
        key,
        reader.getStripes(),
        compression,
        RecordReaderUtils.createDefaultDataReader(properties.build()));
  }

  private static CompressionCodec codec(CompressionKind kind) {
    return kind == CompressionKind.ZSTD ? ReusedZstd.lend() : OrcCodecPool.getCodec(kind);
  }

  @Override
  public void open() throws IOException {
    if (!open) {
      reading.open();
      open = true;
    }
  }

  @Override
  public OrcProto.StripeFooter readStripeFooter(StripeInformation stripe) throws IOException {
    if (key.isEmpty()) {
      open();
      return reading.readStripeFooter(stripe);
    }
    Optional<OrcProto.StripeFooter> kept =
        StripeParts.footer(key.get(), stripe.getOffset(), stripe.getLength());
    if (kept.isPresent()) {
      return kept.get();
    }
    open();
    OrcProto.StripeFooter footer = reading.readStripeFooter(stripe);
    StripeParts.keep(key.get(), stripe.getOffset(), stripe.getLength(), footer);
    return footer;
  }

  @Override
  public BufferChunkList readFileData(BufferChunkList ranges, boolean doForceDirect)
      throws IOException {
    if (key.isEmpty() || doForceDirect || !isOfIndex(ranges.get())) {
      open();
      return reading.readFileData(ranges, doForceDirect);
    }
    List<BufferChunk> missing = new ArrayList<>();
    for (BufferChunk each = ranges.get(); each != null; each = (BufferChunk) each.next) {
      Optional<byte[]> kept = StripeParts.index(key.get(), each.getOffset(), each.getLength());
      if (kept.isPresent()) {
        each.setChunk(ByteBuffer.wrap(kept.get()));
      } else {
        missing.add(each);
      }
    }
    if (!missing.isEmpty()) {
      open();
      reading.readFileData(ranges, false);
      missing.forEach(this::keep);
    }
    return ranges;
  }

  /** ORC asks for the index of a stripe, or for its data, but not for both at once. */
  private boolean isOfIndex(BufferChunk first) {
    if (first == null) {
      return false;
    }
    for (StripeInformation stripe : stripes) {
      if (first.getOffset() >= stripe.getOffset()
          && first.getEnd() <= stripe.getOffset() + stripe.getIndexLength()) {
        return true;
      }
    }
    return false;
  }

  private void keep(BufferChunk read) {
    byte[] bytes = new byte[read.getLength()];
    read.getData().duplicate().get(bytes);
    StripeParts.keep(key.get(), read.getOffset(), bytes);
  }

  @Override
  public boolean isTrackingDiskRanges() {
    return reading.isTrackingDiskRanges();
  }

  @Deprecated
  @Override
  public void releaseBuffer(ByteBuffer toRelease) {
    reading.releaseBuffer(toRelease);
  }

  @Override
  public void releaseAllBuffers() {
    reading.releaseAllBuffers();
  }

  /** ORC takes a clone of what it is given, and closes that: there is one reading only. */
  @Override
  public DataReader clone() {
    return this;
  }

  @Override
  public InStream.StreamOptions getCompressionOptions() {
    return compression;
  }

  @Override
  public void close() throws IOException {
    if (compression.getCodec() instanceof ReusedZstd codec) {
      // What closes next would give it to ORC's pool.
      compression.withCodec(null);
      codec.giveBack();
    }
    reading.close();
  }
}
