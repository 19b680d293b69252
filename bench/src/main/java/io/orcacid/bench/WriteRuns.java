package io.orcacid.bench;

import io.orcacid.bench.program.Measured;
import io.orcacid.bench.program.ProgramArguments;
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
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private long cpu;
  private long wall;

  private WriteRuns() {}

  /** A file that is being written. */
  private interface Target extends Closeable {
    void add(VectorizedRowBatch batch) throws IOException;

    /** Ends the file and gives its length. */
    long finish() throws IOException;
  }

  private interface Opening {
    Target open(String directory) throws IOException;
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  static void raw(ProgramArguments arguments, Measured measured) throws IOException {
    run(arguments, measured, WriteRuns::rawFile);
  }

  static void engine(ProgramArguments arguments, Measured measured) throws IOException {
    run(arguments, measured, WriteRuns::engineFile);
  }

  private static void run(ProgramArguments arguments, Measured measured, Opening opening)
      throws IOException {
    long rows = arguments.number("rows");
    Storage storage = Storage.local();
    for (long run = -arguments.number("warmups"); run < arguments.number("runs"); run++) {
      String directory = arguments.value("directory") + "/run" + run;
      storage.createDirectories(directory);
      WriteRuns times = new WriteRuns();
      long bytes = times.write(rows, directory, opening);
      if (run >= 0) {
        measured.add(times.cpu / 1e9, times.wall / 1e9, new Measured.Answer(rows, ""));
        measured.figure("bytes", bytes);
      }
      storage.delete(directory);
    }
  }

  private long write(long rows, String directory, Opening opening) throws IOException {
    BenchRows source = new BenchRows();
    VectorizedRowBatch batch = ScanTables.batch();
    try (Target target = timed(() -> opening.open(directory))) {
      for (long left = rows; left > 0; left -= batch.size) {
        source.fill(batch, (int) Math.min(left, batch.getMaxSize()));
        timed(
            () -> {
              target.add(batch);
              return batch;
            });
      }
      return timed(target::finish);
    }
  }

  private <T> T timed(Step<T> step) throws IOException {
    long cpuBefore = THREADS.getCurrentThreadCpuTime();
    long wallBefore = System.nanoTime();
    T result = step.run();
    cpu += THREADS.getCurrentThreadCpuTime() - cpuBefore;
    wall += System.nanoTime() - wallBefore;
    return result;
  }

  private static Target rawFile(String directory) throws IOException {
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

  private static Target engineFile(String directory) {
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
