package io.orcacid.compactor.policy;

import io.orcacid.compactor.policy.PartitionStatistics.Aborted;
import io.orcacid.compactor.policy.PartitionStatistics.Share;
import io.orcacid.compactor.policy.PartitionStatistics.Waiting;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing.Entry;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.layout.PartitionLayout.Selected;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Counts a layout: which directories may be compacted, and what is in them by the log. */
final class LayoutFigures {
  private final PartitionLayout layout;
  private final OptionalLong lowestUnresolved;
  private final Map<String, DataDirectory> live = new HashMap<>();
  private final Map<Integer, Integer> filesByBucket = new HashMap<>();

  private record Range(long min, long max) {}

  LayoutFigures(
      PartitionLayout layout, Collection<DataDirectory> directories, OptionalLong unresolved) {
    this.layout = layout;
    this.lowestUnresolved = unresolved;
    directories.forEach(directory -> live.put(directory.name(), directory));
  }

  PartitionStatistics statistics() {
    List<Selected> deltas = layout.deltas().stream().filter(this::isResolved).toList();
    List<Selected> deleteDeltas = layout.deleteDeltas().stream().filter(this::isResolved).toList();
    List<Selected> base = layout.base().stream().toList();
    int waiting =
        layout.deltas().size() + layout.deleteDeltas().size() - deltas.size() - deleteDeltas.size();
    List<Selected> taken = new ArrayList<>(base);
    taken.addAll(deltas);
    taken.addAll(deleteDeltas);
    taken.forEach(directory -> directory.files().forEach(this::countBucket));
    layout.originals().forEach(this::countBucket);
    return new PartitionStatistics(
        share(base),
        new Share(0, layout.originals().size(), bytes(layout.originals())),
        share(deltas),
        share(deleteDeltas),
        ranges(deltas, deleteDeltas),
        (int) taken.stream().filter(LayoutFigures::isRaw).count(),
        new Waiting(waiting, lowestUnresolved),
        new Aborted(layout.abortedWriteIds().size(), Optional.empty()),
        rows(base, deltas),
        events(deleteDeltas),
        OptionalLong.empty(),
        filesByBucket.size(),
        filesByBucket.values().stream().mapToInt(Integer::intValue).max().orElse(0));
  }

  private boolean isResolved(Selected directory) {
    return lowestUnresolved.isEmpty()
        || directory.directory().maxWriteId() < lowestUnresolved.getAsLong();
  }

  private static boolean isRaw(Selected directory) {
    return directory.files().stream()
        .map(file -> BucketFileName.parse(file.name()))
        .anyMatch(name -> name.isPresent() && name.get().form() == BucketFileName.Form.ORIGINAL);
  }

  private static int ranges(List<Selected> deltas, List<Selected> deleteDeltas) {
    Set<Range> ranges = new HashSet<>();
    for (List<Selected> directories : List.of(deltas, deleteDeltas)) {
      for (Selected selected : directories) {
        ranges.add(new Range(selected.directory().minWriteId(), selected.directory().maxWriteId()));
      }
    }
    return ranges.size();
  }

  private static Share share(List<Selected> directories) {
    int files = 0;
    long bytes = 0;
    for (Selected directory : directories) {
      files += directory.files().size();
      bytes += bytes(directory.files());
    }
    return new Share(directories.size(), files, bytes);
  }

  private static long bytes(List<Entry> files) {
    return files.stream().mapToLong(file -> Math.max(0, file.length())).sum();
  }

  private void countBucket(Entry file) {
    BucketFileName.parse(file.name())
        .ifPresent(name -> filesByBucket.merge(name.bucket(), 1, Integer::sum));
  }

  private OptionalLong rows(List<Selected> base, List<Selected> deltas) {
    OptionalLong ofBase = events(base);
    OptionalLong ofDeltas = events(deltas);
    OptionalLong ofOriginals =
        layout.originals().isEmpty()
            ? OptionalLong.of(0)
            : events(DataDirectory.ORIGINALS, layout.originals());
    return ofBase.isPresent() && ofDeltas.isPresent() && ofOriginals.isPresent()
        ? OptionalLong.of(ofBase.getAsLong() + ofDeltas.getAsLong() + ofOriginals.getAsLong())
        : OptionalLong.empty();
  }

  private OptionalLong events(List<Selected> directories) {
    long sum = 0;
    for (Selected directory : directories) {
      OptionalLong events = events(directory.name(), directory.files());
      if (events.isEmpty()) {
        return events;
      }
      sum += events.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  /** Empty if the log does not know the directory, as in a listing of Hive's. */
  private OptionalLong events(String directory, List<Entry> files) {
    DataDirectory described = live.get(directory);
    if (described == null || described.files().size() != files.size()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(described.files().stream().mapToLong(DataFile::rows).sum());
  }
}
