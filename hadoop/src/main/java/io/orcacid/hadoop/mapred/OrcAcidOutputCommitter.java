package io.orcacid.hadoop.mapred;

import io.orcacid.hadoop.TableCommitter;
import java.io.IOException;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.TaskAttemptContext;

/** {@link io.orcacid.hadoop.mapreduce.OrcAcidOutputCommitter} for the older interface. */
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
  public void abortJob(JobContext context, int status) throws IOException {
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
