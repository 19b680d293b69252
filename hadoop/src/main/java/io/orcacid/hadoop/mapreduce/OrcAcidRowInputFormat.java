package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.AcidInputSplit;
import io.orcacid.hadoop.AcidRow;
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

/** As {@link OrcAcidInputFormat}, without addresses, which saves reading them. */
public class OrcAcidRowInputFormat extends InputFormat<NullWritable, AcidRow> {
  /** Makes it the job's input format, and says what is read. */
  public static InputConfiguration configure(Job job) {
    job.setInputFormatClass(OrcAcidRowInputFormat.class);
    return new InputConfiguration(job.getConfiguration());
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return OrcAcidInputFormat.splits(context, TableInput.Addresses.NOT_WANTED);
  }

  @Override
  public RecordReader<NullWritable, AcidRow> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    return new SplitRecordReader<>(
        (AcidInputSplit) split,
        context.getConfiguration(),
        NullWritable.get(),
        new AcidRow(),
        (records, key, value) -> records.next(value));
  }
}
