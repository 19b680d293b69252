package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.AcidBatch;
import io.orcacid.hadoop.AcidInputSplit;
import io.orcacid.hadoop.InputConfiguration;
import io.orcacid.hadoop.TableInput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** As {@link OrcAcidInputFormat}, as vectors of about a thousand rows with their addresses. */
public class OrcAcidBatchInputFormat extends InputFormat<NullWritable, AcidBatch> {
  /** Makes it the job's input format, and says what is read. */
  public static InputConfiguration configure(Job job) {
    job.setInputFormatClass(OrcAcidBatchInputFormat.class);
    return new InputConfiguration(job.getConfiguration());
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return OrcAcidInputFormat.splits(context, TableInput.Addresses.WANTED);
  }

  @Override
  public RecordReader<NullWritable, AcidBatch> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    return new SplitRecordReader<>(
        (AcidInputSplit) split,
        context.getConfiguration(),
        NullWritable.get(),
        new AcidBatch(),
        (records, key, value) -> records.next(value));
  }
}
