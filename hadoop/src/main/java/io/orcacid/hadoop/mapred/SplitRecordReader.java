package io.orcacid.hadoop.mapred;

import io.orcacid.hadoop.AcidInputSplit;
import io.orcacid.hadoop.TableRecords;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;

/** Records of a split, read into objects that the caller gives. Not thread-safe. */
final class SplitRecordReader<K, V> implements RecordReader<K, V> {
  private final TableRecords records;
  private final Supplier<K> keys;
  private final Supplier<V> values;
  private final Filler<K, V> filler;

  /** Reads the next record into two objects; false at the end. */
  interface Filler<K, V> {
    boolean next(TableRecords records, K key, V value) throws IOException;
  }

  SplitRecordReader(
      InputSplit split, JobConf job, Supplier<K> keys, Supplier<V> values, Filler<K, V> filler)
      throws IOException {
    this.records = TableRecords.open((AcidInputSplit) split, job);
    this.keys = keys;
    this.values = values;
    this.filler = filler;
  }

  @Override
  public boolean next(K key, V value) throws IOException {
    return filler.next(records, key, value);
  }

  @Override
  public K createKey() {
    return keys.get();
  }

  @Override
  public V createValue() {
    return values.get();
  }

  @Override
  public long getPos() {
    return records.position();
  }

  @Override
  public float getProgress() {
    return records.progress();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
