package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Says which bucket of a table {@code CLUSTERED BY ... INTO n BUCKETS} a row belongs to, as Hive
 * 4.1.0 does.
 *
 * <p>What it expects of a batch:
 *
 * <ul>
 *   <li>the columns of the batch are the children of the row type, in order;
 *   <li>a timestamp is a wall clock held as if it were UTC ({@code isUTC} is true); with local time
 *       zone: an instant;
 *   <li>dates and timestamps not flagged as proleptic are of the hybrid calendar, as ORC takes them
 *       too;
 *   <li>char and varchar may be padded or too long: what the type keeps of them counts.
 * </ul>
 *
 * <p>Binary columns of version 2 hash the value. Hive hashes the buffer that the value happens to
 * sit in, so no writer can agree with all of Hive's there. A map that holds a key twice, which
 * Hive's maps cannot, hashes each of its entries.
 *
 * <p>Not safe for use by several threads: it keeps scratch space. Make one per thread.
 */
public final class BucketRouter {
  private final BucketHash hash;
  private final int buckets;

  private BucketRouter(BucketHash hash, int buckets) {
    if (buckets <= 0) {
      throw new ValidationException(
          "a bucketed table has at least one bucket: give the number the table was created with",
          "buckets",
          buckets);
    }
    this.hash = hash;
    this.buckets = buckets;
  }

  /**
   * A router for keys whose hash depends on no time zone.
   *
   * @param rowType struct of the columns of a batch
   * @param bucketColumns the columns of CLUSTERED BY in their order; case does not matter
   * @param buckets number of buckets, at least 1
   * @param version the table's version of bucketing
   * @throws ValidationException if there is no such column, its type cannot be bucketed, or the key
   *     needs a time zone
   */
  public static BucketRouter of(
      TypeDescription rowType, List<String> bucketColumns, int buckets, BucketingVersion version) {
    return new BucketRouter(
        BucketHash.of(rowType, bucketColumns, version, Optional.empty()), buckets);
  }

  /**
   * A router for any key. Version 1 hashes a timestamp as the instant that its wall clock means in
   * the default time zone of Hive's JVM; version 2 does so for the values of maps.
   *
   * @param rowType struct of the columns of a batch
   * @param bucketColumns the columns of CLUSTERED BY in their order; case does not matter
   * @param buckets number of buckets, at least 1
   * @param version the table's version of bucketing
   * @param hiveTimeZone default time zone of the Hive processes that write the table
   * @throws ValidationException if there is no such column or its type cannot be bucketed
   */
  public static BucketRouter of(
      TypeDescription rowType,
      List<String> bucketColumns,
      int buckets,
      BucketingVersion version,
      ZoneId hiveTimeZone) {
    return new BucketRouter(
        BucketHash.of(rowType, bucketColumns, version, Optional.of(hiveTimeZone)), buckets);
  }

  /**
   * The bucket of a row.
   *
   * @param batch columns of the row type
   * @param row position in the vectors; {@code selected} is the caller's business
   * @return 0 to buckets - 1
   * @throws ValidationException if a value does not fit its type or a timestamp is not held as UTC
   */
  public int bucket(VectorizedRowBatch batch, int row) {
    return (hash.hash(batch, row) & Integer.MAX_VALUE) % buckets;
  }
}
