package io.orcacid.compactor.rewrite;

import io.orcacid.format.SchemaText;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.reader.AcidFileMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;

/** Makes files by hand with ORC's own writer and any of its options. */
final class EventFileMaker {
  private EventFileMaker() {}

  /** Options whose writer version can be set. */
  static final class Options extends OrcFile.WriterOptions {
    Options() {
      super(new Properties(), new Configuration(false));
    }

    Options label(OrcFile.WriterVersion version) {
      writerVersion(version);
      return this;
    }
  }

  private static AcidFileMaker create(Path file, TypeDescription schema, Consumer<Options> more)
      throws IOException {
    Files.createDirectories(file.getParent());
    Options options = new Options();
    options
        .fileSystem(Storage.local().fileSystem())
        .setSchema(schema)
        .compress(CompressionKind.ZSTD)
        .rowIndexStride(1000)
        .bufferSize(64 << 10)
        .enforceBufferSize()
        .useUTCTimestamp(true)
        .setProlepticGregorian(true)
        .blockPadding(false);
    more.accept(options);
    return AcidFileMaker.over(
        OrcFile.createWriter(new org.apache.hadoop.fs.Path(file.toString()), options));
  }

  /** A file with hidden columns. */
  static AcidFileMaker acid(Path file, String columns) throws IOException {
    return acid(file, columns, options -> {});
  }

  static AcidFileMaker acid(Path file, String columns, Consumer<Options> more) throws IOException {
    return create(file, AcidSchema.of(SchemaText.parse(columns)), more);
  }

  static AcidFileMaker acid(Path file, TypeDescription schema, Consumer<Options> more)
      throws IOException {
    return create(file, schema, more);
  }

  /** A file without. */
  static AcidFileMaker plain(Path file, String columns) throws IOException {
    return create(file, SchemaText.parse(columns), options -> {});
  }
}
