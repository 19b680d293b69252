package io.orcacid.hadoop.mapred;

import io.orcacid.error.ValidationException;
import io.orcacid.hadoop.OutputConfiguration;
import io.orcacid.hadoop.TableOutput;
import io.orcacid.hadoop.TableRowWriter;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputFormat;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.util.Progressable;

/**
 * {@link io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat} for the older interface; it needs {@link
 * OrcAcidOutputCommitter}, which {@link #configure} sets.
 *
 * @param <K> keys of its records
 * @param <V> values of its records
 */
public class OrcAcidOutputFormat<K, V> implements OutputFormat<K, V> {
  /** Makes it the job's output format, with committer and partitioner, and says what is written. */
  public static OutputConfiguration configure(JobConf job) {
    job.setOutputFormat(OrcAcidOutputFormat.class);
    job.setOutputCommitter(OrcAcidOutputCommitter.class);
    job.setPartitionerClass(OrcAcidPartitioner.class);
    return new OutputConfiguration(job);
  }

  /**
   * {@inheritDoc}
   *
   * @throws ValidationException for unknown keys, more than 4,096 tasks, an output that needs
   *     reducers and has none, or another committer
   */
  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
    if (!(job.getOutputCommitter() instanceof OrcAcidOutputCommitter)) {
      throw new ValidationException(
          "Only OrcAcidOutputCommitter commits what this format writes: use configure, or set it",
          "committer",
          job.getOutputCommitter().getClass().getName());
    }
    TableOutput.check(job, job.getCredentials());
  }

  @Override
  public RecordWriter<K, V> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    TableRowWriter writer =
        TableRowWriter.open(job, TaskAttemptID.forName(job.get("mapreduce.task.attempt.id")));
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) throws IOException {
        writer.write(key, value);
      }

      @Override
      public void close(Reporter reporter) throws IOException {
        writer.close();
      }
    };
  }
}
