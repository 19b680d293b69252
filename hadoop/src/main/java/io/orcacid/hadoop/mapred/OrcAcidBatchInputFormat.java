package io.orcacid.hadoop.mapred;

import io.orcacid.hadoop.AcidBatch;
import io.orcacid.hadoop.InputConfiguration;
import io.orcacid.hadoop.TableInput;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** {@link io.orcacid.hadoop.mapreduce.OrcAcidBatchInputFormat} for the older interface. */
public class OrcAcidBatchInputFormat implements InputFormat<NullWritable, AcidBatch> {
  /** Makes it the job's input format, and says what is read. */
  public static InputConfiguration configure(JobConf job) {
    job.setInputFormat(OrcAcidBatchInputFormat.class);
    return new InputConfiguration(job);
  }

  @Override
  public InputSplit[] getSplits(JobConf job, int numSplits) throws IOException {
    return OrcAcidInputFormat.splits(job, TableInput.Addresses.WANTED);
  }

  @Override
  public RecordReader<NullWritable, AcidBatch> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    return new SplitRecordReader<>(
        split,
        job,
        NullWritable::get,
        AcidBatch::new,
        (records, key, value) -> records.next(value));
  }
}
