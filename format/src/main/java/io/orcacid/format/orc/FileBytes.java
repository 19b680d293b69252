package io.orcacid.format.orc;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.orc.CompressionCodec;
import org.apache.orc.CompressionKind;
import org.apache.orc.DataReader;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.impl.BufferChunkList;
import org.apache.orc.impl.DataReaderProperties;
import org.apache.orc.impl.InStream;
import org.apache.orc.impl.OrcCodecPool;
import org.apache.orc.impl.ReaderImpl;
import org.apache.orc.impl.RecordReaderUtils;

/**
 * The bytes of one open file as ORC's decoders ask for them: ORC's own way of reading, with the
 * codec of this engine where it has one. Not thread-safe; for one reading of the file.
 */
final class FileBytes implements DataReader {
  private final InStream.StreamOptions compression;
  private final DataReader reading;

  private FileBytes(InStream.StreamOptions compression, DataReader reading) {
    this.compression = compression;
    this.reading = reading;
  }

  /**
   * For one reading of a file, on the handle that its reader has open if it has one.
   *
   * @param options how far apart ranges are that are read as one
   */
  static FileBytes of(FileSystem fileSystem, String path, Reader reader, Reader.Options options) {
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
        compression, RecordReaderUtils.createDefaultDataReader(properties.build()));
  }

  private static CompressionCodec codec(CompressionKind kind) {
    return kind == CompressionKind.ZSTD ? ReusedZstd.lend() : OrcCodecPool.getCodec(kind);
  }

  @Override
  public void open() throws IOException {
    reading.open();
  }

  @Override
  public OrcProto.StripeFooter readStripeFooter(StripeInformation stripe) throws IOException {
    return reading.readStripeFooter(stripe);
  }

  @Override
  public BufferChunkList readFileData(BufferChunkList range, boolean doForceDirect)
      throws IOException {
    return reading.readFileData(range, doForceDirect);
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
