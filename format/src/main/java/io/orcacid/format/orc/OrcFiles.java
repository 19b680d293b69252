package io.orcacid.format.orc;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.orc.FileFormatException;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.impl.OrcTail;
import org.apache.orc.impl.PhysicalFsWriter;
import org.apache.orc.impl.writer.WriterEncryptionVariant;

/**
 * The only door to ORC's {@code OrcFile}: here stand the settings that every file of a table needs
 * (FORMAT.md §13).
 *
 * <p>Timestamps are wall clock without a zone, held as UTC; dates are proleptic Gregorian whatever
 * calendar a file was written with.
 */
public final class OrcFiles {
  /** Defaults under which table properties and storage settings go. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          // Hive 4, Trino, Spark 3 and Impala 4 read ZSTD; for Hive 3 a table says ZLIB or SNAPPY
          // (FORMAT.md §13).
          OrcConf.COMPRESS.getAttribute(), "ZSTD",
          // Small enough that a compaction can copy most stripes untouched; costs 6 % of size
          // (MEASUREMENTS.md §4).
          OrcConf.STRIPE_SIZE.getAttribute(), "16777216",
          OrcConf.ROW_INDEX_STRIDE.getAttribute(), "10000",
          // Padding to block borders is waste below 64 MB files and stops nothing that matters
          // (MEASUREMENTS.md §4).
          OrcConf.BLOCK_PADDING.getAttribute(), "false");

  private static final String ORC_PREFIX = "orc.";

  private static final List<String> DECODERS =
      List.of(
          "org.apache.orc.",
          "io.airlift.compress.",
          "org.xerial.snappy.",
          "net.jpountz.lz4.",
          "com.github.luben.zstd.",
          "com.aayushatharva.brotli4j.");

  private OrcFiles() {}

  /** The settings of {@code orc.*} that files get where neither table nor storage says another. */
  public static Map<String, String> defaults() {
    return DEFAULTS;
  }

  /**
   * Opens a file. One of length 0 opens as a file without columns and rows: whether that is what
   * its writer left (FORMAT.md §5.6) or a loss only the caller can know.
   *
   * @param storage where
   * @param path the file
   * @param length bytes that count: a streaming file may have a torn tail behind them (FORMAT.md
   *     §6)
   * @throws CorruptFileException if it is no ORC file, or damaged
   * @throws FileNotFoundException if it is not there
   */
  public static OrcInput open(Storage storage, String path, long length) throws IOException {
    return open(storage, path, length, DirectoryListing.Entry.NO_CHECKSUM);
  }

  /**
   * Opens a file of which it may be known what it holds: then its end is kept by this process, and
   * a file that is gone may show only when rows are read.
   *
   * @param checksum CRC32C of the file's bytes as a commit log says it, or {@link
   *     DirectoryListing.Entry#NO_CHECKSUM}
   */
  public static OrcInput open(Storage storage, String path, long length, long checksum)
      throws IOException {
    Optional<FileKey> key = FileKey.of(storage, path, length, checksum);
    OrcTail kept = key.isEmpty() ? null : OrcTails.find(key.get());
    OrcFile.ReaderOptions options =
        OrcFile.readerOptions(storage.configuration())
            .filesystem(storage.fileSystem())
            .maxLength(length)
            .useUTCTimestamp(true)
            .convertToProlepticGregorian(true)
            .orcTail(kept);
    return guarded(
        path,
        () -> {
          Reader reader = OrcFile.createReader(new Path(path), options);
          try {
            requireRowCounts(path, reader);
            if (kept == null && key.isPresent()) {
              OrcTails.keep(key.get(), options.getOrcTail());
            }
            return new OrcInput(storage.fileSystem(), path, key, reader);
          } catch (RuntimeException e) {
            reader.close();
            throw e;
          }
        });
  }

  /** Counts that contradict each other would end a scan early, or never. */
  private static void requireRowCounts(String path, Reader reader) {
    long rows = 0;
    for (StripeInformation stripe : reader.getStripes()) {
      if (stripe.getNumberOfRows() < 0) {
        rows = -1;
        break;
      }
      rows += stripe.getNumberOfRows();
    }
    if (rows != reader.getNumberOfRows()) {
      throw new CorruptFileException(
          "The stripes of a file have other rows than its footer says: it is damaged",
          "path",
          path,
          "stripes",
          rows,
          "footer",
          reader.getNumberOfRows());
    }
  }

  /**
   * Starts a file.
   *
   * @param storage where
   * @param out the file's output; the caller closes the writer, which closes it
   * @param schema the whole file's schema
   * @param properties the table's {@code orc.*} properties; others are passed over
   * @param callback called before each stripe and before the footer
   */
  public static Writer create(
      Storage storage,
      DurableOutput out,
      TypeDescription schema,
      Map<String, String> properties,
      OrcFile.WriterCallback callback)
      throws IOException {
    OrcFile.WriterOptions options =
        options(storage, schema, properties).setProlepticGregorian(true).callback(callback);
    options.physicalWriter(new PhysicalFsWriter(out, options, new WriterEncryptionVariant[0]));
    return OrcFile.createWriter(label(out), options);
  }

