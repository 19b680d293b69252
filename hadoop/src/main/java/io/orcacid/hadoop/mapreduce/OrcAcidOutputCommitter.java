package io.orcacid.hadoop.mapreduce;

import io.orcacid.hadoop.TableCommitter;
import java.io.IOException;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Commits a job by {@link TableCommitter}. */
public class OrcAcidOutputCommitter extends OutputCommitter {
  private final TableCommitter committer = new TableCommitter();

  /** A committer of one job. */
  public OrcAcidOutputCommitter() {}

  @Override
  public void setupJob(JobContext context) throws IOException {
    committer.setUp(context);
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    committer.commit(context);
  }

  /** The token tells whether an earlier attempt of the driver has committed already. */
  @Override
  public boolean isCommitJobRepeatable(JobContext context) {
    return true;
  }

  /** Another driver has a transaction of its own, for which tasks run anew. */
  @Override
  public boolean isRecoverySupported(JobContext context) {
    return false;
  }

  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    committer.abort(context);
  }

  @Override
  public void setupTask(TaskAttemptContext context) {}

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) {
    return committer.needsCommit(context);
  }

  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    committer.commitTask(context);
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    committer.abortTask(context);
  }
}
