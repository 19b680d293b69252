package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.orc.RowIdSet;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * What a transaction did in one partition.
 *
 * @param partition path of the partition relative to the table, empty for an unpartitioned table
 * @param adds directories that it made
 * @param removes names of directories that are no longer live
 * @param deletedRows the row ids that it deleted, as text; empty where the set is too long for the
 *     entry: then the added delete deltas say it
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record PartitionChange(
    String partition,
    List<DataDirectory> adds,
    List<String> removes,
    String deletedRows,
    String extension) {
  public PartitionChange {
    PartitionPath.check(partition);
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
  }

  /** The text of a set of row ids. */
  public static String textOf(RowIdSet rows) {
    return Base64.getEncoder().encodeToString(rows.toBytes());
  }

  /** The deleted row ids if they stand in the entry. */
  public Optional<RowIdSet> inlineDeletedRows() {
    if (deletedRows.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(RowIdSet.parse(Base64.getDecoder().decode(deletedRows)));
    } catch (IllegalArgumentException e) {
      throw new CorruptFileException(
          "A set of deleted rows in the log is damaged", e, "partition", partition);
    }
  }

  /** Whether rows are deleted. */
  public boolean deletes() {
    return adds.stream().anyMatch(DataDirectory::isDelete);
  }

  /** Whether the partition's content is replaced. */
  public boolean overwrites() {
    return adds.stream().anyMatch(DataDirectory::isBase);
  }
}
