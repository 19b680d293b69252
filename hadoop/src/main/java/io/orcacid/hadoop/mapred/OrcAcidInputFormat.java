package io.orcacid.hadoop.mapred;

import io.orcacid.hadoop.AcidAddress;
import io.orcacid.hadoop.AcidRow;
import io.orcacid.hadoop.InputConfiguration;
import io.orcacid.hadoop.TableInput;
import java.io.IOException;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** {@link io.orcacid.hadoop.mapreduce.OrcAcidInputFormat} for the older interface. */
public class OrcAcidInputFormat implements InputFormat<AcidAddress, AcidRow> {
  /** Makes it the job's input format, and says what is read. */
  public static InputConfiguration configure(JobConf job) {
    job.setInputFormat(OrcAcidInputFormat.class);
    return new InputConfiguration(job);
  }

  /**
   * {@inheritDoc}
   *
   * @param numSplits a wish that is not heard: the size of splits is what counts
   */
  @Override
  public InputSplit[] getSplits(JobConf job, int numSplits) throws IOException {
    return splits(job, TableInput.Addresses.WANTED);
  }

  static InputSplit[] splits(JobConf job, TableInput.Addresses addresses) throws IOException {
    return TableInput.splits(job, job.getCredentials(), addresses).toArray(new InputSplit[0]);
  }

  @Override
  public RecordReader<AcidAddress, AcidRow> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    return new SplitRecordReader<>(
        split,
        job,
        AcidAddress::new,
        AcidRow::new,
        (records, key, value) -> records.next(key, value));
  }
}
