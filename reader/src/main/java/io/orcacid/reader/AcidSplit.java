package io.orcacid.reader;

import java.io.Serializable;
import java.util.List;

/**
 * A piece of a scan that can be read anywhere: it names its file ranges, its delete files, columns,
 * filter and snapshot, so a worker needs nothing else. Serialisable, immutable.
 */
public final class AcidSplit implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ScanSpec spec;
  private final String partition;
  private final List<DataFile> files;
  private final List<DeleteFile> deletes;

  AcidSplit(ScanSpec spec, String partition, List<DataFile> files, List<DeleteFile> deletes) {
    this.spec = spec;
    this.partition = partition;
    this.files = List.copyOf(files);
    this.deletes = List.copyOf(deletes);
  }

  /** Path of the partition below the table, empty if there are none. */
  public String partition() {
    return partition;
  }

  /** Bytes of data files to be read at most. */
  public long length() {
    return files.stream().mapToLong(DataFile::size).sum();
  }

  /** Absolute paths of the data files. */
  public List<String> paths() {
    return files.stream().map(DataFile::path).toList();
  }

  /** The same with one of its files only. */
  AcidSplit of(DataFile file) {
    return new AcidSplit(spec, partition, List.of(file), deletes);
  }

  ScanSpec spec() {
    return spec;
  }

  List<DataFile> files() {
    return files;
  }

  List<DeleteFile> deletes() {
    return deletes;
  }

  @Override
  public String toString() {
    return "AcidSplit(" + partition + ", " + paths() + ", " + deletes.size() + " delete files)";
  }
}
