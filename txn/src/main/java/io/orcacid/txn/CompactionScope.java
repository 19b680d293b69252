package io.orcacid.txn;

import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.AcidDirectory.Base;
import io.orcacid.format.layout.AcidDirectory.DeleteDelta;
import io.orcacid.format.layout.AcidDirectory.Delta;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a compaction of a partition may take in: a pure function of a version (PROTOCOL.md R16).
 * Immutable.
 *
 * @param kind what it makes
 * @param upTo b: no write id above it is taken in; every one up to it is resolved
 * @param inputs live directories that it replaces
 * @param first smallest write id of a minor compaction's range
 * @param last greatest write id of a minor compaction's range
 */
public record CompactionScope(
    CompactionKind kind, long upTo, List<DataDirectory> inputs, long first, long last) {
  public CompactionScope {
    inputs = List.copyOf(inputs);
  }

  /**
   * A scope, or why there is none.
   *
   * @param scope empty if nothing can be compacted
   * @param reason a sentence for people
   */
  public record Found(Optional<CompactionScope> scope, String reason) {}

  /**
   * The scope of a partition at a version.
   *
   * @param mostDirectories most directories that a minor compaction takes, the oldest first; those
   *     of the two oldest ranges of write ids are taken whatever it says
   */
  public static Found of(
      TableState state, String partition, CompactionKind kind, int mostDirectories) {
    long limit = upTo(state);
    if (limit < 1) {
      return none("no write id is committed below the lowest open one");
    }
    return kind == CompactionKind.MAJOR
        ? major(state, partition, limit)
        : minor(state, partition, limit, mostDirectories);
  }

  /** b = min(lowest unresolved - 1, high water mark). */
  static long upTo(TableState state) {
    long mark = state.highWaterMark();
    return Math.min(state.lowestUnresolvedWriteId().orElse(Long.MAX_VALUE) - 1, mark);
  }

  private static Found none(String reason) {
    return new Found(Optional.empty(), reason);
  }

  private static Found major(TableState state, String partition, long limit) {
    long upTo = limit;
    for (boolean lowered = true; lowered; ) {
      lowered = false;
      for (DataDirectory live : state.directories(partition)) {
        if (!live.isOriginals() && straddles(state, live.directory(), upTo)) {
          upTo = live.directory().minWriteId() - 1;
          lowered = true;
        }
      }
    }
    List<DataDirectory> inputs = new ArrayList<>();
    boolean worthIt = false;
    for (DataDirectory live : state.directories(partition)) {
      if (live.isOriginals() || live.directory().minWriteId() <= upTo) {
        inputs.add(live);
        worthIt |= live.isOriginals() || !(live.directory() instanceof Base);
      }
    }
    long base = baseOf(state, partition);
    if (!worthIt) {
      return none("the partition has nothing but a base up to write id " + upTo);
    }
    if (upTo < 1 || upTo <= base) {
      return none("nothing above the base is below the lowest open write id");
    }
    return new Found(
        Optional.of(new CompactionScope(CompactionKind.MAJOR, upTo, inputs, 0, upTo)),
        inputs.size() + " directories up to write id " + upTo);
  }

  /**
   * Whether a directory has write ids on both sides that may count; a base between them would make
   * Hive read some twice (FORMAT.md §8.4).
   */
  private static boolean straddles(TableState state, AcidDirectory directory, long upTo) {
    return !(directory instanceof Base)
        && directory.minWriteId() <= upTo
        && directory.maxWriteId() > upTo
        && !state.areAborted(upTo + 1, directory.maxWriteId());
  }

  private static long baseOf(TableState state, String partition) {
    long base = 0;
    for (DataDirectory live : state.directories(partition)) {
      if (!live.isOriginals() && live.directory() instanceof Base found) {
        base = Math.max(base, found.writeId());
      }
    }
    return base;
  }

  private static Found minor(TableState state, String partition, long limit, int mostDirectories) {
    long base = baseOf(state, partition);
    TreeMap<Range, List<DataDirectory>> above = new TreeMap<>();
    for (DataDirectory live : state.directories(partition)) {
      if (live.isOriginals() || live.directory() instanceof Base) {
        continue;
      }
      AcidDirectory name = live.directory();
      if (name.minWriteId() > base && name.maxWriteId() <= limit) {
        if (live.files().stream().anyMatch(file -> !file.name().startsWith("bucket_"))) {
          return none(
              live.name()
                  + " holds files without row ids, which only a major compaction gives them");
        }
        above
            .computeIfAbsent(
                new Range(name.minWriteId(), name.maxWriteId()), range -> new ArrayList<>())
            .add(live);
      }
    }
    if (above.size() < 2) {
      return none("a minor compaction needs data of two write ids or more below the open ones");
    }
    List<DataDirectory> inputs = new ArrayList<>();
    Set<Range> ranges = new HashSet<>();
    long last = 0;
    for (Map.Entry<Range, List<DataDirectory>> next : above.entrySet()) {
      if (ranges.size() >= 2 && inputs.size() + next.getValue().size() > mostDirectories) {
        break;
      }
      inputs.addAll(next.getValue());
      ranges.add(next.getKey());
      last = Math.max(last, next.getKey().last());
    }
    long first = above.firstKey().first();
    if (ranges.contains(new Range(first, last))) {
      return none("a directory of the whole range is there already");
    }
    return new Found(
        Optional.of(new CompactionScope(CompactionKind.MINOR, limit, inputs, first, last)),
        inputs.size() + " directories of write ids " + first + " to " + last);
  }

  private record Range(long first, long last) implements Comparable<Range> {
    @Override
    public int compareTo(Range other) {
      int byFirst = Long.compare(first, other.first);
      return byFirst != 0 ? byFirst : Long.compare(last, other.last);
    }
  }

  /** Takes all that it may. */
  public static final int ALL_DIRECTORIES = Integer.MAX_VALUE;

  /** Names that the outputs of a compaction transaction must have, with or without rows. */
  Set<String> outputs(long transaction) {
    return kind == CompactionKind.MAJOR
        ? Set.of(new Base(upTo, transaction).name())
        : Set.of(
            new Delta(first, last, AcidDirectory.NO_STATEMENT, transaction).name(),
            new DeleteDelta(first, last, AcidDirectory.NO_STATEMENT, transaction).name());
  }
}
