package io.orcacid.hadoop;

import io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** A job whose steps a test takes one by one, as a runner would with tasks anywhere. */
final class HandDrivenJob {
  private static final JobID ID = new JobID("hand", 1);

  private final Configuration configuration;
  private final TaskType type;
  private final OutputCommitter driver;

  private HandDrivenJob(Configuration configuration, TaskType type) {
    this.configuration = configuration;
    this.type = type;
    this.driver = new OrcAcidOutputFormat<>().getOutputCommitter(null);
  }

  /** Submits a job of some reducers, or else of map tasks alone. */
  static HandDrivenJob submit(Job job, TaskType type, int tasks) throws IOException {
    Configuration configuration = job.getConfiguration();
    configuration.setInt("mapreduce.job.reduces", type == TaskType.REDUCE ? tasks : 0);
    new OrcAcidOutputFormat<>().checkOutputSpecs(new JobContextImpl(configuration, ID));
    configuration.setInt("mapreduce.job.maps", type == TaskType.MAP ? tasks : 3);
    HandDrivenJob submitted = new HandDrivenJob(configuration, type);
    submitted.driver.setupJob(submitted.context());
    return submitted;
  }

  /** The same job, driven again after its driver died. */
  HandDrivenJob again() throws IOException {
    Configuration next = new Configuration(configuration);
    next.setInt("mapreduce.job.application.attempt.id", 2);
    HandDrivenJob again = new HandDrivenJob(next, type);
    again.driver.setupJob(again.context());
    return again;
  }

  Configuration configuration() {
    return configuration;
  }

  private JobContext context() {
    return new JobContextImpl(configuration, ID);
  }

  void commit() throws IOException {
    driver.commitJob(context());
  }

  void abort() throws IOException {
    driver.abortJob(context(), JobStatus.State.FAILED);
  }

  Attempt attempt(int task, int number) throws IOException {
    return new Attempt(task, number);
  }

  /** One attempt of a task, with a committer of its own as in a process of its own. */
  final class Attempt {
    private final TaskAttemptContext context;
    private final OutputCommitter committer;
    private RecordWriter<Object, Object> writer;

    private Attempt(int task, int number) throws IOException {
      this.context =
          new TaskAttemptContextImpl(
              configuration, new TaskAttemptID(new TaskID(ID, type, task), number));
      OrcAcidOutputFormat<Object, Object> format = new OrcAcidOutputFormat<>();
      this.committer = format.getOutputCommitter(context);
      committer.setupTask(context);
    }

    Attempt write(Object key, Object value) throws Exception {
      if (writer == null) {
        writer = new OrcAcidOutputFormat<Object, Object>().getRecordWriter(context);
      }
      writer.write(key, value);
      return this;
    }

    Attempt close() throws Exception {
      if (writer != null) {
        writer.close(context);
      }
      return this;
    }

    boolean needsCommit() throws IOException {
      return committer.needsTaskCommit(context);
    }

    void commit() throws IOException {
      committer.commitTask(context);
    }

    void abort() throws IOException {
      committer.abortTask(context);
    }
  }
}
