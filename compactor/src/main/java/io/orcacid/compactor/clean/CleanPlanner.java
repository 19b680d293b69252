package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanPlan.Action;
import io.orcacid.compactor.clean.CleanPlan.Hold;
import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.txn.Lease;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.OpenCompaction;
import io.orcacid.txn.log.Adoption;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Decides what a cleaning does (PROTOCOL.md R14, R15, R18): a pure function of a version, the names
 * on the storage, who holds what, and the time.
 */
final class CleanPlanner {
  private static final Pattern TEMPORARY =
      Pattern.compile("_tmp\\.[0-9a-f]{8}(-[0-9a-f]{4,12}){4}");
  private static final String SEE_VERIFY = ": see verify";

  private final TableState state;
  private final Holders holders;
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
    for (OpenClaim claim : holders.claims()) {
      if (claim.marking() == OpenClaim.Marking.ABORTED
          || holders.silentSessions().contains(claim.session())
          || claim.started().plus(longest).isBefore(now)) {
        writeIds.add(claim.writeId());
      }
    }
    List<Long> compactions = new ArrayList<>();
    for (OpenCompaction open : holders.compactions()) {
      if (open.marking() == OpenClaim.Marking.ABORTED
          || holders.silentSessions().contains(open.session())
          || open.started().plus(longest).isBefore(now)) {
        compactions.add(open.transaction());
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
                    owner(lease.author()),
                    lease.version(),
                    lease.since())));
      }
    }
    for (OpenClaim claim : holders.claims()) {
      if (!fence.writeIds().contains(claim.writeId())) {
        holds.add(
            new Hold(
                claim.readVersion(),
                String.format(
                    Locale.ROOT,
                    "read at version %d by open transaction %d of %s",
                    claim.readVersion(),
                    claim.writeId(),
                    owner(claim.author()))));
      }
    }
    for (OpenCompaction compaction : holders.compactions()) {
      if (!fence.compactions().contains(compaction.transaction())) {
        holds.add(
            new Hold(
                compaction.planVersion(),
                String.format(
                    Locale.ROOT,
                    "read at version %d by compaction %d of %s",
                    compaction.planVersion(),
                    compaction.transaction(),
                    owner(compaction.author()))));
      }
    }
  }

  private static String owner(Author author) {
    return author.user() + "@" + author.host();
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
    Set<String> live = new HashSet<>();
    for (DataDirectory directory : state.directories(partition)) {
      live.add(directory.name());
      judged.put(
          directory.name(),
          new Verdict(
              partition,
              directory.name(),
              Action.KEEP,
              "live at version " + state.version(),
              directory.bytes()));
    }
    for (String name : names) {
      if (!judged.containsKey(name)) {
        judgeOther(partition, name).ifPresent(verdict -> judged.put(name, verdict));
      }
    }
    verdicts.addAll(judged.values());
  }

  private Verdict judgeRetired(String partition, RetiredDirectory retired) {
    DataDirectory directory = retired.directory();
    Optional<Hold> held = oldest(retired.version());
    boolean goes = retired.version() <= floor && held.isEmpty();
    String reason;
    if (goes) {
      reason = String.format(Locale.ROOT, "replaced at version %d", retired.version());
    } else if (retired.version() > floor) {
      reason = "inside retention until " + retired.time().plus(options.retention());
    } else {
      reason = held.get().text();
    }
    return new Verdict(
        partition, directory.name(), goes ? Action.REMOVE : Action.KEEP, reason, directory.bytes());
  }

  private Optional<Verdict> judgeOther(String partition, String name) {
    Optional<AcidDirectory> directory = AcidDirectory.parse(name);
    if (directory.isPresent()) {
      return Optional.of(
          directory.get().visibility() != AcidDirectory.ALWAYS_VISIBLE
              ? judgeCompacted(partition, name, directory.get().visibility())
              : judgeWritten(partition, name, directory.get()));
    }
    if (name.startsWith("_tmp.")) {
      return Optional.of(judgeTemporary(partition, name));
    }
    boolean hidden = name.startsWith("_") || name.startsWith(".");
    return hidden
        ? Optional.empty()
        : Optional.of(verdict(partition, name, Action.REPORT, "unknown name" + SEE_VERIFY));
  }

  /** R14: an output that never was in the log goes only once the log says that it never will be. */
  private Verdict judgeCompacted(String partition, String name, long transaction) {
    long adopted = state.metadata().adoption().map(Adoption::greatestTransaction).orElse(0L);
    if (transaction <= adopted) {
      return verdict(partition, name, Action.REPORT, "older than the table's log" + SEE_VERIFY);
    }
    if (state.isCompactionAborted(transaction)) {
      return verdict(
          partition,
          name,
          Action.REMOVE,
          String.format(Locale.ROOT, "left by compaction %d, aborted", transaction));
    }
    if (state.isCompactionCommitted(transaction)) {
      return verdict(
          partition,
          name,
          Action.REPORT,
          String.format(Locale.ROOT, "compaction %d did not name it", transaction) + SEE_VERIFY);
    }
    for (OpenCompaction open : holders.compactions()) {
      if (open.transaction() == transaction) {
        return verdict(
            partition,
            name,
            Action.KEEP,
            String.format(
                Locale.ROOT,
                "claimed by open compaction %d of %s since %s",
                transaction,
                owner(open.author()),
                open.started()));
      }
    }
    return verdict(
        partition,
        name,
        Action.REPORT,
        String.format(Locale.ROOT, "nobody claimed compaction %d in this log", transaction)
            + SEE_VERIFY);
  }

  private Verdict judgeWritten(String partition, String name, AcidDirectory directory) {
    long adopted = state.metadata().adoption().map(Adoption::greatestWriteId).orElse(0L);
    long writeId = directory.maxWriteId();
    if (writeId <= adopted) {
      return verdict(partition, name, Action.REPORT, "older than the table's log" + SEE_VERIFY);
    }
    if (directory.minWriteId() != writeId) {
      return verdict(
          partition, name, Action.REPORT, "of several write ids, and never named" + SEE_VERIFY);
    }
    if (state.isAborted(writeId)) {
      return verdict(
          partition,
          name,
          Action.REMOVE,
          String.format(Locale.ROOT, "left by transaction %d, aborted", writeId));
    }
    if (state.isCommitted(writeId)) {
      return verdict(
          partition,
          name,
          Action.REPORT,
          String.format(Locale.ROOT, "transaction %d did not name it", writeId) + SEE_VERIFY);
    }
    for (OpenClaim open : holders.claims()) {
      if (open.writeId() == writeId) {
        return verdict(
            partition,
            name,
            Action.KEEP,
            String.format(
                Locale.ROOT,
                "claimed by open transaction %d of %s since %s",
                writeId,
                owner(open.author()),
                open.started()));
      }
    }
    return verdict(
        partition,
        name,
        Action.REPORT,
        String.format(Locale.ROOT, "nobody claimed write id %d in this log", writeId) + SEE_VERIFY);
  }

  /**
   * The claim of a running compaction or transaction names its directory and was there before it;
   * so one that no open claim names is of one that is over.
   */
  private Verdict judgeTemporary(String partition, String name) {
    if (!TEMPORARY.matcher(name).matches()) {
      return verdict(partition, name, Action.REPORT, "unknown name" + SEE_VERIFY);
    }
    for (OpenCompaction open : holders.compactions()) {
      if (open.temporary().equals(name)) {
        return verdict(
            partition,
            name,
            Action.KEEP,
            String.format(
                Locale.ROOT,
                "unfinished files of compaction %d of %s since %s",
                open.transaction(),
                owner(open.author()),
                open.started()));
      }
    }
    for (OpenClaim open : holders.claims()) {
      if (open.temporary().equals(name)) {
        return verdict(
            partition,
            name,
            Action.KEEP,
            String.format(
                Locale.ROOT,
                "unfinished files of open transaction %d of %s since %s",
                open.writeId(),
                owner(open.author()),
                open.started()));
      }
    }
    return verdict(
        partition,
        name,
        Action.REMOVE,
        "unfinished files of a compaction or transaction that is over");
  }

  private static Verdict verdict(String partition, String name, Action action, String reason) {
    return new Verdict(partition, name, action, reason, 0);
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
