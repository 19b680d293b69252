package io.orcacid.verify;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** Every event of one ACID file, with all its columns decoded (FORMAT.md §5.2, §5.4). */
final class RowCheck {
  private static final String REWRITE = "restore the file from a copy, or overwrite the partition";

  private final CheckedFile file;
  private final OrcInput input;
  private final Findings findings;
  private final int operation;
  private final boolean base;
  private final long least;
  private final long most;
  private final List<RowId> index;
  private final long[] stripeEnds;
  private int stripe;
  private long rows;
  private RowId first;
  private long lastWriteId;
  private int lastBucket;
  private long lastRowId;
  private boolean sorted = true;

  RowCheck(CheckedFile file, OrcInput input, Findings findings) {
    this.file = file;
    this.input = input;
    this.findings = findings;
    this.operation = file.isDelete() ? AcidSchema.DELETE : AcidSchema.INSERT;
    AcidDirectory directory = file.directory().orElseThrow();
    this.base = directory instanceof AcidDirectory.Base;
    this.least = base ? 0 : directory.minWriteId();
    this.most =
        directory.maxWriteId() == AcidDirectory.MINIMUM_BASE
            ? Long.MAX_VALUE
            : directory.maxWriteId();
    this.stripeEnds = new long[input.stripes().size()];
    long end = 0;
    for (int i = 0; i < stripeEnds.length; i++) {
      end += input.stripes().get(i).getNumberOfRows();
      stripeEnds[i] = end;
    }
    this.index = index(input, stripeEnds.length);
  }

  /** Empty if it is damaged or of another length, which is a finding already. */
  private static List<RowId> index(OrcInput input, int stripes) {
    try {
      return input
          .footerKey(AcidKeyIndex.KEY)
          .map(text -> AcidKeyIndex.parse(text).lastRows())
          .filter(rows -> rows.size() == stripes)
          .orElse(List.of());
    } catch (CorruptFileException e) {
      return List.of();
    }
  }

  /** Reads all columns of all rows. */
  static void decode(OrcInput input) throws IOException {
    VectorizedRowBatch batch = input.schema().createRowBatch();
    try (OrcInput.Rows all = input.rows(input.options())) {
      boolean more = true;
      while (more) {
        more = all.next(batch);
      }
    }
  }

  Optional<RowSource> run() throws IOException {
    VectorizedRowBatch batch = input.schema().createRowBatch();
    try (OrcInput.Rows all = input.rows(input.options())) {
      while (all.next(batch)) {
        check(batch);
      }
    }
    if (rows != input.rowCount()) {
      findings.error(
          Check.EVENT_COUNTS,
          file.path(),
          "the file gives " + rows + " rows, its footer says " + input.rowCount(),
          REWRITE);
    }
    if (file.isDelete()) {
      findings.deleteEvents += rows;
    } else {
      findings.insertEvents += rows;
    }
    checkLogged();
    if (rows == 0) {
      return Optional.of(RowSource.empty(file));
    }
    return sorted ? Optional.of(new RowSource(file, first, rows)) : Optional.empty();
  }

  private void checkLogged() {
    if (file.logged().isEmpty() || rows == 0 || !sorted) {
      return;
    }
    RowId last = new RowId(lastWriteId, lastBucket, lastRowId);
    Optional<RowId> loggedFirst = file.logged().get().first();
    Optional<RowId> loggedLast = file.logged().get().last();
    if (loggedFirst.isPresent() && !loggedFirst.get().equals(first)
        || loggedLast.isPresent() && !loggedLast.get().equals(last)) {
      findings.error(
          Check.LOGGED_ROWS,
          file.path(),
          "the file's rows are " + first + " to " + last + ", the log says otherwise",
          REWRITE);
    }
  }

