package io.orcacid.format.orc;

import io.orcacid.error.CorruptFileException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.ReaderImpl;

/**
 * One open ORC file. Whatever ORC throws at damaged bytes comes out as {@link CorruptFileException}
 * with the path; errors of the storage stay {@link IOException}. Not thread-safe; several may be
 * open on one file.
 */
public final class OrcInput implements Closeable {
  private static final int ORC_JAVA = 0;

  private final FileSystem fileSystem;
  private final String path;
  private final Optional<FileKey> key;
  private final Reader reader;

  OrcInput(FileSystem fileSystem, String path, Optional<FileKey> key, Reader reader) {
    this.fileSystem = fileSystem;
    this.path = path;
    this.key = key;
    this.reader = reader;
  }

  /** Where the file lies. */
  public String path() {
    return path;
  }

  /** Schema as the file has it. */
  public TypeDescription schema() {
    return reader.getSchema();
  }

  /** Whether the file has the ACID columns; the schema decides, never a footer key (HIVE-20580). */
  public boolean isAcid() {
    return AcidSchema.isAcid(reader.getSchema());
  }

  /** Rows in the file, deleted and invisible ones too. */
  public long rowCount() {
    return reader.getNumberOfRows();
  }

  /** Stripes in file order. */
  public List<StripeInformation> stripes() {
    return reader.getStripes();
  }

  /** Whether column statistics mean anything: not with a stride of 0 (FORMAT.md §5.6). */
  public boolean hasStatistics() {
    return reader.getRowIndexStride() > 0;
  }

  /**
   * Whether the file's statistics may rule row groups out: not without a row index, and not in
   * files of other writers than ORC's own, which may leave out the bounds of texts and decimals;
   * ORC takes a row group without bounds for one without values.
   */
  public boolean mayBePruned() {
    OrcProto.Footer footer = reader.getFileTail().getFooter();
    return hasStatistics() && (!footer.hasWriter() || footer.getWriter() == ORC_JAVA);
  }

  /**
   * What the file's statistics say about a filter; empty if they cannot be asked.
   *
   * @param filter names columns of the row
   * @param readAs the schema that the file is read with
   */
  public Optional<StatisticsCheck> check(SearchArgument filter, TypeDescription readAs) {
    return mayBePruned() && isReadAsIs(readAs)
        ? Optional.of(new StatisticsCheck(this, filter))
        : Optional.empty();
  }

  /**
   * Whether the file is of this engine's version of the format and has a row index, and values need
   * no conversion to be read with a schema.
   */
  public boolean isReadAsIs(TypeDescription readAs) {
    return hasStatistics()
        && OrcFiles.isWrittenAsHere(reader)
        && reader.writerUsedProlepticGregorian()
        && reader.getSchema().equals(readAs);
  }

  /** Rows in a row group; 0 if the file has no row index. */
  public int rowIndexStride() {
    return reader.getRowIndexStride();
  }

  /** Statistics of the whole file by column id. */
  public ColumnStatistics[] statistics() throws IOException {
    return guarded(reader::getStatistics);
  }

  /** Statistics of each stripe; shorter than the stripes, or empty, in files that lack them. */
  public List<StripeStatistics> stripeStatistics() throws IOException {
    return guarded(reader::getStripeStatistics);
  }

  /** Text of a footer key. */
  public Optional<String> footerKey(String key) {
    if (!reader.hasMetadataValue(key)) {
      return Optional.empty();
    }
    ByteBuffer value = reader.getMetadataValue(key).duplicate();
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }

  /** Whether Trino, or Presto as it was called, wrote the file. */
  public boolean isOfTrino() {
    return OrcFiles.isOfTrino(reader);
  }

  /** What wrote the file, in words: software if it said so, version of the writer and format. */
  public String writer() {
    return OrcFiles.writerOf(reader);
  }

  /** Options to be completed and given to {@link #rows}. */
  public Reader.Options options() {
    return reader.options();
  }

  /** Rows as the options say. */
  public Rows rows(Reader.Options options) throws IOException {
    FileBytes bytes = FileBytes.of(fileSystem, path, key, reader, options);
    try {
      // Here, not within ORC, so that a file that is gone is not taken for a damaged one.
      bytes.open();
      return new Rows(guarded(() -> reader.rows(options.dataReader(bytes))));
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  /**
   * The index of some columns of some stripes, in their order, as this process keeps it or else
   * read now; empty if it is not kept of this file.
   *
   * @param columns by id
   */
  Optional<List<StripeIndexes.Kept>> indexes(List<StripeInformation> stripes, BitSet columns)
      throws IOException {
    if (key.isEmpty() || !(reader instanceof ReaderImpl orc)) {
      return Optional.empty();
    }
    List<StripeIndexes.Kept> found = new ArrayList<>();
    FileBytes bytes = null;
    try {
      for (StripeInformation stripe : stripes) {
        Optional<StripeIndexes.Kept> kept = StripeIndexes.find(key.get(), stripe, columns);
        if (kept.isEmpty()) {
          if (bytes == null) {
            bytes = FileBytes.of(fileSystem, path, Optional.empty(), reader, reader.options());
          }
          FileBytes open = bytes;
          kept =
              Optional.of(guarded(() -> StripeIndexes.read(key.get(), orc, open, stripe, columns)));
        }
        found.add(kept.get());
      }
    } finally {
      if (bytes != null) {
        bytes.close();
      }
    }
    return Optional.of(found);
  }

  /** Whether a stripe has bloom filters, of whatever column. */
  public boolean hasBloomFilters(StripeInformation stripe) throws IOException {
    try (FileBytes bytes = FileBytes.of(fileSystem, path, key, reader, reader.options())) {
      return guarded(() -> bytes.readStripeFooter(stripe)).getStreamsList().stream()
          .anyMatch(
              stream ->
                  stream.getKind() == OrcProto.Stream.Kind.BLOOM_FILTER
                      || stream.getKind() == OrcProto.Stream.Kind.BLOOM_FILTER_UTF8);
    }
  }

  /** ORC's own reader, for what has no name here. */
  public Reader reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Batches of one open reading of the file. Not thread-safe. */
  public final class Rows implements Closeable {
    private final RecordReader rows;

    private Rows(RecordReader rows) {
      this.rows = rows;
    }

    /** Number in the file of the next row, from 0. */
    public long rowNumber() throws IOException {
      return rows.getRowNumber();
    }

    /**
     * Fills the batch; false, with size 0, at the end.
     *
     * @throws CorruptFileException if the file is damaged, which may show as values of a length
     *     that no memory can hold: ORC asks for it before it looks whether the bytes are there
     */
    public boolean next(VectorizedRowBatch batch) throws IOException {
      try {
        return guarded(() -> rows.nextBatch(batch));
      } catch (OutOfMemoryError tooLong) {
        throw new CorruptFileException(
            "The values of a batch are longer than the memory: the file is damaged, or the heap too"
                + " small for its rows",
            tooLong,
            "path",
            path,
            "heap",
            Runtime.getRuntime().maxMemory());
      }
    }

    /** Goes to a row of the file, by its number from 0. */
    public void seekToRow(long row) throws IOException {
      guarded(
          () -> {
            rows.seekToRow(row);
            return null;
          });
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  private interface Reading<T> {
    T run() throws IOException;
  }

  private <T> T guarded(Reading<T> reading) throws IOException {
    return OrcFiles.guarded(path, reading::run);
  }
}
