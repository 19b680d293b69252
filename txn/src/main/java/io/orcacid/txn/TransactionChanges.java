package io.orcacid.txn;

import io.orcacid.error.ValidationException;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.PartitionPath;
import io.orcacid.txn.log.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a transaction did, by partition, checked as it is told. Not thread-safe. */
final class TransactionChanges {
  /** Longest text of all deleted rows in an entry; longer ones are read from the delete deltas. */
  private static final int LONGEST_ROWS = 64 << 10;

  private final TableState read;
  private final Map<String, List<DataDirectory>> adds = new TreeMap<>();
  private final Map<String, DataDirectory> bases = new TreeMap<>();
  private final Map<String, RowIdSet> rows = new TreeMap<>();

  TransactionChanges(TableState read) {
    this.read = read;
  }

  boolean isEmpty() {
    return adds.isEmpty() && bases.isEmpty();
  }

  /** Whether it only adds events to a partition or partitions. */
  boolean hasDeltas() {
    return !adds.isEmpty();
  }

  Map<String, RowIdSet> deletedRows() {
    return rows;
  }

  void add(String partition, DataDirectory directory, long writeId) {
    PartitionPath.check(partition, read.metadata().partitionColumns());
    requireStatementOf(directory, writeId);
    if (directory.files().isEmpty()) {
      throw new ValidationException(
          "A directory without files is not committed: leave it out",
          "directory",
          directory.name());
    }
    if (!read.metadata().schemas().containsKey(directory.schemaId())) {
      throw new ValidationException(
          "The directory's schema is not one of the table's", "schemaId", directory.schemaId());
    }
    requireNoMix(partition, directory);
    if (isBase(directory)) {
      bases.put(partition, directory);
      return;
    }
    List<DataDirectory> known = adds.computeIfAbsent(partition, path -> new ArrayList<>());
    if (known.stream().anyMatch(other -> other.name().equals(directory.name()))) {
      throw new ValidationException(
          "The directory was named already", "partition", partition, "directory", directory.name());
    }
    known.add(directory);
  }

  /** R4a: other engines would see deltas of a base's own write id as part of it, or not at all. */
  private void requireNoMix(String partition, DataDirectory directory) {
    if (bases.containsKey(partition) || isBase(directory) && adds.containsKey(partition)) {
      throw new ValidationException(
          "A transaction replaces the content of a partition, once, or adds to it, never both: use"
              + " two transactions",
          "partition",
          partition,
          "directory",
          directory.name());
    }
  }

  private static boolean isBase(DataDirectory directory) {
    return directory.directory() instanceof AcidDirectory.Base;
  }

  private static void requireStatementOf(DataDirectory directory, long writeId) {
    AcidDirectory name = directory.directory();
    if (name.minWriteId() != writeId
        || name.maxWriteId() != writeId
        || isBase(directory) != (name.statement() == AcidDirectory.NO_STATEMENT)
        || name.visibility() != AcidDirectory.ALWAYS_VISIBLE
        || !name.name().equals(directory.name())) {
      throw new ValidationException(
          "A transaction adds bases, deltas and delete deltas of its own write id, the latter two of"
              + " a statement",
          "directory",
          directory.name(),
          "writeId",
          writeId);
    }
  }

  void deleted(String partition, RowIdSet deleted, long writeId) {
    PartitionPath.check(partition, read.metadata().partitionColumns());
    for (RowIdSet.Group group : deleted.groups()) {
      long origin = group.writeId();
      if (origin != 0 && origin != writeId && !read.isCommitted(origin)) {
        throw new ValidationException(
            "A row to be deleted is not visible to this transaction",
            "partition",
            partition,
            "rowWriteId",
            origin,
            "writeId",
            writeId,
            "readVersion",
            read.version());
      }
    }
    rows.computeIfAbsent(partition, path -> new RowIdSet()).addAll(deleted);
  }

  /** The changes as a conflict check looks at them. */
  List<PartitionChange> toAllChanges() {
    List<PartitionChange> changes = new ArrayList<>(toChanges());
    bases.forEach(
        (partition, base) ->
            changes.add(new PartitionChange(partition, List.of(base), List.of(), "", "")));
    return changes;
  }

  /** The changes that add to partitions, as an entry holds them. */
  List<PartitionChange> toChanges() {
    rows.forEach(this::requireSameCount);
    Map<String, String> texts = textsOf(rows);
    List<PartitionChange> changes = new ArrayList<>();
    adds.forEach(
        (partition, directories) ->
            changes.add(
                new PartitionChange(
                    partition, directories, List.of(), texts.getOrDefault(partition, ""), "")));
    return changes;
  }

  private void requireSameCount(String partition, RowIdSet deleted) {
    long events =
        adds.getOrDefault(partition, List.of()).stream().mapToLong(DataDirectory::deletes).sum();
    if (events != deleted.size()) {
      throw new ValidationException(
          "The delete deltas of a partition do not hold the rows that were said to be deleted",
          "partition",
          partition,
          "events",
          events,
          "rows",
          deleted.size());
    }
  }

  /** The deleted rows as an entry holds them; none if they are too long for it. */
  static Map<String, String> textsOf(Map<String, RowIdSet> rows) {
    Map<String, String> texts = new TreeMap<>();
    long length = 0;
    for (Map.Entry<String, RowIdSet> deleted : rows.entrySet()) {
      if (!deleted.getValue().isEmpty()) {
        String text = PartitionChange.textOf(deleted.getValue());
        length += text.length();
        if (length > LONGEST_ROWS) {
          return Map.of();
        }
        texts.put(deleted.getKey(), text);
      }
    }
    return texts;
  }
}
