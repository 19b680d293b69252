package io.orcacid.hadoop;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Says in a job's configuration what it reads. Each method writes its key at once; what is wrong is
 * told when the job is submitted. Not thread-safe.
 */
public final class InputConfiguration {
  private final Configuration configuration;

  /**
   * @param configuration the job's
   */
  public InputConfiguration(Configuration configuration) {
    this.configuration = configuration;
    configuration.set(AcidConfKeys.INPUT_JOB.key(), UUID.randomUUID().toString());
  }

  private InputConfiguration set(AcidConfKeys key, String value) {
    configuration.set(key.key(), value);
    return this;
  }

  /** Directory of the table. */
  public InputConfiguration path(String path) {
    return set(AcidConfKeys.INPUT_PATH, path);
  }

  /** Only these columns, in this order; none for rows without columns. */
  public InputConfiguration select(String... columns) {
    return set(AcidConfKeys.INPUT_COLUMNS, JobSettings.join(List.of(columns)));
  }

  /** Only rows for which the condition is true; see {@code io.orcacid.Scan#where}. */
  public InputConfiguration where(String condition) {
    return set(AcidConfKeys.INPUT_WHERE, condition);
  }

  /** The table as it was at a version. */
  public InputConfiguration asOfVersion(long version) {
    return set(AcidConfKeys.INPUT_VERSION, String.valueOf(version));
  }

  /** The table as it was at a time. */
  public InputConfiguration asOfTime(Instant time) {
    return set(AcidConfKeys.INPUT_TIME, time.toString());
  }

  /** The table as it was at the version that has a tag. */
  public InputConfiguration asOfTag(String tag) {
    return set(AcidConfKeys.INPUT_TAG, tag);
  }

  /**
   * What is valid in a table of Hive.
   *
   * @param writeIds as Hive has it in {@code hive.txn.valid.writeids}
   * @param transactions as in {@code hive.txn.valid.txns}; empty only if no compaction of Hive 4
   *     left a directory that depends on one
   */
  public InputConfiguration valid(String writeIds, String transactions) {
    set(AcidConfKeys.INPUT_WRITE_IDS, writeIds);
    return set(AcidConfKeys.INPUT_TRANSACTIONS, transactions);
  }

  /** Columns of a table of Hive as in DDL, and which of them name partitions. */
  public InputConfiguration schema(String columns, String... partitionedBy) {
    if (partitionedBy.length > 0) {
      set(AcidConfKeys.INPUT_PARTITIONED_BY, JobSettings.join(List.of(partitionedBy)));
    }
    return set(AcidConfKeys.INPUT_SCHEMA, columns);
  }
}
