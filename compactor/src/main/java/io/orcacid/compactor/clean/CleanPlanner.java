package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanPlan.Action;
import io.orcacid.compactor.clean.CleanPlan.Hold;
import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.Lease;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides what a cleaning does (PROTOCOL.md R14, R15, R18): a pure function of a version, the names
 * on the storage, who holds what, and the time.
 */
final class CleanPlanner {
  private final TableState state;
  private final Holders holders;
  private final Leftovers leftovers;
  private final CleanOptions options;
  private final long floor;
  private final Fence fence;
  private final List<Hold> holds = new ArrayList<>();
  private final List<Lease> expired = new ArrayList<>();
  private final List<Verdict> verdicts = new ArrayList<>();

  private CleanPlanner(
      TableState state, Holders holders, CleanOptions options, long floor, Fence fence) {
    this.state = state;
    this.holders = holders;
    this.leftovers = new Leftovers(state, holders);
    this.options = options;
    this.floor = floor;
    this.fence = fence;
  }

  /**
   * The floor that a cleaning may raise: that of the newest version that replaced a directory so
   * long ago that it goes.
   */
  static long floor(TableState state, Instant now, Duration retention) {
    long floor = state.oldestReadable();
    for (String partition : state.partitionsWithRetired()) {
      for (RetiredDirectory retired : state.retired(partition)) {
        if (isOver(retired, now, retention)) {
          floor = Math.max(floor, retired.version());
        }
      }
    }
    return floor;
  }

  /** The open numbers that are to be aborted (R14, R17). */
  static Fence fence(Holders holders, Instant now, Duration longest) {
    List<Long> writeIds = new ArrayList<>(holders.abandonedWriteIds());
    List<Long> compactions = new ArrayList<>();
    for (OpenNumber open : holders.open()) {
      if (open.marking() == OpenClaim.Marking.ABORTED
          || holders.silentSessions().contains(open.session())
          || open.started().plus(longest).isBefore(now)) {
        (open.kind() == ClaimKind.WRITE_ID ? writeIds : compactions).add(open.number());
      }
    }
    return new Fence(writeIds, compactions);
  }

  private static boolean isOver(RetiredDirectory retired, Instant now, Duration retention) {
    return !retired.time().plus(retention).isAfter(now);
  }

  /**
   * @param names what lay on the storage before the holders were looked at
   * @param floor versions below are not readable any more, or will not be
   * @param fence open numbers that are aborted first; nothing is kept for them
   */
  static CleanPlan plan(
      TableState state,
      DirectoryNames names,
      Holders holders,
      CleanOptions options,
      long floor,
      Fence fence) {
    return new CleanPlanner(state, holders, options, floor, fence).plan(names);
  }

  private CleanPlan plan(DirectoryNames names) {
    hold();
    names.byPartition().forEach(this::judge);
    return new CleanPlan(
        state.version(), floor, verdicts, fence, expired, forgets(), oldest(Long.MAX_VALUE));
  }

  private void hold() {
    holds.addAll(holders.unknownTags());
    for (Lease lease : holders.leases()) {
      if (lease.marking() == Lease.Marking.EXPIRED
          || holders.silentSessions().contains(lease.session())) {
        expired.add(lease);
      } else {
        holds.add(
            new Hold(
                lease.version(),
                String.format(
                    Locale.ROOT,
                    "pinned by %s at version %d since %s",
                    lease.author().atHost(),
                    lease.version(),
                    lease.since())));
      }
    }
    for (OpenNumber open : holders.open()) {
      if (!isFenced(open)) {
        holds.add(
            new Hold(open.readVersion(), "read at version " + open.readVersion() + " by " + open));
      }
    }
  }

  private boolean isFenced(OpenNumber open) {
    List<Long> fenced = open.kind() == ClaimKind.WRITE_ID ? fence.writeIds() : fence.compactions();
    return fenced.contains(open.number());
  }

  /** The oldest held version below a version. */
  private Optional<Hold> oldest(long below) {
    Optional<Hold> oldest = Optional.empty();
    for (Hold hold : holds) {
      if (hold.version() < below && (oldest.isEmpty() || hold.version() < oldest.get().version())) {
        oldest = Optional.of(hold);
      }
    }
    return oldest;
  }

  private void judge(String partition, List<String> names) {
    Map<String, Verdict> judged = new TreeMap<>();
    for (RetiredDirectory retired : state.retired(partition)) {
      String name = retired.directory().name();
      judged.put(name, judgeRetired(partition, retired));
    }
    for (DataDirectory directory : state.directories(partition)) {
      judged.put(
          directory.name(),
          new Verdict(
              partition,
              directory.name(),
              Action.KEEP,
              CleanPlan.LIVE + state.version(),
              directory.bytes()));
    }
    for (String name : names) {
      if (!judged.containsKey(name)) {
        leftovers.judge(partition, name).ifPresent(verdict -> judged.put(name, verdict));
      }
    }
    verdicts.addAll(judged.values());
  }

  private Verdict judgeRetired(String partition, RetiredDirectory retired) {
    DataDirectory directory = retired.directory();
    Optional<String> held =
        oldest(retired.version()).map(Hold::text).or(() -> tagOf(partition, directory.name()));
    boolean goes = retired.version() <= floor && held.isEmpty();
    String reason;
    if (goes) {
      reason = String.format(Locale.ROOT, "replaced at version %d", retired.version());
    } else if (retired.version() > floor) {
      reason = "inside retention until " + retired.time().plus(options.retention());
    } else {
      reason = held.get();
    }
    return new Verdict(
        partition, directory.name(), goes ? Action.REMOVE : Action.KEEP, reason, directory.bytes());
  }

  /** Names are used once, so what has the name is what the tagged version had. */
  private Optional<String> tagOf(String partition, String directory) {
    return holders.tags().stream()
        .filter(tag -> tag.needs(partition, directory))
        .findFirst()
        .map(TaggedVersion::reason);
  }

  /**
   * R15. Where an aborted transaction wrote nobody knows, so only a table without partitions has a
   * base that covers all of it. Equal numbers are left: a base of the aborted write id may lie
   * there.
   */
  private List<Long> forgets() {
    if (!state.metadata().partitionColumns().isEmpty()) {
      return List.of();
    }
    long base = 0;
    for (DataDirectory directory : state.directories("")) {
      if (!directory.isOriginals() && directory.directory() instanceof AcidDirectory.Base found) {
        base = Math.max(base, found.writeId());
      }
    }
    List<Long> forgets = new ArrayList<>();
    for (long writeId : state.exceptions()) {
      if (writeId < base && state.isAborted(writeId)) {
        forgets.add(writeId);
      }
    }
    return forgets;
  }
}
