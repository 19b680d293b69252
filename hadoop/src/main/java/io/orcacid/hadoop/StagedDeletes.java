package io.orcacid.hadoop;

import io.orcacid.error.CorruptFileException;
import io.orcacid.reader.DeleteFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * A list of delete files that is too long for a split: written once per job, and named by length
 * and checksum.
 *
 * @param path address of the file; empty for no such list
 */
record StagedDeletes(String path, int length, long checksum) {
  static final StagedDeletes NONE = new StagedDeletes("", 0, 0);

  /** Lists whose bytes are more than these travel by themselves. */
  static final int LONGEST_IN_SPLIT = 64 << 10;

  boolean isNone() {
    return path.isEmpty();
  }

  /** Writes a list, as bytes of {@link #serialise}, into a directory that the job removes. */
  static StagedDeletes write(byte[] bytes, Path directory, Configuration configuration)
      throws IOException {
    Path file = new Path(directory, "_orcacid_deletes_" + UUID.randomUUID());
    try (FSDataOutputStream out = file.getFileSystem(configuration).create(file, false)) {
      out.write(bytes);
    }
    return new StagedDeletes(file.toString(), bytes.length, checksum(bytes));
  }

  static byte[] serialise(List<DeleteFile> files) throws IOException {
    return Serials.write(new ArrayList<>(files));
  }

  /** The list; empty if there is none. */
  @SuppressWarnings("unchecked")
  List<DeleteFile> read(Configuration configuration) throws IOException {
    if (isNone()) {
      return List.of();
    }
    Path file = new Path(path);
    byte[] bytes = new byte[length];
    try (FSDataInputStream in = file.getFileSystem(configuration).open(file)) {
      in.readFully(0, bytes);
    }
    if (checksum(bytes) != checksum) {
      throw new CorruptFileException(
          "The list of delete files that the job's client wrote is damaged: submit the job again",
          "path",
          path);
    }
    return Serials.read(ArrayList.class, bytes, path);
  }

  private static long checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length);
    return checksum.getValue();
  }

  void write(DataOutput out) throws IOException {
    Text.writeString(out, path);
    out.writeInt(length);
    out.writeLong(checksum);
  }

  static StagedDeletes read(DataInput in) throws IOException {
    return new StagedDeletes(Text.readString(in), in.readInt(), in.readLong());
  }
}
