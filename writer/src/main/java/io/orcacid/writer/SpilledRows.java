package io.orcacid.writer;

import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.value.Batches;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * Rows that wait for their file: gathered in memory, spilled as runs sorted by target, and given
 * back target by target in the order in which they came. Memory and open runs are bounded. Not
 * thread-safe.
 */
final class SpilledRows implements Closeable {
  /** Runs of one level before they are merged into one. */
  private static final int MOST_RUNS = 16;

  private static final int TARGET = 0;
  private static final int ROW = 1;
  private final TypeDescription schema;
  private final WriterOptions options;
  private final Storage storage = Storage.local();
  private final List<VectorizedRowBatch> buffered = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private Path directory;
  private long bufferedBytes;
  private long bytes;
  private long rows;
  private int nextRun;

  SpilledRows(TypeDescription data, WriterOptions options) {
    this.schema =
        TypeDescription.createStruct()
            .addField("target", TypeDescription.createInt())
            .addField("row", data.clone());
    this.options = options;
  }

  /** A file of rows; one merged from runs of a level is of the next, so a row is merged rarely. */
  private record Run(Path path, int level) {}

  /** Receives rows of ascending targets. */
  interface Receiver {
    void row(int target, ColumnVector[] columns, int row) throws IOException;
  }

  /** Keeps a row for a target. */
  void add(int target, ColumnVector[] columns, int row) throws IOException {
    VectorizedRowBatch batch = buffered.isEmpty() ? null : buffered.get(buffered.size() - 1);
    if (batch == null || batch.size == batch.getMaxSize()) {
      batch = Batches.create(schema);
      buffered.add(batch);
    }
    int out = batch.size++;
    ((LongColumnVector) batch.cols[TARGET]).vector[out] = target;
    ColumnVector[] fields = ((StructColumnVector) batch.cols[ROW]).fields;
    for (int i = 0; i < fields.length; i++) {
      Batches.copy(fields[i], out, columns[i], row);
    }
    long size = RowSize.of(columns, row);
    bufferedBytes += size;
    bytes += size;
    rows++;
    if (bufferedBytes > options.spillMemory()) {
      spill();
    }
  }

  /** Gives every row back, targets ascending, rows of one target in the order of their coming. */
  void drain(Receiver receiver) throws IOException {
    if (!runs.isEmpty() && !buffered.isEmpty()) {
      spill();
    }
    if (runs.isEmpty()) {
      forEachBuffered(receiver);
    } else {
      merge(receiver);
    }
  }

  private void spill() throws IOException {
    if (directory == null) {
      directory = Files.createTempDirectory(options.spillDirectory(), "orc-acid-spill-");
    }
    checkTimes();
    writeRun(0, this::forEachBuffered);
    buffered.clear();
    bufferedBytes = 0;
    for (List<Run> last = lastOfOneLevel(); last.size() == MOST_RUNS; last = lastOfOneLevel()) {
      List<Run> merged = last;
      writeRun(merged.get(0).level() + 1, receiver -> merge(merged, receiver));
      runs.removeAll(merged);
      for (Run run : merged) {
        Files.delete(run.path());
      }
    }
  }

  /** Before they go through a file: a time that ORC cannot hold would come back as another one. */
  private void checkTimes() {
    TypeDescription row = schema.getChildren().get(ROW);
    for (VectorizedRowBatch batch : buffered) {
      ColumnVector[] fields = ((StructColumnVector) batch.cols[ROW]).fields;
      for (int i = 0; i < fields.length; i++) {
        StorableTimes.check(fields[i], batch.size, row.getFieldNames().get(i));
      }
    }
  }

  /** The youngest runs, as far back as they are of one level: neighbours, so order is kept. */
  private List<Run> lastOfOneLevel() {
    int from = runs.size() - 1;
    while (from > 0 && runs.get(from - 1).level() == runs.get(from).level()) {
      from--;
    }
    return List.copyOf(runs.subList(from, runs.size()));
  }

  private interface Source {
    void forEach(Receiver receiver) throws IOException;
  }

  /** Bytes of memory for one of the runs that are merged. */
  private long shareOfRun() {
    return options.spillMemory() / (2 * MOST_RUNS);
  }

