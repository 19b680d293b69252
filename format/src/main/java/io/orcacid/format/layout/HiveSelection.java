package io.orcacid.format.layout;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidWriteIdList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The directories that Hive 4.0 takes, by its own rules with their faults (FORMAT.md §8.1 to §8.4):
 * deltas and delete deltas are one sequence, equal ranges are all taken, and a base at the smallest
 * open write id counts.
 */
public final class HiveSelection {
  private final DirectoryListing listing;
  private final ValidWriteIdList writeIds;
  private final Snapshot snapshot;

  private HiveSelection(DirectoryListing listing, Snapshot snapshot) {
    this.listing = listing;
    this.snapshot = snapshot;
    this.writeIds = snapshot.writeIds();
  }

  private record Named(String name, AcidDirectory directory) {}

  /** Names of the directories that Hive takes. */
  public static Set<String> of(DirectoryListing listing, Snapshot snapshot) {
    return new HiveSelection(listing, snapshot).select();
  }

  private Set<String> select() {
    List<Named> deltas = new ArrayList<>();
    Named base = null;
    for (String name : listing.directories()) {
      AcidDirectory directory = AcidDirectory.parse(name).orElse(null);
      if (directory == null || !snapshot.transactions().isValid(directory.visibility())) {
        continue;
      }
      Named found = new Named(name, directory);
      if (!(directory instanceof AcidDirectory.Base)) {
        if (writeIds.rangeAborted(directory.minWriteId(), directory.maxWriteId()) != RangeMatch.ALL
            && writeIds.rangeValid(directory.minWriteId(), directory.maxWriteId())
                != RangeMatch.NONE) {
          deltas.add(found);
        }
      } else if (isValidBase(found) && (base == null || isBetter(found, base))) {
        base = found;
      }
    }
    Set<String> taken = new TreeSet<>();
    if (base != null) {
      taken.add(base.name);
    }
    takeDeltas(deltas, base == null ? 0 : base.directory.maxWriteId(), taken);
    return taken;
  }

  private boolean isCompacted(Named base) {
    return base.directory.visibility() != AcidDirectory.ALWAYS_VISIBLE
        || listing.markers().get(base.name) == DirectoryListing.Marker.COMPACTED;
  }

  private boolean isBetter(Named base, Named known) {
    long writeId = base.directory.maxWriteId();
    long best = known.directory.maxWriteId();
    return writeId > best || writeId == best && isCompacted(base);
  }

  private boolean isValidBase(Named base) {
    long writeId = base.directory.maxWriteId();
    if (!isCompacted(base) && writeIds.isAborted(writeId)) {
      return false;
    }
    if (writeId == AcidDirectory.MINIMUM_BASE
        || writeIds.minOpen() != ValidWriteIdList.NONE_OPEN && writeId <= writeIds.minOpen()) {
      return true;
    }
    return isCompacted(base) ? writeIds.isValidBase(writeId) : writeIds.isValid(writeId);
  }

  private void takeDeltas(List<Named> deltas, long baseWriteId, Set<String> taken) {
    deltas.sort(
        Comparator.comparingLong((Named named) -> named.directory.minWriteId())
            .thenComparing(named -> named.directory.maxWriteId(), Comparator.reverseOrder())
            .thenComparingInt(named -> named.directory.statement())
            .thenComparing(Named::name));
    long current = baseWriteId;
    int lastStatement = AcidDirectory.NO_STATEMENT;
    AcidDirectory previous = null;
    for (Named delta : deltas) {
      AcidDirectory directory = delta.directory;
      if (directory.maxWriteId() > current) {
        if (writeIds.rangeValid(current + 1, directory.maxWriteId()) == RangeMatch.NONE) {
          continue;
        }
        current = directory.maxWriteId();
        lastStatement = directory.statement();
      } else if (!(directory.maxWriteId() == current && lastStatement >= 0)
          && !isSameRange(previous, directory)) {
        continue;
      }
      previous = directory;
      taken.add(delta.name);
    }
  }

  private static boolean isSameRange(AcidDirectory one, AcidDirectory other) {
    return one != null
        && one.minWriteId() == other.minWriteId()
        && one.maxWriteId() == other.maxWriteId()
        && one.statement() == other.statement();
  }
}
