package io.orcacid.format.layout;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.Snapshot;
import io.orcacid.format.layout.AcidDirectory.Base;
import io.orcacid.format.layout.AcidDirectory.DeleteDelta;
import io.orcacid.format.layout.AcidDirectory.Delta;
import io.orcacid.format.layout.PartitionLayout.Selected;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * From a listing and a snapshot to the directories that count: a pure function (FORMAT.md §8, and
 * the selection rule of §15 where Hive's own is wrong). Deltas and delete deltas are two sequences,
 * so a range hides only its own kind.
 *
 * <p>Not its business: listing, and what is inside the files.
 */
public final class LayoutResolver {
  private static final Comparator<Named> DELTA_ORDER =
      Comparator.comparingLong((Named named) -> named.directory.minWriteId())
          .thenComparing(named -> named.directory.maxWriteId(), Comparator.reverseOrder())
          .thenComparingInt(named -> named.directory.statement())
          .thenComparing(named -> named.directory.visibility(), Comparator.reverseOrder())
          .thenComparing(named -> named.name);

  private final DirectoryListing listing;
  private final Snapshot snapshot;
  private final Map<String, List<DirectoryListing.Entry>> filesByDirectory = new HashMap<>();
  private final Map<String, String> nestedFiles = new HashMap<>();
  private final List<DirectoryListing.Entry> originals = new ArrayList<>();
  private final List<String> obsolete = new ArrayList<>();
  private final List<String> aborted = new ArrayList<>();
  private final TreeSet<Long> abortedWriteIds = new TreeSet<>();
  private boolean uncompactedAborts;

  private LayoutResolver(DirectoryListing listing, Snapshot snapshot) {
    this.listing = listing;
    this.snapshot = snapshot;
  }

  private record Named(String name, AcidDirectory directory) {}

  /**
   * The layout that a snapshot sees.
   *
   * @throws SnapshotTooOldException if only compacted bases newer than the snapshot are left
   * @throws UnsupportedTableException for directories that no rule covers
   * @throws CorruptFileException for two directories of one range that cannot both be right, or a
   *     streaming file of unknown length
   */
  public static PartitionLayout resolve(DirectoryListing listing, Snapshot snapshot) {
    return new LayoutResolver(listing, snapshot).resolve();
  }

  private PartitionLayout resolve() {
    List<Named> bases = new ArrayList<>();
    List<Named> deltas = new ArrayList<>();
    List<Named> deleteDeltas = new ArrayList<>();
    for (String name : listing.directories()) {
      AcidDirectory directory = AcidDirectory.parse(name).orElse(null);
      if (directory instanceof Base) {
        bases.add(new Named(name, directory));
      } else if (directory instanceof Delta) {
        deltas.add(new Named(name, directory));
      } else if (directory instanceof DeleteDelta) {
        deleteDeltas.add(new Named(name, directory));
      }
    }
    listing.files().forEach(this::sortIn);
    originals.sort(Comparator.comparing(file -> sortKey(file.path())));

    Optional<Named> base = bestBase(bases);
    long baseWriteId = base.map(named -> named.directory.maxWriteId()).orElse(0L);
    List<Selected> selectedDeltas = bestDeltas(deltas, baseWriteId, base.isPresent());
    List<Selected> selectedDeleteDeltas = bestDeltas(deleteDeltas, baseWriteId, base.isPresent());
    if (base.isPresent()) {
      originals.forEach(file -> obsolete.add(file.path()));
    }
    return new PartitionLayout(
        base.map(named -> selected(named, RangeMatch.ALL, PartitionLayout.SKIP_NOTHING)),
        selectedDeltas,
        selectedDeleteDeltas,
        base.isPresent() ? List.of() : originals,
        obsolete,
        aborted,
        List.copyOf(abortedWriteIds),
        uncompactedAborts);
  }

  /**
   * Files directly in an ACID directory belong to it, those of a nested ACID directory to nobody
   * (HIVE-25600), others are originals. Files deeper in an ACID directory are kept aside: to read
   * the directory without them would lose rows.
   */
  private void sortIn(DirectoryListing.Entry file) {
    if (DirectoryListing.isHidden(file.path())) {
      return;
    }
    String[] parts = file.path().split("/");
    if (parts.length > 1 && AcidDirectory.parse(parts[0]).isPresent()) {
      if (parts.length == 2) {
        filesByDirectory.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(file);
      } else if (AcidDirectory.parse(parts[1]).isEmpty()) {
        nestedFiles.putIfAbsent(parts[0], file.path());
      }
      return;
    }
    if (parts.length > 1 && AcidDirectory.looksLikeOne(parts[0])) {
      throw new UnsupportedTableException(
          "A directory is named like a base or delta, but not quite: rename or remove it",
          "path",
          file.path());
    }
    for (int i = 1; i < parts.length - 1; i++) {
      if (AcidDirectory.parse(parts[i]).isPresent()) {
        throw new UnsupportedTableException(
            "ACID directories lie below a sub-directory: name the table's partition columns, or the partition's path",
            "path",
            file.path());
      }
    }
    if (!file.name().endsWith("_flush_length")) {
      originals.add(file);
    }
  }

  /**
   * FORMAT.md §8.1, with the base rule of §15. Ascending by write id, so the outcome depends on no
   * listing order.
   */
  private Optional<Named> bestBase(List<Named> bases) {
    bases.sort(
        Comparator.comparingLong((Named named) -> named.directory.maxWriteId())
            .thenComparing(named -> isCompacted(named) ? 1 : 0)
            .thenComparingLong(named -> named.directory.visibility())
            .thenComparing(named -> named.name));
    Named best = null;
    boolean compactedSeen = false;
    long oldest = Long.MAX_VALUE;
    for (Named base : bases) {
      long writeId = base.directory.maxWriteId();
      if (!isVisible(base)) {
        continue;
      }
      boolean compacted = isCompacted(base);
      if (!compacted && snapshot.writeIds().isAborted(writeId)) {
        aborted.add(base.name);
        abortedWriteIds.add(writeId);
        continue;
      }
      compactedSeen |= compacted;
      oldest = Math.min(oldest, writeId);
      if (isValidBase(writeId, compacted)) {
        if (best != null) {
          obsolete.add(best.name);
        }
        best = base;
      }
    }
    if (best == null && compactedSeen) {
      throw new SnapshotTooOldException(
          "Not enough history available: the snapshot needs directories that a compaction replaced; "
              + "read with a newer snapshot",
          "oldestBase",
          oldest,
          "writeIds",
          snapshot.writeIds());
    }
    return Optional.ofNullable(best);
  }

  private boolean isCompacted(Named base) {
    return base.directory.visibility() != AcidDirectory.ALWAYS_VISIBLE
        || listing.markers().get(base.name) == DirectoryListing.Marker.COMPACTED;
  }

  private boolean isValidBase(long writeId, boolean compacted) {
    if (writeId == AcidDirectory.MINIMUM_BASE) {
      return true;
    }
    return compacted
        ? snapshot.writeIds().isValidBase(writeId)
        : snapshot.writeIds().isValid(writeId);
  }

  private boolean isVisible(Named named) {
    long visibility = named.directory.visibility();
    if (snapshot.transactions().isValid(visibility)) {
      return true;
    }
    if (snapshot.transactions().isAborted(visibility)) {
      aborted.add(named.name);
    }
    return false;
  }

  /** FORMAT.md §8.3 and §8.4 for one kind. */
  private List<Selected> bestDeltas(List<Named> deltas, long baseWriteId, boolean hasBase) {
    List<Named> working = new ArrayList<>();
    for (Named delta : deltas) {
      if (isVisible(delta) && !isAborted(delta)) {
        if (rangeValid(delta) != RangeMatch.NONE) {
          working.add(delta);
        }
      }
    }
    working.sort(DELTA_ORDER);
    List<Selected> taken = new ArrayList<>();
    long current = baseWriteId;
    int lastStatement = AcidDirectory.NO_STATEMENT;
    Named previous = null;
    for (Named delta : working) {
      AcidDirectory directory = delta.directory;
      if (previous != null && isSameRange(previous.directory, directory)) {
        requireCompacted(previous, delta);
        obsolete.add(delta.name);
        continue;
      }
      if (directory.maxWriteId() > current) {
        if (snapshot.writeIds().rangeValid(current + 1, directory.maxWriteId())
            == RangeMatch.NONE) {
          continue;
        }
        current = directory.maxWriteId();
        lastStatement = directory.statement();
      } else if (directory.maxWriteId() != current || lastStatement < 0) {
        obsolete.add(delta.name);
        continue;
      }
      previous = delta;
      boolean straddles = hasBase && directory.minWriteId() <= baseWriteId;
      taken.add(
          selected(
              delta, rangeValid(delta), straddles ? baseWriteId : PartitionLayout.SKIP_NOTHING));
    }
    return taken;
  }

  private boolean isAborted(Named delta) {
    long min = delta.directory.minWriteId();
    long max = delta.directory.maxWriteId();
    switch (snapshot.writeIds().rangeAborted(min, max)) {
      case ALL -> {
        aborted.add(delta.name);
        for (long writeId = min; writeId <= max; writeId++) {
          abortedWriteIds.add(writeId);
        }
        return true;
      }
      case SOME -> uncompactedAborts = true;
      case NONE -> {}
    }
    return false;
  }

  private RangeMatch rangeValid(Named delta) {
    long max = delta.directory.maxWriteId();
    RangeMatch valid = snapshot.writeIds().rangeValid(delta.directory.minWriteId(), max);
    // The list answers ALL above its high water mark when its first exception is higher still: rows
    // are looked at then.
    return valid == RangeMatch.ALL && max > snapshot.writeIds().highWaterMark()
        ? RangeMatch.SOME
        : valid;
  }

  private static boolean isSameRange(AcidDirectory one, AcidDirectory other) {
    return one.minWriteId() == other.minWriteId()
        && one.maxWriteId() == other.maxWriteId()
        && one.statement() == other.statement();
  }

  private static void requireCompacted(Named previous, Named delta) {
    if (previous.directory.visibility() == delta.directory.visibility()) {
      throw new CorruptFileException(
          "Two directories claim the same write ids and nothing tells which one counts: remove the wrong one",
          "one",
          previous.name,
          "other",
          delta.name);
    }
  }

  /**
   * The text by which Hive orders originals: paths as they stand in a URI. It numbers their rows,
   * so it is frozen (FORMAT.md §8.5).
   */
  private static String sortKey(String path) {
    try {
      return new URI(null, null, "/" + path, null).getRawPath();
    } catch (URISyntaxException e) {
      throw new UnsupportedTableException("A file's path is no path of a URI", e, "path", path);
    }
  }

  private Selected selected(Named named, RangeMatch valid, long skipEventsUpTo) {
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (DirectoryListing.Entry file : filesByDirectory.getOrDefault(named.name, List.of())) {
      if (BucketFileName.parse(file.name()).isPresent()) {
        requireLength(file);
        files.add(file);
      }
    }
    return new Selected(
        named.name,
        named.directory,
        valid,
        skipEventsUpTo,
        files,
        Optional.ofNullable(nestedFiles.get(named.name)));
  }

  private static void requireLength(DirectoryListing.Entry file) {
    if (file.length() == DirectoryListing.Entry.UNKNOWN_LENGTH) {
      throw new CorruptFileException(
          "A streaming side file records no flush: its writer died before the first one, abort its write ids",
          "path",
          file.path());
    }
  }
}
