package io.orcacid.reader;

import io.orcacid.format.TableShape;
import java.io.Serializable;
import java.util.List;
import org.apache.orc.TypeDescription;

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

  /** Names and types of the columns that its rows have, in order. */
  public TypeDescription type() {
    TypeDescription type = TypeDescription.createStruct();
    TableShape shape = spec.shape();
    for (String column : spec.columns()) {
      int position = shape.position(column).orElseThrow();
      type.addField(
          shape.row().getFieldNames().get(position),
          shape.row().getChildren().get(position).clone());
    }
    return type;
  }

  /**
   * The same split with other delete files, as for one whose long list travels by itself.
   *
   * @param others none while it travels; all of {@link #deletes} when it is read
   */
  public AcidSplit withDeletes(List<DeleteFile> others) {
    return new AcidSplit(spec, partition, files, others);
  }

  /** The same with one of its files only. */
  AcidSplit of(DataFile file) {
    return of(List.of(file));
  }

  /** The same with some of its files, or ranges of them. */
  AcidSplit of(List<DataFile> some) {
    return new AcidSplit(spec, partition, some, deletes);
  }

  ScanSpec spec() {
    return spec;
  }

  /** Its data files, or ranges of them. */
  public List<DataFile> files() {
    return files;
  }

  /** Delete files that may concern its rows. */
  public List<DeleteFile> deletes() {
    return deletes;
  }

  @Override
  public String toString() {
    return "AcidSplit(" + partition + ", " + paths() + ", " + deletes.size() + " delete files)";
  }
}
