package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.OutputConfiguration;
import io.orcacid.hadoop.TableOutput;
import io.orcacid.hadoop.TableRowWriter;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * A table that a job writes in one transaction: {@link io.orcacid.hadoop.AcidRow} values are
 * inserted, or rows are deleted or replaced by keys that are {@link io.orcacid.hadoop.AcidAddress}.
 *
 * @param <K> keys of its records
 * @param <V> values of its records
 */
public class OrcAcidOutputFormat<K, V> extends OutputFormat<K, V> {
  /** Makes it the job's output format, with its partitioner, and says what is written. */
  public static OutputConfiguration configure(Job job) {
    job.setOutputFormatClass(OrcAcidOutputFormat.class);
    job.setPartitionerClass(OrcAcidPartitioner.class);
    return new OutputConfiguration(job.getConfiguration());
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.orcacid.error.ValidationException for unknown keys, more than 4,096 tasks, or an
   *     output that needs reducers and has none
   */
  @Override
  public void checkOutputSpecs(JobContext context) throws IOException {
    TableOutput.check(context.getConfiguration(), context.getCredentials());
  }

  @Override
  public RecordWriter<K, V> getRecordWriter(TaskAttemptContext context) throws IOException {
    TableRowWriter writer =
        TableRowWriter.open(context.getConfiguration(), context.getTaskAttemptID());
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) throws IOException {
        writer.write(key, value);
      }

      @Override
      public void close(TaskAttemptContext task) throws IOException {
        writer.close();
      }
    };
  }

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
    return new OrcAcidOutputCommitter();
  }
}
