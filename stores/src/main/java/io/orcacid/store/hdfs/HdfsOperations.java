package io.orcacid.store.hdfs;

import java.io.IOException;
import java.util.EnumSet;
import java.util.function.Consumer;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/** What the store asks of HDFS; apart so that a test can let an answer be lost. */
class HdfsOperations {
  private final FileContext context;

  HdfsOperations(FileContext context) {
    this.context = context;
  }

  /** Writes a new file; its bytes are on the disks of all its data nodes afterwards. */
  void writeDurably(Path file, byte[] content) throws IOException {
    try (FSDataOutputStream out =
        context.create(
            file,
            EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK),
            Options.CreateOpts.createParent())) {
      out.write(content);
      out.hsync();
    }
  }

  /** Gives a file another name that nothing has yet; the atomic step. */
  void rename(Path file, Path name) throws IOException {
    context.rename(file, name, Options.Rename.NONE);
  }

  /** Gives a file another name, whatever had it. */
  void replace(Path file, Path name) throws IOException {
    context.rename(file, name, Options.Rename.OVERWRITE);
  }

  long length(Path file) throws IOException {
    return context.getFileStatus(file).getLen();
  }

  byte[] read(Path file, int length) throws IOException {
    byte[] content = new byte[length];
    try (FSDataInputStream in = context.open(file)) {
      in.readFully(0, content);
    }
    return content;
  }

  /** Names of the files in a directory, as they come. */
  void forEachName(Path directory, Consumer<String> names) throws IOException {
    var statuses = context.listStatus(directory);
    while (statuses.hasNext()) {
      var status = statuses.next();
      if (status.isFile()) {
        names.accept(status.getPath().getName());
      }
    }
  }

  /** Removes a file; nothing happens if it is not there. */
  void delete(Path file) throws IOException {
    context.delete(file, false);
  }
}
