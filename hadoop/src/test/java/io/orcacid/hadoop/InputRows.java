package io.orcacid.hadoop;

import io.orcacid.Address;
import io.orcacid.hadoop.mapreduce.OrcAcidBatchInputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidRowInputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Reads tables as the tasks of a job do: each split goes through bytes. */
final class InputRows {
  private InputRows() {}

  /** A row as a task got it. */
  record Found(Optional<Address> address, AcidRow row) {}

  /** The ways to read. */
  enum Way {
    MAPREDUCE,
    MAPREDUCE_ROWS,
    MAPREDUCE_BATCHES,
    MAPRED,
    MAPRED_ROWS,
    MAPRED_BATCHES
  }

  static List<Found> read(Way way, Configuration configuration) throws Exception {
    return switch (way) {
      case MAPREDUCE -> {
        List<Found> found = new ArrayList<>();
        read(
            new OrcAcidInputFormat(),
            configuration,
            (key, value) -> found.add(new Found(Optional.of(key.address()), value.copy())));
        yield found;
      }
      case MAPREDUCE_ROWS -> {
        List<Found> found = new ArrayList<>();
        read(
            new OrcAcidRowInputFormat(),
            configuration,
            (key, value) -> found.add(new Found(Optional.empty(), value.copy())));
        yield found;
      }
      case MAPREDUCE_BATCHES -> {
        List<Found> found = new ArrayList<>();
        read(new OrcAcidBatchInputFormat(), configuration, (key, value) -> addAll(value, found));
        yield found;
      }
      case MAPRED -> {
        List<Found> found = new ArrayList<>();
        read(
            new io.orcacid.hadoop.mapred.OrcAcidInputFormat(),
            configuration,
            (key, value) -> found.add(new Found(Optional.of(key.address()), value.copy())));
        yield found;
      }
      case MAPRED_ROWS -> {
        List<Found> found = new ArrayList<>();
        read(
            new io.orcacid.hadoop.mapred.OrcAcidRowInputFormat(),
            configuration,
            (key, value) -> found.add(new Found(Optional.empty(), value.copy())));
        yield found;
      }
      case MAPRED_BATCHES -> {
        List<Found> found = new ArrayList<>();
        read(
            new io.orcacid.hadoop.mapred.OrcAcidBatchInputFormat(),
            configuration,
            (key, value) -> addAll(value, found));
        yield found;
      }
    };
  }

  private interface Taking<K, V> {
    void take(K key, V value);
  }

  private static void addAll(AcidBatch batch, List<Found> found) {
    for (int i = 0; i < batch.rows().size; i++) {
      int row = batch.rows().selectedInUse ? batch.rows().selected[i] : i;
      AcidRow copy = new AcidRow();
      copy.fill(batch.type(), batch.rows(), row);
      found.add(new Found(Optional.of(new Address(batch.partition(), batch.rowId(row))), copy));
    }
  }

  static List<InputSplit> splits(InputFormat<?, ?> format, Configuration configuration)
      throws Exception {
    return format.getSplits(new JobContextImpl(configuration, new JobID("test", 1)));
  }

  private static <K, V> void read(
      InputFormat<K, V> format, Configuration configuration, Taking<K, V> taking) throws Exception {
    for (InputSplit split : splits(format, configuration)) {
      TaskAttemptContext task = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
      AcidInputSplit there = copy((AcidInputSplit) split, new AcidInputSplit());
      try (RecordReader<K, V> reader = format.createRecordReader(there, task)) {
        reader.initialize(there, task);
        while (reader.nextKeyValue()) {
          taking.take(reader.getCurrentKey(), reader.getCurrentValue());
        }
      }
    }
  }

  private static <K, V> void read(
      org.apache.hadoop.mapred.InputFormat<K, V> format,
      Configuration configuration,
      Taking<K, V> taking)
      throws Exception {
    JobConf job = new JobConf(configuration);
    for (org.apache.hadoop.mapred.InputSplit split : format.getSplits(job, 3)) {
      AcidInputSplit there = copy((AcidInputSplit) split, new AcidInputSplit());
      var reader = format.getRecordReader(there, job, Reporter.NULL);
      K key = reader.createKey();
      V value = reader.createValue();
      while (reader.next(key, value)) {
        taking.take(key, value);
      }
      reader.close();
    }
  }

  /** What comes out at the other end of a connection. */
  static <T extends Writable> T copy(T value, T into) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    value.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    into.readFields(in);
    if (in.read() >= 0) {
      throw new IOException("not all of it was read: " + value);
    }
    return into;
  }

  static int serialisedLength(Writable value) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    value.write(out);
    return out.getLength();
  }
}
