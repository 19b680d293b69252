package io.orcacid.hadoop;

import io.orcacid.AcidTable;
import io.orcacid.DistributedWrite;
import io.orcacid.Transaction;
import io.orcacid.WriteTask;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what a job's tasks wrote one transaction. The process that sets the job up - the client of
 * a local job, else the application master - holds the transaction and renews its sign of life
 * until it commits or aborts; tasks never open the log.
 *
 * <p>A task's commit puts the list of its attempt's files, in one step; the job's commit moves the
 * files of one committed attempt of each task and puts one log entry with a token, by which it is
 * found again after an unknown outcome (PROTOCOL.md R8, R13). Nothing else of the job is ever seen
 * by anybody. Not thread-safe.
 */
public final class TableCommitter {
  private static final Logger LOG = LoggerFactory.getLogger(TableCommitter.class);

  /** How often the outcome of the commit is asked for before the job is told that it is unknown. */
  private static final int MOST_QUESTIONS = 6;

  private static final long FIRST_WAIT_MILLIS = 100;

  private AcidTable table;
  private Transaction transaction;
  private DistributedWrite write;

  /** A committer of one job. */
  public TableCommitter() {}

  /**
   * Begins the transaction, and writes what tasks have to know.
   *
   * @throws ValidationException if there are more tasks than a table can be written by
   */
  public void setUp(JobContext context) throws IOException {
    OutputSettings output = new OutputSettings(context.getConfiguration());
    output.requireFewTasks();
    close();
    table = output.open();
    boolean done = false;
    try {
      transaction = table.begin(output.begin());
      write = transaction.distribute(output.kind());
      JobFiles.of(output).create(write.task(), write.visibleRows());
      done = true;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /**
   * Makes all of it visible, or nothing.
   *
   * @throws io.orcacid.error.WriteConflictException if another transaction won: submit the job
   *     again
   * @throws CommitStateUnknownException if the outcome could not be found out; the job may be
   *     submitted again with the same token, and is then committed once
   */
  public void commit(JobContext context) throws IOException {
    if (write == null) {
      throw new ValidationException(
          "This committer did not set the job up, so that it cannot commit it: submit it again",
          "job",
          context.getJobID());
    }
    OutputSettings output = new OutputSettings(context.getConfiguration());
    write.finish(JobFiles.of(output).winners(output.tasks()));
    commitUntilKnown();
    if (transaction.isReplay()) {
      LOG.info("The job {} was committed before: what it wrote now is removed", context.getJobID());
    }
    close();
  }

  private void commitUntilKnown() throws IOException {
    long wait = FIRST_WAIT_MILLIS;
    for (int question = 1; ; question++) {
      try {
        transaction.commit();
        return;
      } catch (CommitStateUnknownException e) {
        if (question == MOST_QUESTIONS) {
          throw e;
        }
        LOG.warn("The outcome of the commit is not known yet: {}", e.toString());
        pause(wait);
        wait *= 2;
      }
    }
  }

  private static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking for the outcome of a commit");
    }
  }

  /**
   * Gives the job up; what it wrote is removed, unless its commit may still land. Of a job that
   * another process has set up the unfinished files are removed, and a cleaner aborts it in time.
   */
  public void abort(JobContext context) throws IOException {
    if (transaction != null) {
      close();
      return;
    }
    OutputSettings output = new OutputSettings(context.getConfiguration());
    output.place().storage().delete(output.place().root() + "/" + output.temporary());
  }

  /** Whether an attempt has something to be committed: every attempt that may write has. */
  public boolean needsCommit(TaskAttemptContext context) {
    TaskType type = context.getTaskAttemptID().getTaskType();
    return type == (context.getNumReduceTasks() > 0 ? TaskType.REDUCE : TaskType.MAP);
  }

  /** Commits one attempt of a task. */
  public void commitTask(TaskAttemptContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    TaskAttemptID attempt = context.getTaskAttemptID();
    JobFiles files = JobFiles.of(new OutputSettings(configuration));
    if (!files.isComplete(attempt)) {
      // A task that was given no row has opened no writer.
      TableRowWriter.open(configuration, attempt).close();
    }
    files.commit(attempt);
  }

  /** Removes what an attempt wrote. */
  public void abortTask(TaskAttemptContext context) throws IOException {
    JobFiles.of(new OutputSettings(context.getConfiguration())).abort(context.getTaskAttemptID());
  }

  /** What tasks were told, for partitioners. */
  static WriteTask task(Configuration configuration) throws IOException {
    return JobFiles.of(new OutputSettings(configuration)).task();
  }

  private void close() throws IOException {
    AcidTable closing = table;
    Transaction ending = transaction;
    table = null;
    transaction = null;
    write = null;
    try {
      if (ending != null) {
        ending.close();
      }
    } finally {
      if (closing != null) {
        closing.close();
      }
    }
  }
}
