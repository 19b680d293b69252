package io.orcacid.format.orc;

import static io.orcacid.format.orc.AcidSchema.BUCKET;
import static io.orcacid.format.orc.AcidSchema.CURRENT_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.OPERATION;
import static io.orcacid.format.orc.AcidSchema.ORIGINAL_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.ROW_ID;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;

/**
 * The delete events of one file of a delete delta, one after the other in {@link RowIdOrder}.
 * Checks what it reads: the order, the operation, the range of write ids; an unsorted file is an
 * error, never fewer deletes (FORMAT.md §5.4, HIVE-27527). Predicates on user columns never come
 * here: the row of a delete event is null (HIVE-22880). Not thread-safe.
 */
public final class DeleteFileReader implements Closeable {
  private static final TypeDescription SCHEMA = AcidSchema.of(TypeDescription.createStruct());
  private static final boolean[] HIDDEN_COLUMNS = {true, true, true, true, true, true, false};

  private final String path;
  private final EventFilter filter;
  private final OrcInput input;
  private final OrcInput.Rows rows;
  private final VectorizedRowBatch batch = SCHEMA.createRowBatch();
  private long[] operations;
  private long[] writeIds;
  private long[] buckets;
  private long[] rowIds;
  private long[] currentWriteIds;
  private int position = -1;
  private long passedOver;
  private long lastWriteId = Long.MIN_VALUE;
  private int lastBucket;
  private long lastRowId;

  private DeleteFileReader(String path, EventFilter filter, OrcInput input) throws IOException {
    this.path = path;
    this.filter = filter;
    this.input = input;
    // Some writers lower the names of the hidden columns (IMPALA-10115).
    Reader.Options options =
        input.options().schema(SCHEMA).include(HIDDEN_COLUMNS).isSchemaEvolutionCaseAware(false);
    this.rows = input.rows(options);
    batch.size = 0;
  }

  /**
   * Opens a file that is not empty.
   *
   * @param storage where
   * @param path the file
   * @param length its length in bytes, more than 0
   * @param filter which events count
   * @throws CorruptFileException if it lacks the ACID columns, or is no ORC file
   */
  public static DeleteFileReader open(Storage storage, String path, long length, EventFilter filter)
      throws IOException {
    return open(storage, path, length, DirectoryListing.Entry.NO_CHECKSUM, filter);
  }

  /**
   * Opens a file of which it may be known what it holds.
   *
   * @param checksum CRC32C of its bytes, or {@link DirectoryListing.Entry#NO_CHECKSUM}
   */
  public static DeleteFileReader open(
      Storage storage, String path, long length, long checksum, EventFilter filter)
      throws IOException {
    OrcInput input = OrcFiles.open(storage, path, length, checksum);
    try {
      if (!input.isAcid()) {
        throw new CorruptFileException(
            "A file of a delete delta lacks the ACID columns",
            "path",
            path,
            "schema",
            input.schema());
      }
      return new DeleteFileReader(path, filter, input);
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  /**
   * Adds the row ids that the file's visible events delete to a set.
   *
   * @param storage where
   * @param path the file; one of length 0 holds nothing
   * @param length its length in bytes
   * @param filter which events count
   * @param into the set to add to
   * @return events that counted
   * @throws CorruptFileException if the file contradicts the format or its directory's name
   * @throws UnsupportedTableException for a file of ACID version 1
   */
  public static long read(
      Storage storage, String path, long length, EventFilter filter, RowIdSet into)
      throws IOException {
    if (length == 0) {
      return 0;
    }
    long accepted = 0;
    try (DeleteFileReader events = open(storage, path, length, filter)) {
      while (events.next()) {
        into.add(events.writeId(), events.bucketProperty(), events.rowId());
        accepted++;
      }
    }
    return accepted;
  }

  /**
   * Goes to the next event that counts; false at the end.
   *
   * @throws CorruptFileException if the file contradicts the format or its directory's name
   * @throws UnsupportedTableException for a file of ACID version 1
   */
  public boolean next() throws IOException {
    while (true) {
      position++;
      if (position >= batch.size) {
        if (!nextBatch()) {
          return false;
        }
        position = 0;
      }
      check(
          operations[position],
          writeIds[position],
          (int) buckets[position],
          rowIds[position],
          currentWriteIds[position]);
      if (filter.accepts(currentWriteIds[position])) {
        return true;
      }
      passedOver++;
    }
  }

  private boolean nextBatch() throws IOException {
    if (!rows.next(batch)) {
      batch.size = 0;
      return false;
    }
    for (ColumnVector column : batch.cols) {
      column.flatten(false, null, batch.size);
    }
    operations = values(OPERATION);
    writeIds = values(ORIGINAL_WRITE_ID);
    buckets = values(BUCKET);
    rowIds = values(ROW_ID);
    currentWriteIds = values(CURRENT_WRITE_ID);
    return true;
  }

  /** Write id of the deleted row. */
  public long writeId() {
    return writeIds[position];
  }

  /** Bucket property of the deleted row. */
  public int bucketProperty() {
    return (int) buckets[position];
  }

  /** Row number of the deleted row. */
  public long rowId() {
    return rowIds[position];
  }

  /** Write id of the transaction that deleted the row. */
  public long currentWriteId() {
    return currentWriteIds[position];
  }

  /** Events in the file, whether they count or not. */
  public long rowCount() {
    return input.rowCount();
  }

  /** Events passed over so far, as they do not count. */
  public long passedOver() {
    return passedOver;
  }

  @Override
  public void close() throws IOException {
    try (input) {
      rows.close();
    }
  }

  private long[] values(int column) {
    LongColumnVector vector = (LongColumnVector) batch.cols[column];
    if (!vector.noNulls) {
      for (int i = 0; i < batch.size; i++) {
        if (vector.isNull[i]) {
          throw new CorruptFileException(
              "A hidden column of a delete event is null", "path", path, "column", column);
        }
      }
    }
    return vector.vector;
  }

  private void check(long operation, long writeId, int bucket, long rowId, long currentWriteId) {
    if (operation == AcidSchema.UPDATE_V1) {
      throw new UnsupportedTableException(
          "The file is of ACID version 1: run a major compaction in Hive, then read it here",
          "path",
          path);
    }
    if (operation != AcidSchema.DELETE) {
      throw new CorruptFileException(
          "A delete delta holds an event that is no delete", "path", path, "operation", operation);
    }
    if (currentWriteId < filter.minWriteId() || currentWriteId > filter.maxWriteId()) {
      throw new CorruptFileException(
          "A delete event's write id is outside of its directory's range",
          "path",
          path,
          "writeId",
          currentWriteId);
    }
    if (writeId > currentWriteId || rowId < 0) {
      throw new CorruptFileException(
          "A delete event names a row that cannot have been there",
          "path",
          path,
          "writeId",
          writeId,
          "rowId",
          rowId);
    }
    // A compacted delete delta may repeat an id, never go back (FORMAT.md §5.4).
    if (RowIdOrder.compare(lastWriteId, lastBucket, lastRowId, writeId, bucket, rowId) > 0) {
      throw new CorruptFileException(
          "The delete events are not sorted: engines that trust the order lose deletes; rewrite the file",
          "path",
          path,
          "writeId",
          writeId,
          "bucket",
          bucket,
          "rowId",
          rowId);
    }
    lastWriteId = writeId;
    lastBucket = bucket;
    lastRowId = rowId;
  }
}
