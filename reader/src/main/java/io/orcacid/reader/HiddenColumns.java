package io.orcacid.reader;

import static io.orcacid.format.orc.AcidSchema.BUCKET;
import static io.orcacid.format.orc.AcidSchema.CURRENT_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.OPERATION;
import static io.orcacid.format.orc.AcidSchema.ORIGINAL_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.ROW_ID;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.RowIdSet;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;

/**
 * What the statistics of one stripe prove about its hidden columns, so that these need not be
 * decoded (DESIGN.md §5). What contradicts the directory's name is an error here. Immutable.
 *
 * @param proven whether there are statistics for all of them; without, nothing below means anything
 * @param minWriteId smallest originalTransaction
 * @param maxWriteId largest originalTransaction
 * @param minBucket smallest bucket property
 * @param maxBucket largest bucket property
 * @param minRowId smallest row number
 * @param maxRowId largest row number
 * @param dense whether one write id, one bucket property and row numbers without a gap make every
 *     id known by position
 * @param minCurrentWriteId smallest currentTransaction
 * @param maxCurrentWriteId largest currentTransaction
 * @param visibility how many of the stripe's events are visible
 */
public record HiddenColumns(
    boolean proven,
    long minWriteId,
    long maxWriteId,
    int minBucket,
    int maxBucket,
    long minRowId,
    long maxRowId,
    boolean dense,
    long minCurrentWriteId,
    long maxCurrentWriteId,
    RangeMatch visibility) {

  private static final HiddenColumns UNKNOWN =
      new HiddenColumns(
          false,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          Integer.MIN_VALUE,
          Integer.MAX_VALUE,
          0,
          Long.MAX_VALUE,
          false,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          RangeMatch.SOME);

  /** Nothing is known: everything has to be decoded and checked. */
  public static HiddenColumns unknown() {
    return UNKNOWN;
  }

  /** A stripe of a plain file: ids follow from its place. */
  public static HiddenColumns ofOriginal(DataFile.Original origin, long firstRow, long rows) {
    long first = origin.firstRowId() + firstRow;
    return new HiddenColumns(
        true,
        origin.writeId(),
        origin.writeId(),
        origin.bucketProperty(),
        origin.bucketProperty(),
        first,
        first + rows - 1,
        true,
        origin.writeId(),
        origin.writeId(),
        RangeMatch.ALL);
  }

  /**
   * A stripe of an ACID file.
   *
   * @param statistics of the stripe by column id
   * @param rows rows of the stripe
   * @param file where it is
   * @param writeIds which write ids are valid
   * @throws UnsupportedTableException for a file of ACID version 1
   * @throws CorruptFileException if events lie outside of the directory's range
   */
  public static HiddenColumns ofStripe(
      ColumnStatistics[] statistics, long rows, DataFile file, ValidWriteIdList writeIds) {
    IntegerColumnStatistics operation = column(statistics, OPERATION, rows);
    IntegerColumnStatistics writeId = column(statistics, ORIGINAL_WRITE_ID, rows);
    IntegerColumnStatistics bucket = column(statistics, BUCKET, rows);
    IntegerColumnStatistics rowId = column(statistics, ROW_ID, rows);
    IntegerColumnStatistics current = column(statistics, CURRENT_WRITE_ID, rows);
    if (operation == null
        || writeId == null
        || bucket == null
        || rowId == null
        || current == null) {
      return UNKNOWN;
    }
    requireInserts(file, operation.getMinimum(), operation.getMaximum());
    requireRange(
        file,
        Math.min(writeId.getMinimum(), current.getMinimum()),
        Math.max(writeId.getMaximum(), current.getMaximum()));
    return new HiddenColumns(
        true,
        writeId.getMinimum(),
        writeId.getMaximum(),
        (int) bucket.getMinimum(),
        (int) bucket.getMaximum(),
        rowId.getMinimum(),
        rowId.getMaximum(),
        isConstant(writeId) && isConstant(bucket) && isDense(rowId, rows),
        current.getMinimum(),
        current.getMaximum(),
        visibility(file.events(), current.getMinimum(), current.getMaximum(), writeIds));
  }

  /** Whether some rows may be in the stripe. */
  boolean meets(RowIdSet rows) {
    return rows.intersectsBox(minWriteId, maxWriteId, minBucket, maxBucket, minRowId, maxRowId);
  }

  private static IntegerColumnStatistics column(
      ColumnStatistics[] statistics, int hidden, long rows) {
    ColumnStatistics column = statistics[hidden + 1];
    return column instanceof IntegerColumnStatistics integers && column.getNumberOfValues() == rows
        ? integers
        : null;
  }

  private static boolean isConstant(IntegerColumnStatistics column) {
    return column.getMinimum() == column.getMaximum();
  }

  private static boolean isDense(IntegerColumnStatistics rowId, long rows) {
    long min = rowId.getMinimum();
    long max = rowId.getMaximum();
    // Far below overflow, so that the sum is exact.
    return min >= 0
        && max - min + 1 == rows
        && max < 1L << 40
        && rowId.isSumDefined()
        && 2 * rowId.getSum() == rows * (min + max);
  }

  private static RangeMatch visibility(
      DataFile.EventBounds events, long min, long max, ValidWriteIdList writeIds) {
    if (max <= events.skipEventsUpTo()) {
      return RangeMatch.NONE;
    }
    RangeMatch valid =
        events.valid() == RangeMatch.ALL ? RangeMatch.ALL : writeIds.rangeValid(min, max);
    if (valid == RangeMatch.ALL
        && events.valid() != RangeMatch.ALL
        && max > writeIds.highWaterMark()) {
      valid = RangeMatch.SOME;
    }
    boolean straddles =
        events.skipEventsUpTo() != PartitionLayout.SKIP_NOTHING && min <= events.skipEventsUpTo();
    return valid == RangeMatch.ALL && straddles ? RangeMatch.SOME : valid;
  }

  /**
   * ACID version 1 kept updates and deletes in deltas (FORMAT.md §1): its rows would be wrong here.
   */
  static void requireInserts(DataFile file, long minOperation, long maxOperation) {
    if (minOperation != AcidSchema.INSERT || maxOperation != AcidSchema.INSERT) {
      throw new UnsupportedTableException(
          "A data file holds events that are no inserts, as ACID version 1 wrote them: "
              + "run a major compaction in Hive, then read it here",
          "path",
          file.path(),
          "operation",
          maxOperation);
    }
  }

  static void requireRange(DataFile file, long minWriteId, long maxWriteId) {
    if (minWriteId < file.events().minWriteId() || maxWriteId > file.events().maxWriteId()) {
      throw new CorruptFileException(
          "A file holds events of write ids outside of its directory's range",
          "path",
          file.path(),
          "writeIds",
          minWriteId + ".." + maxWriteId,
          "range",
          file.events().minWriteId() + ".." + file.events().maxWriteId());
    }
  }
}
