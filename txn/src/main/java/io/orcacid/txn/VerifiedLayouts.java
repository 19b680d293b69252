package io.orcacid.txn;

import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was found to be right in partitions a moment ago, so that a commit that only adds deltas to
 * thousands of directories need not resolve all of them again. Says yes only where the answer of
 * the resolver cannot have changed; everything else is checked in full. Not thread-safe.
 *
 * <p>Why that can be known: every write id of a directory that the log knows is resolved, so which
 * of them a snapshot selects changes only with what the log says of the partition, or with what
 * lies there. A new delta of one write id, above every base and every range, hides nothing and is
 * hidden by nothing; a directory of one write id that is not committed is selected by nobody.
 */
final class VerifiedLayouts {
  /** Most names that are kept, of all partitions. */
  private static final int MOST_NAMES = 200_000;

  private final Map<String, Verified> partitions = new HashMap<>();
  private int names;

  /**
   * A partition that was right.
   *
   * @param state a state of which the partition's directories were compared with the storage
   * @param directories names of the log's directories that lay there
   * @param highest greatest write id of a base or of a directory of several write ids
   */
  private record Verified(TableState state, Set<String> directories, long highest) {}

  /**
   * Whether names mean the same to other engines as to the log, going by what was right before.
   *
   * @param base the newest state
   * @param next the state that the entry would make
   * @param transactions those of the entry
   * @param there names of a partition's entries on the storage
   */
  boolean covers(
      TableState base,
      TableState next,
      List<LogTransaction> transactions,
      String partition,
      Collection<String> there) {
    Verified before = partitions.get(partition);
    if (before == null || !base.hasSameDirectories(before.state, partition)) {
      return false;
    }
    Set<String> added = new HashSet<>();
    for (LogTransaction transaction : transactions) {
      for (PartitionChange change : transaction.changes()) {
        if (change.partition().equals(partition)) {
          if (!addsOnly(change, before.highest)) {
            return false;
          }
          change.adds().forEach(add -> added.add(add.name()));
        }
      }
    }
    return isAsBefore(before, next, added, there);
  }

  private static boolean addsOnly(PartitionChange change, long highest) {
    return change.removes().isEmpty()
        && !change.overwrites()
        && change.adds().stream()
            .allMatch(add -> !add.isOriginals() && add.directory().minWriteId() > highest);
  }

  private static boolean isAsBefore(
      Verified before, TableState next, Set<String> added, Collection<String> there) {
    int found = 0;
    int foundAdded = 0;
    for (String name : there) {
      if (before.directories.contains(name)) {
        found++;
      } else if (added.contains(name)) {
        foundAdded++;
      } else if (!DirectoryListing.isHidden(name) && !isSelectedByNobody(name, next)) {
        return false;
      }
    }
    return found == before.directories.size() && foundAdded == added.size();
  }

  private static boolean isSelectedByNobody(String name, TableState next) {
    return AcidDirectory.parse(name)
        .filter(directory -> !(directory instanceof AcidDirectory.Base))
        .filter(directory -> directory.visibility() == AcidDirectory.ALWAYS_VISIBLE)
        .filter(directory -> directory.minWriteId() == directory.maxWriteId())
        .filter(directory -> !next.isCommitted(directory.minWriteId()))
        .isPresent();
  }

  /**
   * Remembers a partition that is right.
   *
   * @param next the state that it is right for, if its entry becomes a version
   * @param there names of its entries on the storage
   */
  void put(TableState next, String partition, Collection<String> there) {
    Set<String> known = new HashSet<>();
    long highest = 0;
    for (DataDirectory live : next.directories(partition)) {
      if (live.isOriginals()) {
        remove(partition);
        return;
      }
      known.add(live.name());
      highest = Math.max(highest, rangeEnd(live.directory()));
    }
    for (var retired : next.retired(partition)) {
      DataDirectory directory = retired.directory();
      known.add(directory.name());
      highest =
          directory.isOriginals()
              ? Long.MAX_VALUE
              : Math.max(highest, rangeEnd(directory.directory()));
    }
    known.retainAll(new HashSet<>(there));
    replace(partition, new Verified(next, known, highest));
  }

  /** The same after an entry that {@link #covers} said yes to. */
  void extend(TableState next, List<LogTransaction> transactions, String partition) {
    Verified before = partitions.get(partition);
    for (LogTransaction transaction : transactions) {
      for (PartitionChange change : transaction.changes()) {
        if (change.partition().equals(partition)) {
          change.adds().forEach(add -> before.directories.add(add.name()));
          names += change.adds().size();
        }
      }
    }
    partitions.put(partition, new Verified(next, before.directories, before.highest));
  }

  private static long rangeEnd(AcidDirectory directory) {
    return directory instanceof AcidDirectory.Base
            || directory.minWriteId() != directory.maxWriteId()
        ? directory.maxWriteId()
        : 0;
  }

  private void replace(String partition, Verified verified) {
    remove(partition);
    if (names + verified.directories.size() > MOST_NAMES) {
      partitions.clear();
      names = 0;
    }
    partitions.put(partition, verified);
    names += verified.directories.size();
  }

  private void remove(String partition) {
    Verified before = partitions.remove(partition);
    names -= before == null ? 0 : before.directories.size();
  }
}
