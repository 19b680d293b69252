package io.orcacid.hadoop;

import io.orcacid.WriteTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;

/**
 * Sends records to the task that owns their bucket: rows to be taken away by their addresses, new
 * rows of a table with buckets by Hive's hash. Other rows go anywhere. Not thread-safe.
 */
public final class RowOwners {
  private final Configuration configuration;
  private WriteTask.Owners owners;
  private int tasks;

  /**
   * @param configuration the job's, once it is set up
   */
  public RowOwners(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * The task of a record.
   *
   * @param among how many tasks there are
   */
  public int of(Object key, Object value, int among) {
    WriteTask.Owners known = owners(among);
    if (key instanceof AcidAddress address) {
      return known.of(address.address());
    }
    Optional<Integer> owner =
        value instanceof AcidRow row ? known.of(row.values()) : Optional.empty();
    Object spread = key == null || key instanceof NullWritable ? value : key;
    return owner.orElseGet(
        () -> (spread == null ? 0 : spread.hashCode() & Integer.MAX_VALUE) % among);
  }

  private WriteTask.Owners owners(int among) {
    if (owners == null || tasks != among) {
      try {
        owners = TableCommitter.task(configuration).owners(among);
      } catch (IOException e) {
        throw new UncheckedIOException("What the job's tasks write could not be read", e);
      }
      tasks = among;
    }
    return owners;
  }
}