  /**
   * Starts a file that takes stripes of other files too.
   *
   * @param storage where
   * @param out the file's output; the caller closes the writer, which closes it
   * @param schema the whole file's schema
   * @param properties the table's {@code orc.*} properties; others are passed over
   * @param format of the stripes that will be appended, which wins over the properties; empty if
   *     there will be none
   * @param callback called before each stripe of added rows and before the footer
   */
  public static AppendingWriter createAppending(
      Storage storage,
      DurableOutput out,
      TypeDescription schema,
      Map<String, String> properties,
      Optional<StripeFormat> format,
      OrcFile.WriterCallback callback)
      throws IOException {
    OrcFile.WriterOptions options =
        options(storage, schema, properties).setProlepticGregorian(true).callback(callback);
    format.ifPresent(
        same ->
            options
                .compress(same.compression())
                .bufferSize(same.bufferSize())
                .enforceBufferSize()
                .rowIndexStride(same.rowIndexStride())
                .buildIndex(true)
                .setProlepticGregorian(same.calendar() == StripeFormat.Calendar.PROLEPTIC)
                // A stripe that is copied ignores the tolerance that bounds padding.
                .blockPadding(false));
    AppendingWriter.StreamingOutput output =
        new AppendingWriter.StreamingOutput(
            out, new PhysicalFsWriter(out, options, new WriterEncryptionVariant[0]));
    return new AppendingWriter(
        OrcFile.createWriter(label(out), options.physicalWriter(output)), output);
  }

  private static OrcFile.WriterOptions options(
      Storage storage, TypeDescription schema, Map<String, String> properties) {
    Properties settings = new Properties();
    settings.putAll(DEFAULTS);
    storage
        .configuration()
        .getPropsWithPrefix(ORC_PREFIX)
        .forEach((key, value) -> settings.put(ORC_PREFIX + key, value));
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(ORC_PREFIX)) {
            settings.put(key, value);
          }
        });
    // The calendar is set by who calls: days before 1582 as java.time counts them, and the footer
    // says so to every reader. A file in the other calendar cannot hold 1582-10-05 to -14.
    return OrcFile.writerOptions(settings, storage.configuration())
        .setSchema(schema)
        .version(OrcFile.Version.V_0_12)
        .useUTCTimestamp(true)
        .fileSystem(storage.fileSystem());
  }

  /**
   * The path is a label only, as the physical writer has the stream. It must be unique in the
   * memory manager.
   */
  private static Path label(DurableOutput out) {
    return new Path("/orc-acid-" + System.identityHashCode(out) + "-" + System.nanoTime());
  }

  /**
   * Checks a table's {@code orc.*} properties before any file is written with them.
   *
   * @throws ValidationException for a key that ORC does not know, or a value that it cannot take
   */
  public static void checkProperties(Map<String, String> properties) {
    Set<String> known = new TreeSet<>();
    for (OrcConf setting : OrcConf.values()) {
      known.add(setting.getAttribute());
    }
    Properties settings = new Properties();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(ORC_PREFIX)) {
            if (!known.contains(key)) {
              throw new ValidationException("ORC has no such property", "key", key, "known", known);
            }
            settings.put(key, value);
          }
        });
    try {
      OrcFile.writerOptions(settings, new Configuration(false));
    } catch (RuntimeException e) {
      throw new ValidationException(
          "A property of the files has a value that ORC cannot take",
          e,
          "properties",
          settings,
          "why",
          e.getMessage());
    }
  }

  /** A callback that does nothing, for files without ACID footer keys. */
  public static OrcFile.WriterCallback noCallback() {
    return new OrcFile.WriterCallback() {
      @Override
      public void preStripeWrite(OrcFile.WriterContext context) {}

      @Override
      public void preFooterWrite(OrcFile.WriterContext context) {}
    };
  }

  /** Whether a file has the version of the format and of the writer that {@link #create} gives. */
  static boolean isWrittenAsHere(Reader reader) {
    return reader.getFileVersion() == OrcFile.Version.V_0_12
        && reader.getWriterVersion() == OrcFile.CURRENT_WRITER;
  }

  static boolean isOfTrino(Reader reader) {
    OrcFile.WriterImplementation writer = reader.getWriterVersion().getWriterImplementation();
    return writer == OrcFile.WriterImplementation.PRESTO
        || writer == OrcFile.WriterImplementation.TRINO;
  }

  static String writerOf(Reader reader) {
    String software = reader.getSoftwareVersion();
    return (software == null ? "" : software + ", ")
        + reader.getWriterVersion()
        + ", format "
        + reader.getFileVersion().getName();
  }

  interface Reading<T> {
    T run() throws IOException;
  }

  /**
   * Damaged bytes surface from ORC as nearly any exception (MEASUREMENTS.md §3): one kind comes
   * out.
   */
  static <T> T guarded(String path, Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (OrcAcidException | FileNotFoundException e) {
      throw e;
    } catch (FileFormatException e) {
      throw new CorruptFileException(
          "Not an ORC file, or a damaged one", e, "path", path, "reason", e.getMessage());
    } catch (EOFException e) {
      throw new CorruptFileException(
          "The file ends before its content does", e, "path", path, "reason", e.getMessage());
    } catch (RuntimeException e) {
      throw new CorruptFileException(
          "The file cannot be decoded: it is damaged, or its schema cannot become the table's",
          e,
          "path",
          path,
          "reason",
          e.getMessage());
    } catch (IOException e) {
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof FileNotFoundException gone) {
          throw gone;
        }
      }
      if (e.getCause() instanceof RuntimeException || isOfTheDecoder(e)) {
        throw new CorruptFileException(
            "The file cannot be decoded: it is damaged", e, "path", path, "reason", e.getMessage());
      }
      throw e;
    }
  }

  /**
   * ORC's decoders report bad bytes as {@link IOException} too, of no class of their own: where the
   * error arose tells them from errors of the storage.
   */
  private static boolean isOfTheDecoder(IOException e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length > 0 && DECODERS.stream().anyMatch(trace[0].getClassName()::startsWith);
  }
}
