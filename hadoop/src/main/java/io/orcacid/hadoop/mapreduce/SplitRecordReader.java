package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.AcidInputSplit;
import io.orcacid.hadoop.TableRecords;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Records of a split, in two objects that are filled again and again. Not thread-safe. */
final class SplitRecordReader<K, V> extends RecordReader<K, V> {
  private final TableRecords records;
  private final K key;
  private final V value;
  private final Filler<K, V> filler;

  /** Reads the next record into two objects; false at the end. */
  interface Filler<K, V> {
    boolean next(TableRecords records, K key, V value) throws IOException;
  }

  SplitRecordReader(
      AcidInputSplit split, Configuration configuration, K key, V value, Filler<K, V> filler)
      throws IOException {
    this.records = TableRecords.open(split, configuration);
    this.key = key;
    this.value = value;
    this.filler = filler;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) {}

  @Override
  public boolean nextKeyValue() throws IOException {
    return filler.next(records, key, value);
  }

  @Override
  public K getCurrentKey() {
    return key;
  }

  @Override
  public V getCurrentValue() {
    return value;
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
