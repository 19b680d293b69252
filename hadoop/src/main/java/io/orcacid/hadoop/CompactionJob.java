package io.orcacid.hadoop;

import io.orcacid.Compaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.compactor.DistributedCompaction;
import io.orcacid.compactor.rewrite.RewritePiece;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Compacts a table by a MapReduce job: a map task for each bucket of each partition. The client
 * begins the compactions, renews its sign of life while the job runs, and publishes each partition
 * once; tasks open no log. Attempts may fail and be tried again, also two at a time: the files of
 * one that was committed count, and nothing else is ever seen by anybody.
 */
public final class CompactionJob {
  private static final String OUTPUT = "written";
  private static final String PIECE = "piece-";

  private CompactionJob() {}

  /**
   * Runs a compaction as a job, to its end, on the cluster whose configuration lies in the
   * directory that the environment's {@code HADOOP_CONF_DIR} names; without it in this process.
   *
   * @param over settings that go over that configuration, of which those of file systems are taken
   * @param table address or path of the table's directory
   * @param compaction what is to be compacted
   * @return a report of each partition
   * @throws IOException if the job failed; nothing of it is left
   */
  public static List<CompactionReport> runOnCluster(
      Map<String, String> over, String table, Compaction compaction) throws IOException {
    return run(ClusterConfiguration.read(over), new Path(table), compaction);
  }

  /**
   * Runs a compaction as a job, to its end.
   *
   * @param configuration of the cluster; {@code mapreduce.framework.name} says where it runs
   * @param given address of the table's directory; without a scheme it is one of this machine
   * @param compaction what is to be compacted
   * @return a report of each partition
   * @throws IOException if the job failed; nothing of it is left
   */
  public static List<CompactionReport> run(
      Configuration configuration, Path given, Compaction compaction) throws IOException {
    Path table = asTheEngineReads(given);
    try (DistributedCompaction distributed = compaction.distribute()) {
      List<RewritePiece> pieces = distributed.pieces();
      if (pieces.isEmpty()) {
        return distributed.publish(List.of());
      }
      FileSystem files = table.getFileSystem(configuration);
      Path staging = files.makeQualified(new Path(distributed.directory(pieces.get(0)), "_job"));
      List<RewritePiece.Written> written = new ArrayList<>();
      if (run(configuration, table, distributed, staging)) {
        written.addAll(results(files, staging));
        return distributed.publish(written);
      }
      throw new IOException(
          "The compaction job failed, and nothing of it is left: see the logs of its tasks");
    }
  }

  /** A path without a scheme is one of this machine, whatever file system the cluster prefers. */
  private static Path asTheEngineReads(Path given) {
    return given.toUri().getScheme() == null
        ? new Path("file://" + java.nio.file.Path.of(given.toString()).toAbsolutePath().normalize())
        : given;
  }

  private static boolean run(
      Configuration configuration, Path table, DistributedCompaction distributed, Path staging)
      throws IOException {
    FileSystem files = table.getFileSystem(configuration);
    List<RewritePiece> pieces = distributed.pieces();
    for (int number = 0; number < pieces.size(); number++) {
      RewritePiece piece = pieces.get(number);
      try (FSDataOutputStream out = files.create(new Path(staging, PIECE + number), false)) {
        out.write(Serials.write(new CompactionTask(piece, distributed.directory(piece), number)));
      }
    }
    Job job = Job.getInstance(configuration, "orc-acid compaction of " + table);
    job.setJarByClass(CompactionJob.class);
    job.setInputFormatClass(CompactionPieces.class);
    CompactionPieces.read(job.getConfiguration(), files.makeQualified(table), staging);
    job.setMapperClass(CompactionMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    SequenceFileOutputFormat.setOutputPath(job, new Path(staging, OUTPUT));
    TokenCache.obtainTokensForNamenodes(
        job.getCredentials(), new Path[] {table}, job.getConfiguration());
    try {
      return job.waitForCompletion(false);
    } catch (IOException e) {
      // Nothing is known of it any more, but its tasks must not go on.
      kill(job, e);
      throw e;
    } catch (InterruptedException e) {
      job.killJob();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the compaction job ran; it was killed");
    } catch (ClassNotFoundException e) {
      throw new ValidationException(
          "The job's classes are not there: use the whole jar of the command", e, "table", table);
    }
  }

  private static void kill(Job job, IOException reason) {
    try {
      if (job.getJobID() != null) {
        job.killJob();
      }
    } catch (IOException | IllegalStateException e) {
      reason.addSuppressed(e);
    }
  }

  /** What the committed attempts wrote. */
  private static List<RewritePiece.Written> results(FileSystem files, Path staging)
      throws IOException {
    List<RewritePiece.Written> written = new ArrayList<>();
    for (FileStatus file : files.listStatus(new Path(staging, OUTPUT))) {
      if (!file.getPath().getName().startsWith("part-")) {
        continue;
      }
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(files.getConf(), SequenceFile.Reader.file(file.getPath()))) {
        BytesWritable value = new BytesWritable();
        while (reader.next(NullWritable.get(), value)) {
          written.add(
              Serials.read(
                  RewritePiece.Written.class, value.copyBytes(), file.getPath().toString()));
        }
      }
    }
    return written;
  }

  /** Names of the files of the pieces in a staging directory. */
  static boolean isPiece(Path file) {
    return file.getName().startsWith(PIECE);
  }

  /** The task that a file of a piece holds. */
  static CompactionTask task(FileSystem files, Path file) throws IOException {
    byte[] bytes = new byte[(int) files.getFileStatus(file).getLen()];
    try (FSDataInputStream in = files.open(file)) {
      in.readFully(bytes);
    }
    return Serials.read(CompactionTask.class, bytes, file.toString());
  }
}
