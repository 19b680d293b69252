package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Hive's hash of the bucket columns of a row. Holds scratch space: for one thread. */
final class BucketHash {
  private final int[] columns;
  private final ColumnHash[] hashes;

  private BucketHash(int[] columns, ColumnHash[] hashes) {
    this.columns = columns;
    this.hashes = hashes;
  }

  /**
   * @param rowType struct of the columns of a batch
   * @param bucketColumns names in the order of CLUSTERED BY
   * @param version the table's version of bucketing
   * @param hiveTimeZone default time zone of Hive's JVM, needed only where a timestamp is hashed by
   *     version 1
   */
  static BucketHash of(
      TypeDescription rowType,
      List<String> bucketColumns,
      BucketingVersion version,
      Optional<ZoneId> hiveTimeZone) {
    if (bucketColumns.isEmpty()) {
      throw new ValidationException("no bucket columns: name at least one column of the row");
    }
    ColumnHashes kinds = new ColumnHashes(hiveTimeZone);
    int[] columns = new int[bucketColumns.size()];
    ColumnHash[] hashes = new ColumnHash[columns.length];
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = position(rowType, bucketColumns.get(i));
      if (!seen.add(columns[i])) {
        throw new ValidationException(
            "a bucket column is named twice", "column", bucketColumns.get(i));
      }
      hashes[i] = kinds.of(rowType.getChildren().get(columns[i]), version);
    }
    return new BucketHash(columns, hashes);
  }

  /** Hive's column names know no case. */
  private static int position(TypeDescription rowType, String column) {
    List<String> names = rowType.getFieldNames();
    String wanted = column.toLowerCase(Locale.ROOT);
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).toLowerCase(Locale.ROOT).equals(wanted)) {
        return i;
      }
    }
    throw new ValidationException(
        "no such bucket column: name a column of the row", "column", column, "columns", names);
  }

  /**
   * @param batch columns of the row type
   * @param row position in the vectors
   * @return any int; 0 if all columns are null
   */
  int hash(VectorizedRowBatch batch, int row) {
    int hash = 0;
    for (int i = 0; i < columns.length; i++) {
      hash = 31 * hash + hashes[i].hash(batch.cols[columns[i]], row);
    }
    return hash;
  }
}
