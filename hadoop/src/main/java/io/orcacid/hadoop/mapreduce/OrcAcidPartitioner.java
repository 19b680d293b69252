package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.RowOwners;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Sends each record to the reducer that owns its bucket, which every delete and update and every
 * table with buckets needs.
 *
 * @param <K> keys of map output
 * @param <V> values of map output
 */
public class OrcAcidPartitioner<K, V> extends Partitioner<K, V> implements Configurable {
  private Configuration configuration;
  private RowOwners owners;

  /** For Hadoop, which configures it. */
  public OrcAcidPartitioner() {}

  @Override
  public void setConf(Configuration newConfiguration) {
    configuration = newConfiguration;
    owners = new RowOwners(newConfiguration);
  }

  @Override
  public Configuration getConf() {
    return configuration;
  }

  @Override
  public int getPartition(K key, V value, int partitions) {
    return owners.of(key, value, partitions);
  }
}
