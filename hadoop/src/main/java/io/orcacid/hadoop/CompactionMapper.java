package io.orcacid.hadoop;

import io.orcacid.compactor.rewrite.RewritePiece;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes one piece of a compaction, and tells the job where the file lies. */
public final class CompactionMapper
    extends Mapper<Text, NullWritable, NullWritable, BytesWritable> {
  /** For Hadoop, which makes it. */
  public CompactionMapper() {}

  @Override
  protected void map(Text path, NullWritable nothing, Context context)
      throws IOException, InterruptedException {
    Configuration configuration = context.getConfiguration();
    Path file = new Path(path.toString());
    CompactionTask task = CompactionJob.task(file.getFileSystem(configuration), file);
    Path table = new Path(configuration.get(CompactionPieces.TABLE));
    RewritePiece.Written written =
        task.piece()
            .run(
                Storage.of(table.getFileSystem(configuration), configuration),
                task.directory() + "/_attempt-" + context.getTaskAttemptID(),
                progress -> context.progress(),
                () -> false);
    context.write(NullWritable.get(), new BytesWritable(Serials.write(written)));
  }
}