  private void check(VectorizedRowBatch batch) {
    for (int i = 0; i < AcidSchema.ROW; i++) {
      batch.cols[i].flatten(false, null, batch.size);
      requireValues(batch.cols[i], batch.size);
    }
    long[] operations = longs(batch, AcidSchema.OPERATION);
    long[] writeIds = longs(batch, AcidSchema.ORIGINAL_WRITE_ID);
    long[] buckets = longs(batch, AcidSchema.BUCKET);
    long[] rowIds = longs(batch, AcidSchema.ROW_ID);
    long[] currentWriteIds = longs(batch, AcidSchema.CURRENT_WRITE_ID);
    ColumnVector user = batch.cols[AcidSchema.ROW];
    for (int i = 0; i < batch.size; i++) {
      boolean hasRow = user.noNulls || !user.isNull[user.isRepeating ? 0 : i];
      checkEvent(operations[i], writeIds[i], rowIds[i], currentWriteIds[i], hasRow);
      checkBucket((int) buckets[i]);
      follow(writeIds[i], (int) buckets[i], rowIds[i]);
      checkIndex();
    }
  }

  private void requireValues(ColumnVector column, int size) {
    for (int i = 0; i < size && !column.noNulls; i++) {
      if (column.isNull[i]) {
        event("a hidden column is null");
      }
    }
  }

  private static long[] longs(VectorizedRowBatch batch, int column) {
    return ((LongColumnVector) batch.cols[column]).vector;
  }

  private void event(String what) {
    findings.error(Check.EVENT, file.path(), what + " (row " + rows + " of the file)", REWRITE);
  }

  private void checkEvent(
      long found, long writeId, long rowId, long currentWriteId, boolean hasRow) {
    if (found == AcidSchema.UPDATE_V1) {
      event("an update event: the file is of ACID version 1");
    } else if (found != operation) {
      event("operation " + found + " in a file of operation " + operation);
    }
    if (writeId < 0 || writeId > currentWriteId || rowId < 0) {
      event("row id " + writeId + "/" + rowId + " of currentTransaction " + currentWriteId);
    }
    if (currentWriteId < least || currentWriteId > most) {
      event("currentTransaction " + currentWriteId + " outside of the directory's range");
    }
    if (operation == AcidSchema.INSERT && !hasRow) {
      event("an insert event without a row");
    }
  }

  private void checkBucket(int property) {
    if (!BucketProperty.isKnown(property)
        || BucketProperty.bucket(property) != file.name().bucket()
        || operation == AcidSchema.INSERT
            && !base
            && file.statement() >= 0
            && BucketProperty.statement(property) != file.statement()) {
      findings.error(
          Check.BUCKET,
          file.path(),
          "bucket property " + property + " does not belong into this file (row " + rows + ")",
          "rewrite the file: Hive does not apply deletes across buckets");
    }
  }

  private void follow(long writeId, int bucket, long rowId) {
    if (rows == 0) {
      first = new RowId(writeId, bucket, rowId);
    } else {
      int order = RowIdOrder.compare(lastWriteId, lastBucket, lastRowId, writeId, bucket, rowId);
      if (order > 0 || order == 0 && operation == AcidSchema.INSERT) {
        sorted = false;
        findings.error(
            Check.ROW_ORDER,
            file.path(),
            "the events do not rise at row " + rows + ": engines lose deletes of such files",
            operation == AcidSchema.DELETE
                ? "rewrite the file in the order of row ids"
                : "overwrite the partition with its rows");
      }
    }
    lastWriteId = writeId;
    lastBucket = bucket;
    lastRowId = rowId;
    rows++;
  }

  private void checkIndex() {
    while (stripe < stripeEnds.length && stripeEnds[stripe] < rows) {
      stripe++;
    }
    if (index.isEmpty() || stripe == stripeEnds.length || stripeEnds[stripe] != rows) {
      return;
    }
    RowId last = new RowId(lastWriteId, lastBucket, lastRowId);
    if (!index.get(stripe).equals(last)) {
      findings.error(
          Check.KEY_INDEX,
          file.path(),
          AcidKeyIndex.KEY
              + " names "
              + index.get(stripe)
              + " for stripe "
              + stripe
              + ", its last row is "
              + last,
          "rewrite the file by a major compaction");
    }
  }
}
