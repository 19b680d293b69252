package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import io.orcacid.format.layout.AcidDirectory;
import java.util.List;
import java.util.Objects;

/**
 * A base, delta or delete delta with its files, as the log holds it.
 *
 * @param name such as {@code delta_0000008_0000008_0000}
 * @param schemaId id of the schema that its files were written with
 * @param files its data files
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record DataDirectory(String name, int schemaId, List<DataFile> files, String extension) {
  /**
   * Name of the directory that stands for the plain files of an adopted partition, older than its
   * transactions; their names are paths below the partition (FORMAT.md §9).
   */
  public static final String ORIGINALS = "";

  public DataDirectory {
    Objects.requireNonNull(extension);
    files = List.copyOf(files);
    if (!name.equals(ORIGINALS) && AcidDirectory.parse(name).isEmpty()) {
      throw new ValidationException("Not a name of a base, delta or delete delta", "name", name);
    }
  }

  /** A directory of this version. */
  public static DataDirectory of(String name, int schemaId, List<DataFile> files) {
    return new DataDirectory(name, schemaId, files, "");
  }

  /** Whether it stands for plain files older than the table's transactions. */
  public boolean isOriginals() {
    return name.equals(ORIGINALS);
  }

  /** What the name means; originals have no such meaning. */
  public AcidDirectory directory() {
    return AcidDirectory.parse(name).orElseThrow();
  }

  /** Whether its events are deletes. */
  public boolean isDelete() {
    return name.startsWith("delete_delta_");
  }

  /** Whether it replaces everything of lower write ids. */
  public boolean isBase() {
    return name.startsWith("base_");
  }

  /** Insert events in it. */
  public long rows() {
    return isDelete() ? 0 : events();
  }

  /** Delete events in it. */
  public long deletes() {
    return isDelete() ? events() : 0;
  }

  /** Bytes of its data files. */
  public long bytes() {
    return files.stream().mapToLong(DataFile::length).sum();
  }

  private long events() {
    return files.stream().mapToLong(DataFile::rows).sum();
  }
}
