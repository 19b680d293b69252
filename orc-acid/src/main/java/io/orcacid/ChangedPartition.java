package io.orcacid;

import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.TableState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What some versions did to one partition: which rows of the state before are gone, and where the
 * rows that came are. Not thread-safe.
 */
final class ChangedPartition {
  private final List<DataDirectory> deletes = new ArrayList<>();
  private final List<DataDirectory> added = new ArrayList<>();
  private OptionalLong replacedBy = OptionalLong.empty();

  /** Takes what one more version added and left live. */
  void add(Collection<DataDirectory> directories) {
    Optional<DataDirectory> base = directories.stream().filter(DataDirectory::isBase).findFirst();
    if (base.isPresent()) {
      added.clear();
      if (replacedBy.isEmpty()) {
        replacedBy = OptionalLong.of(base.get().directory().maxWriteId());
      }
    } else if (replacedBy.isEmpty()) {
      directories.stream().filter(DataDirectory::isDelete).forEach(deletes::add);
    }
    added.addAll(directories);
  }

  /** Write id of the first overwrite, which took away every row that was left; empty for none. */
  OptionalLong replacedBy() {
    return replacedBy;
  }

  /** Delete deltas that took rows of the state before away, up to the first overwrite. */
  List<DataDirectory> deletes() {
    return deletes;
  }

  /** Where the rows that came are, and the deletes that took some of them away again. */
  List<DataDirectory> added() {
    return added;
  }

  /** Most rows that came. */
  long mostInserted() {
    return added.stream().mapToLong(DataDirectory::rows).sum();
  }

  /** Most rows of the state before that are gone. */
  long mostDeleted(Collection<DataDirectory> before) {
    return replacedBy.isPresent()
        ? before.stream().mapToLong(DataDirectory::rows).sum()
        : deletes.stream().mapToLong(DataDirectory::deletes).sum();
  }

  /** Whether a data file of the state before may hold a row that is gone, by the log. */
  boolean mayTakeFrom(DataFile file) {
    return replacedBy.isPresent()
        || file.first().isEmpty()
        || file.last().isEmpty()
        || deletes.stream()
            .flatMap(directory -> directory.files().stream())
            .anyMatch(events -> overlap(events, file));
  }

  private static boolean overlap(DataFile one, DataFile other) {
    return one.first().isEmpty()
        || one.last().isEmpty()
        || one.first().get().compareTo(other.last().get()) <= 0
            && other.first().get().compareTo(one.last().get()) <= 0;
  }

  /** Directories that a version added to a partition and left live. */
  static List<DataDirectory> added(TableState before, TableState after, String partition) {
    Set<String> known = names(before, partition);
    return after.directories(partition).stream()
        .filter(directory -> !known.contains(directory.name()))
        .toList();
  }

  /** Whether a version left every directory of a partition live. */
  static boolean keepsAll(TableState before, TableState after, String partition) {
    return names(after, partition).containsAll(names(before, partition));
  }

  private static Set<String> names(TableState state, String partition) {
    return state.directories(partition).stream()
        .map(DataDirectory::name)
        .collect(Collectors.toSet());
  }
}