  /** A batch that keeps to a run's share, as far as rows are alike. */
  private VectorizedRowBatch runBatch() {
    long fitting = shareOfRun() / Math.max(1, bytes / rows);
    return Batches.create(
        schema, (int) Math.max(1, Math.min(fitting, VectorizedRowBatch.DEFAULT_SIZE)));
  }

  private void writeRun(int level, Source source) throws IOException {
    Path run = directory.resolve("run-" + nextRun++ + ".orc");
    VectorizedRowBatch batch = runBatch();
    Map<String, String> properties =
        Map.of(
            "orc.compress", "LZ4",
            "orc.compress.size", "65536",
            "orc.stripe.size", String.valueOf(shareOfRun()));
    try (DurableOutput out = storage.create(run.toString());
        Writer writer = OrcFiles.create(storage, out, schema, properties, OrcFiles.noCallback())) {
      source.forEach(
          (target, columns, row) -> {
            int index = batch.size++;
            ((LongColumnVector) batch.cols[TARGET]).vector[index] = target;
            ColumnVector[] fields = ((StructColumnVector) batch.cols[ROW]).fields;
            for (int i = 0; i < fields.length; i++) {
              Batches.copy(fields[i], index, columns[i], row);
            }
            if (batch.size == batch.getMaxSize()) {
              writer.addRowBatch(batch);
              batch.reset();
            }
          });
      if (batch.size > 0) {
        writer.addRowBatch(batch);
      }
    }
    runs.add(new Run(run, level));
  }

  /** Packs target and place into longs, so that sorting them is stable and needs no objects. */
  private void forEachBuffered(Receiver receiver) throws IOException {
    int count = buffered.stream().mapToInt(batch -> batch.size).sum();
    long[] order = new long[count];
    int next = 0;
    for (VectorizedRowBatch batch : buffered) {
      long[] targets = ((LongColumnVector) batch.cols[TARGET]).vector;
      for (int i = 0; i < batch.size; i++) {
        order[next] = targets[i] << Integer.SIZE | next;
        next++;
      }
    }
    java.util.Arrays.sort(order);
    int batchSize = VectorizedRowBatch.DEFAULT_SIZE;
    for (long entry : order) {
      int place = (int) entry;
      VectorizedRowBatch batch = buffered.get(place / batchSize);
      receiver.row(
          (int) (entry >>> Integer.SIZE),
          ((StructColumnVector) batch.cols[ROW]).fields,
          place % batchSize);
    }
  }

  private void merge(Receiver receiver) throws IOException {
    merge(runs, receiver);
  }

  private void merge(List<Run> sources, Receiver receiver) throws IOException {
    List<RunCursor> cursors = new ArrayList<>();
    try {
      for (Run run : sources) {
        cursors.add(new RunCursor(run.path()));
      }
      while (true) {
        int least = Integer.MAX_VALUE;
        for (RunCursor cursor : cursors) {
          least = Math.min(least, cursor.target());
        }
        if (least == Integer.MAX_VALUE) {
          return;
        }
        for (RunCursor cursor : cursors) {
          cursor.giveAll(least, receiver);
        }
      }
    } finally {
      for (RunCursor cursor : cursors) {
        cursor.close();
      }
    }
  }

  private final class RunCursor implements Closeable {
    private final OrcInput input;
    private final OrcInput.Rows rows;
    private final VectorizedRowBatch batch = runBatch();
    private int position;

    RunCursor(Path run) throws IOException {
      this.input = OrcFiles.open(storage, run.toString(), Files.size(run));
      this.rows = input.rows(input.options());
      rows.next(batch);
    }

    /** Target of the next row, or the greatest int at the end. */
    int target() {
      if (position >= batch.size) {
        return Integer.MAX_VALUE;
      }
      LongColumnVector targets = (LongColumnVector) batch.cols[TARGET];
      return (int) targets.vector[targets.isRepeating ? 0 : position];
    }

    void giveAll(int target, Receiver receiver) throws IOException {
      while (target() == target) {
        receiver.row(target, ((StructColumnVector) batch.cols[ROW]).fields, position++);
        if (position == batch.size) {
          rows.next(batch);
          position = 0;
        }
      }
    }

    @Override
    public void close() throws IOException {
      try (input) {
        rows.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (directory != null) {
      try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
        for (Path run : left) {
          Files.deleteIfExists(run);
        }
      }
      Files.deleteIfExists(directory);
    }
  }
}
