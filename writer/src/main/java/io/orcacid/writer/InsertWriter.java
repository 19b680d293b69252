package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.orc.AcidSchema;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the inserts of one statement: each row to the partition that its values name and the
 * bucket that its hash says. The first {@code openFiles} files are written as rows come; rows for
 * further ones are spilled and written one file after the other at the end, so memory does not grow
 * with partitions. Closed without {@link #finish}: all of it is removed. Not thread-safe.
 */
public final class InsertWriter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(InsertWriter.class);

  private final WriteTarget target;
  private final WriterOptions options;
  private final long writeId;
  private final int statement;
  private final EventDirectories directories;
  private final PartitionRouter partitions;
  private final BucketRouter buckets;
  private final RowIdBlocks rowIds = new RowIdBlocks();
  private final TypeDescription fileSchema;
  private final ColumnVector[] data;
  private final Map<String, int[]> placesByPartition = new HashMap<>();
  private final List<Place> places = new ArrayList<>();
  private final List<InsertFile> open = new ArrayList<>();
  private final BatchShape batchShape;

  /** Bucket of the rows of a table without buckets. */
  private final int writer;

  private SpilledRows spilled;
  private State state = State.WRITING;

  /** A batch may be half written when it fails, so nothing can follow but {@link #close}. */
  private enum State {
    WRITING,
    FAILED,
    FINISHED
  }

  private record Place(String partition, int bucket) {}

  /**
   * @param target where to
   * @param writeId write id of the transaction, claimed before any file exists (PROTOCOL.md R1)
   * @param statement statement number, 0 to 4095
   * @param options limits
   */
  public InsertWriter(WriteTarget target, long writeId, int statement, WriterOptions options) {
    this(target, writeId, statement, options, PartitionGate.OPEN);
  }

  /** The same, for a statement that may not write to every partition. */
  public InsertWriter(
      WriteTarget target, long writeId, int statement, WriterOptions options, PartitionGate gate) {
    this(
        target,
        writeId,
        statement,
        options,
        new EventDirectories(target, AcidDirectory.Delta.ofStatement(writeId, statement), gate),
        0);
  }

  /**
   * One of several writers of a statement. Each has directories of its own until the statement is
   * put together, and files that no other has: in a table with buckets rows of its own buckets, in
   * another one the file of its number.
   *
   * @param target with a root of the writer's own
   * @param writer number of the writer, 0 to 4095
   */
  public static InsertWriter ofMany(
      WriteTarget target, long writeId, int statement, WriterOptions options, int writer) {
    BucketProperty.encode(writer, statement);
    return new InsertWriter(
        target,
        writeId,
        statement,
        options,
        new EventDirectories(
            target, AcidDirectory.Delta.ofStatement(writeId, statement), PartitionGate.OPEN),
        writer);
  }

  /**
   * A writer of bases, which replace the content of partitions; the commit moves them to their
   * places (PROTOCOL.md R9).
   *
   * @param statement statement number that the row ids have, of no other writer of the transaction
   * @param temporary name of the directory in each partition under which they are made; empty for
   *     their own places, where nothing can be moved
   * @param gate partitions that may be replaced
   */
  public static InsertWriter ofBases(
      WriteTarget target,
      long writeId,
      int statement,
      WriterOptions options,
      String temporary,
      PartitionGate gate) {
    AcidDirectory base = new AcidDirectory.Base(writeId, AcidDirectory.ALWAYS_VISIBLE);
    return new InsertWriter(
        target,
        writeId,
        statement,
        options,
        new EventDirectories(target, base, temporary, gate),
        0);
  }

  private InsertWriter(
      WriteTarget target,
      long writeId,
      int statement,
      WriterOptions options,
      EventDirectories directories,
      int writer) {
    this.target = target;
    this.writer = writer;
    this.options = options;
    this.writeId = writeId;
    this.statement = statement;
    this.directories = directories;
    this.partitions = new PartitionRouter(target.shape());
    this.buckets = target.bucketing().map(this::router).orElse(null);
    this.fileSchema = AcidSchema.of(target.shape().data());
    this.data = new ColumnVector[target.shape().dataColumns().length];
    this.batchShape = new BatchShape(target.shape().row());
  }

  private BucketRouter router(WriteTarget.Bucketing bucketing) {
    return BucketRouter.of(
        target.shape().row(), bucketing.columns(), bucketing.buckets(), bucketing.version());
  }

  /**
   * Adds the selected rows of a batch.
   *
   * @param batch columns of the table in declared order, partition columns too
   * @throws ValidationException if the batch has other columns than the table, or a value that
   *     cannot be stored; nothing can be written after it
   */
  public void write(VectorizedRowBatch batch) throws IOException {
    requireWriting();
    state = State.FAILED;
    batchShape.check(batch);
    add(batch);
    state = State.WRITING;
  }

  private void requireWriting() {
    if (state != State.WRITING) {
      throw new ValidationException(
          "The writer is finished, or a batch failed: it can only be closed",
          "writeId",
          writeId,
          "statement",
          statement);
    }
  }

  private void add(VectorizedRowBatch batch) throws IOException {
    for (int i = 0; i < data.length; i++) {
      data[i] = batch.cols[target.shape().dataColumns()[i]];
    }
    if (!target.shape().isPartitioned() && buckets == null && !batch.selectedInUse) {
      if (batch.size > 0) {
        place("", 0);
        open.get(0).addAll(data, batch.size);
      }
      return;
    }
    for (int i = 0; i < batch.size; i++) {
      int row = batch.selectedInUse ? batch.selected[i] : i;
      int bucket = buckets == null ? 0 : buckets.bucket(batch, row);
      int place = place(partitions.partition(batch, row), bucket);
      if (open.get(place) != null) {
        open.get(place).addRow(data, row);
      } else {
        spilled.add(place, data, row);
      }
    }
  }

  /** Number of the place, and its file if it is one of the first. */
  private int place(String partition, int bucket) throws IOException {
    int[] byBucket =
        placesByPartition.computeIfAbsent(
            partition,
            key -> new int[target.bucketing().map(WriteTarget.Bucketing::buckets).orElse(1)]);
    if (byBucket[bucket] == 0) {
      Place place = new Place(partition, bucket);
      places.add(place);
      byBucket[bucket] = places.size();
      if (places.size() <= options.openFiles()) {
        open.add(create(place));
      } else {
        open.add(null);
        if (spilled == null) {
          spilled = new SpilledRows(target.shape().data(), options);
        }
      }
    }
    return byBucket[bucket] - 1;
  }

  private InsertFile create(Place place) throws IOException {
    int bucket = buckets == null ? writer : place.bucket;
    EventFile file =
        EventFile.create(
            target.storage(),
            directories.open(place.partition),
            BucketFileName.of(bucket),
            EventFile.Kind.INSERTS,
            fileSchema,
            target.properties());
    return new InsertFile(
        file, target.shape().data(), writeId, statement, bucket, rowIds.forFile(bucket));
  }

  /**
   * Ends all files and makes them durable, directories up to the table's root included.
   *
   * @return what a commit has to name; nothing if no row came
   */
  public WriteResult finish() throws IOException {
    return finish(List.of());
  }

  /**
   * The same, with a file of no rows in each of these partitions for which no row came (FORMAT.md
   * §13).
   */
  public WriteResult finish(Collection<String> partitions) throws IOException {
    requireWriting();
    state = State.FAILED;
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i) != null) {
        directories.add(places.get(i).partition, open.get(i).finish());
        open.set(i, null);
      }
    }
    if (spilled != null) {
      finishSpilled();
    }
    for (String partition : partitions) {
      if (!directories.has(partition)) {
        InsertFile empty = create(new Place(partition, 0));
        directories.add(partition, empty.finish());
      }
    }
    WriteResult result = directories.finish();
    state = State.FINISHED;
    return result;
  }

  private void finishSpilled() throws IOException {
    // Places are numbered as they came, so a file is complete when a row of a later place arrives.
    int[] current = {-1};
    spilled.drain(
        (place, columns, row) -> {
          if (place != current[0]) {
            finishPlace(current[0]);
            open.set(place, create(places.get(place)));
            current[0] = place;
          }
          open.get(place).addRow(columns, row);
        });
    finishPlace(current[0]);
  }

  private void finishPlace(int place) throws IOException {
    if (place >= 0) {
      directories.add(places.get(place).partition, open.get(place).finish());
      open.set(place, null);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (state != State.FINISHED) {
        state = State.FINISHED;
        open.forEach(InsertWriter::abandon);
        directories.remove();
      }
    } finally {
      if (spilled != null) {
        spilled.close();
        spilled = null;
      }
    }
  }

  /** What a worthless file's writer has to say must not keep the others from being removed. */
  private static void abandon(InsertFile file) {
    if (file != null) {
      try {
        file.abandon();
      } catch (IOException | RuntimeException e) {
        LOG.debug("A file that is given up could not be closed", e);
      }
    }
  }
}
