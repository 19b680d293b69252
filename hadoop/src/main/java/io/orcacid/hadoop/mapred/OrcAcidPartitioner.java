package io.orcacid.hadoop.mapred;

import io.orcacid.hadoop.RowOwners;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Partitioner;

/**
 * {@link io.orcacid.hadoop.mapreduce.OrcAcidPartitioner} for the older interface.
 *
 * @param <K> keys of map output
 * @param <V> values of map output
 */
public class OrcAcidPartitioner<K, V> implements Partitioner<K, V> {
  private RowOwners owners;

  /** For Hadoop, which configures it. */
  public OrcAcidPartitioner() {}

  @Override
  public void configure(JobConf job) {
    owners = new RowOwners(job);
  }

  @Override
  public int getPartition(K key, V value, int partitions) {
    return owners.of(key, value, partitions);
  }
}
