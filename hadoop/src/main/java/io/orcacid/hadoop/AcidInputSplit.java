package io.orcacid.hadoop;

import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.DeleteFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * A piece of a table that a task reads by itself: files, deletes, columns, condition and snapshot
 * are in it. Immutable but for {@link #readFields}.
 */
public final class AcidInputSplit extends InputSplit
    implements org.apache.hadoop.mapred.InputSplit {
  private String fileSystem;
  private byte[] content;
  private long length;
  private String[] hosts;
  private StagedDeletes deletes;

  /** For Hadoop, which reads into it. */
  public AcidInputSplit() {
    this("", new byte[0], 0, new String[0], StagedDeletes.NONE);
  }

  private AcidInputSplit(
      String fileSystem, byte[] content, long length, String[] hosts, StagedDeletes deletes) {
    this.fileSystem = Objects.requireNonNull(fileSystem);
    this.content = content;
    this.length = length;
    this.hosts = hosts;
    this.deletes = deletes;
  }

  /**
   * @param fileSystem address of the file system that the table is in
   * @param hosts where most of it lies
   * @param staged its deletes, if they travel by themselves
   */
  static AcidInputSplit of(
      String fileSystem, AcidSplit split, List<String> hosts, StagedDeletes staged)
      throws IOException {
    AcidSplit travelling = staged.isNone() ? split : split.withDeletes(List.of());
    return new AcidInputSplit(
        fileSystem,
        Serials.write(travelling),
        split.length(),
        hosts.toArray(new String[0]),
        staged);
  }

  /** Address of the file system that the table is in. */
  String fileSystem() {
    return fileSystem;
  }

  AcidSplit open(Configuration configuration) throws IOException {
    AcidSplit split = Serials.read(AcidSplit.class, content, "a split");
    List<DeleteFile> staged = deletes.read(configuration);
    return deletes.isNone() ? split : split.withDeletes(staged);
  }

  /** Bytes of data files to be read at most. */
  @Override
  public long getLength() {
    return length;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, fileSystem);
    ValueCodec.writeBytes(out, content);
    out.writeLong(length);
    out.writeInt(hosts.length);
    for (String host : hosts) {
      Text.writeString(out, host);
    }
    deletes.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    fileSystem = Text.readString(in);
    content = ValueCodec.readBytes(in);
    length = in.readLong();
    hosts = new String[in.readInt()];
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = Text.readString(in);
    }
    deletes = StagedDeletes.read(in);
  }

  @Override
  public String toString() {
    return "AcidInputSplit(" + length + " bytes" + (deletes.isNone() ? ")" : ", " + deletes + ")");
  }
}
