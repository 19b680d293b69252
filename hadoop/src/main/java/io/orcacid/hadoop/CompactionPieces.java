package io.orcacid.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A split for each piece of a compaction, the largest first, where its largest file lies. */
public final class CompactionPieces extends InputFormat<Text, NullWritable> {
  static final String TABLE = "io.orcacid.compaction.table";
  private static final String STAGING = "io.orcacid.compaction.staging";

  /** For Hadoop, which makes it. */
  public CompactionPieces() {}

  static void read(Configuration configuration, Path table, Path staging) {
    configuration.set(TABLE, table.toString());
    configuration.set(STAGING, staging.toString());
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Path staging = new Path(context.getConfiguration().get(STAGING));
    FileSystem files = staging.getFileSystem(context.getConfiguration());
    List<FileSplit> splits = new ArrayList<>();
    for (FileStatus file : files.listStatus(staging)) {
      if (CompactionJob.isPiece(file.getPath())) {
        CompactionTask task = CompactionJob.task(files, file.getPath());
        // The length of what is read, so that the framework begins the longest first.
        splits.add(
            new FileSplit(
                file.getPath(), 0, Math.max(1, task.piece().bytes()), hosts(files, task)));
      }
    }
    splits.sort(Comparator.comparingLong(FileSplit::getLength).reversed());
    return new ArrayList<>(splits);
  }

  private static String[] hosts(FileSystem files, CompactionTask task) throws IOException {
    List<String> paths = task.piece().paths();
    if (paths.isEmpty()) {
      return new String[0];
    }
    BlockLocation[] blocks = files.getFileBlockLocations(new Path(paths.get(0)), 0, 1);
    return blocks == null || blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }

  @Override
  public RecordReader<Text, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new OnePiece(((FileSplit) split).getPath());
  }

  /** Gives the address of the one file. */
  private static final class OnePiece extends RecordReader<Text, NullWritable> {
    private final Text path;
    private boolean given;

    OnePiece(Path path) {
      this.path = new Text(path.toString());
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {}

    @Override
    public boolean nextKeyValue() {
      boolean first = !given;
      given = true;
      return first;
    }

    @Override
    public Text getCurrentKey() {
      return path;
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return given ? 1 : 0;
    }

    @Override
    public void close() {}
  }
}
