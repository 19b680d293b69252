package io.orcacid.bench;

import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.bench.rows.VectorDigest;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.Writer;

/**
 * Rows written in one file: by ORC's writer alone, and as the engine does. What it takes to make
 * the rows is not measured.
 */
final class WriteRuns {
  private WriteRuns() {}

  /** A file that is being written. */
  interface Target extends Closeable {
    /** Adds rows. */
    void add(VectorizedRowBatch batch) throws IOException;

    /** Ends the file and gives its length. */
    long finish() throws IOException;
  }

  /** A way to write. */
  interface Opening {
    Target open(String directory) throws IOException;
  }

  static PeerReport measure(String peer, String version, PeerArguments arguments, Opening opening)
      throws Exception {
    long[] bytes = new long[1];
    Measurement measurement =
        Measurement.of(
            arguments.warmUps(),
            arguments.runs(),
            clock -> {
              clock.stop();
              Digest written = new Digest();
              bytes[0] = write(arguments, opening, clock, new VectorDigest(written));
              clock.start();
              return written;
            });
    return PeerReport.of(peer, version, arguments.operation(), measurement).with("bytes", bytes[0]);
  }

  /** The clock stands still but while something is written. */
  private static long write(
      PeerArguments arguments, Opening opening, Measurement clock, VectorDigest written)
      throws IOException {
    Storage storage = Storage.local();
    String directory = arguments.directory() + "/run";
    storage.delete(directory);
    storage.createDirectories(directory);
    BenchRows source = new BenchRows();
    VectorizedRowBatch batch = ScanTables.batch();
    clock.start();
    try (Target target = opening.open(directory)) {
      clock.stop();
      for (long left = arguments.rows(); left > 0; left -= batch.size) {
        source.fill(batch, (int) Math.min(left, batch.getMaxSize()));
        clock.start();
        target.add(batch);
        clock.stop();
        written.add(batch, ScanColumns.ALL.positions(), ScanColumns.ALL.positions());
      }
      clock.start();
      long bytes = target.finish();
      clock.stop();
      return bytes;
    }
  }

  static Target rawFile(String directory) throws IOException {
    Storage storage = Storage.local();
    DurableOutput out = storage.create(directory + "/flat.orc");
    Writer writer = OrcFiles.create(storage, out, BenchRows.ROW, Map.of(), OrcFiles.noCallback());
    return new Target() {
      @Override
      public void add(VectorizedRowBatch batch) throws IOException {
        writer.addRowBatch(batch);
      }

      @Override
      public long finish() throws IOException {
        writer.close();
        return out.length();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  static Target engineFile(String directory) {
    WriteTarget table =
        new WriteTarget(
            Storage.local(),
            directory,
            TableShape.of(BenchRows.ROW, List.of()),
            Optional.empty(),
            Map.of());
    InsertWriter writer = new InsertWriter(table, 1, 0, WriterOptions.defaults());
    return new Target() {
      @Override
      public void add(VectorizedRowBatch batch) throws IOException {
        writer.write(batch);
      }

      @Override
      public long finish() throws IOException {
        WriteResult result = writer.finish();
        return result.directories().get(0).files().get(0).length();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }
}
