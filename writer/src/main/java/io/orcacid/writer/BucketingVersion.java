package io.orcacid.writer;

/**
 * Which of Hive's two bucket hashes a table uses: the table property {@code bucketing_version}. A
 * table keeps its version for life; a table without the property has version 1.
 */
public enum BucketingVersion {
  /** Hash of Java's kind (31 times the sum so far); the only one before Hive 3. */
  V1,
  /** Murmur3 of the value's bytes (HIVE-18910); what Hive 3 and later give new tables. */
  V2
}
