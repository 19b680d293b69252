package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.AcidAddress;
import io.orcacid.hadoop.AcidInputSplit;
import io.orcacid.hadoop.AcidRow;
import io.orcacid.hadoop.InputConfiguration;
import io.orcacid.hadoop.TableInput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The rows of a table with their addresses. The client takes one snapshot and keeps it readable
 * until the job ends; tasks read no log. Both objects of a record are filled again and again.
 *
 * <pre>{@code
 * OrcAcidInputFormat.configure(job)
 *     .path("hdfs://nn/warehouse/flights")
 *     .select("origin", "delay_minutes")
 *     .where("delay_minutes > 0");
 * }</pre>
 */
public class OrcAcidInputFormat extends InputFormat<AcidAddress, AcidRow> {
  /** Makes it the job's input format, and says what is read. */
  public static InputConfiguration configure(Job job) {
    job.setInputFormatClass(OrcAcidInputFormat.class);
    return new InputConfiguration(job.getConfiguration());
  }

  /** Says what is read, for programs that take the format by its class, such as Spark's. */
  public static InputConfiguration configure(Configuration configuration) {
    return new InputConfiguration(configuration);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.orcacid.error.ValidationException for unknown keys, and without a list of valid
   *     write ids for a table that has no log
   */
  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return splits(context, TableInput.Addresses.WANTED);
  }

  static List<InputSplit> splits(JobContext context, TableInput.Addresses addresses)
      throws IOException {
    return List.copyOf(
        TableInput.splits(context.getConfiguration(), context.getCredentials(), addresses));
  }

  @Override
  public RecordReader<AcidAddress, AcidRow> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    return new SplitRecordReader<>(
        (AcidInputSplit) split,
        context.getConfiguration(),
        new AcidAddress(),
        new AcidRow(),
        (records, key, value) -> records.next(key, value));
  }
}
