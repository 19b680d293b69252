package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.Lease;
import io.orcacid.txn.Maintenance;
import io.orcacid.txn.PartitionPlace;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Tag;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cleans a table in the one order that is safe (PROTOCOL.md R18): the entry that makes versions
 * unreadable and fences silent numbers; then the leases; then the removal of what no honoured
 * version needs; then the entry that says it is done. After a crash the next run repeats what is
 * left of it. Any number of cleaners may run at once.
 *
 * <p>A process of this machine that has ended holds nothing any more. Leases and claims of a dead
 * process of another machine count until they were seen unchanged for its session's timeout, so one
 * cleaner is kept and run again and again, or {@link #awaitSilence} is called. Not thread-safe.
 */
public final class Cleaner {
  private static final String UNCLAIMED = "write id ";

  private final TransactionManager manager;
  private final CommitLog log;
  private final Maintenance maintenance;
  private final CleanOptions options;
  private final SilenceWatch watch;

  /** A cleaner of a table. */
  public Cleaner(TransactionManager manager, CleanOptions options) {
    this(manager, options, manager.log().options().nanos());
  }

  /**
   * @param nanos a monotonic clock in nanoseconds, by which silence is judged
   */
  Cleaner(TransactionManager manager, CleanOptions options, LongSupplier nanos) {
    this.manager = manager;
    this.log = manager.log();
    this.maintenance = manager.maintenance();
    this.options = options;
    this.watch = new SilenceWatch(nanos);
    Removal.require(log.storage(), log.tablePath(), options.trash());
  }

  /** What {@link #run} would do now; changes nothing. */
  public CleanPlan dryRun() throws IOException {
    return intended(log.newest());
  }

  private CleanPlan intended(TableState state) throws IOException {
    DirectoryNames names = names(state);
    Holders holders = holders(state);
    Instant now = now(state);
    return CleanPlanner.plan(
        state,
        names,
        holders,
        options,
        floor(state, now),
        CleanPlanner.fence(holders, now, options.longestTransaction()));
  }

  /**
   * Cleans once.
   *
   * @throws io.orcacid.error.CommitStateUnknownException if what became of an entry could not be
   *     found out; the next run goes on
   */
  public CleanResult run() throws IOException {
    maintenance.releaseIdlePins();
    TableState before = log.newest();
    before.requireWritable();
    log.requireThere(before);
    CleanPlan intended = intended(before);
    TableState state =
        maintenance.announce(
            intended.oldestReadable(), byPartition(intended, before), intended.fence());
    // The names first: what lies there then was claimed before the claims are looked at.
    DirectoryNames names = names(state);
    Holders holders = holders(state);
    // What no entry aborted is honoured, whatever else is known of it.
    CleanPlan plan =
        CleanPlanner.plan(state, names, holders, options, state.oldestReadable(), Fence.NONE);
    for (Lease lease : plan.expired()) {
      maintenance.expire(lease);
    }
    Removal removal =
        new Removal(
            log.storage(), log.tablePath(), options.trash(), log.options().clock().instant());
    long bytes = remove(plan, state, removal);
    TableState done = maintenance.done(byPartition(plan, state), plan.forgets());
    int entries = expireLog(plan);
    sweep(plan, holders, done);
    removal.purge();
    return new CleanResult(
        plan,
        plan.removals().size(),
        bytes,
        intended.fence().writeIds().size(),
        intended.fence().compactions().size(),
        entries);
  }

  /**
   * Waits until every sign of life was watched for as long as a dead process is waited for: after
   * it {@link #run} no longer honours what dead processes left. Takes a session's timeout.
   */
  public void awaitSilence() throws IOException {
    Duration longest = manager.options().sessionTimeout();
    holders(log.newest());
    for (Maintenance.Sign sign : maintenance.sessions().values()) {
      longest = sign.timeout().compareTo(longest) > 0 ? sign.timeout() : longest;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(longest.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while watching the signs of life");
    }
  }

  private DirectoryNames names(TableState state) throws IOException {
    return DirectoryNames.list(log.storage(), log.tablePath(), state);
  }

  /** This machine's clock may lie a little behind the newest commit's. */
  private Instant now(TableState state) {
    Instant now = log.options().clock().instant();
    return now.isAfter(state.time()) ? now : state.time();
  }

  /** Where versions end by retention of directories and of the log. */
  private long floor(TableState state, Instant now) throws IOException {
    long floor = CleanPlanner.floor(state, now, options.retention());
    OptionalLong checkpoint = log.expirable(Math.min(state.version(), versionBefore(now)));
    return Math.max(floor, checkpoint.orElse(0));
  }

  /** The newest version that is older than the log's retention; -1 for none. */
  private long versionBefore(Instant now) throws IOException {
    Instant until = now.minus(options.logRetention());
    long version = -1;
    for (VersionInfo info : log.history().versions()) {
      if (!info.time().isAfter(until)) {
        version = info.version();
      }
    }
    return version;
  }

  private Holders holders(TableState state) throws IOException {
    long readFrom = watch.now();
    List<Lease> leases = maintenance.leases();
    List<OpenNumber> open = open(state);
    Set<String> sessions = new HashSet<>();
    leases.forEach(lease -> sessions.add(lease.session()));
    open.forEach(number -> sessions.add(number.session()));
    Map<String, Maintenance.Sign> signs = maintenance.sessions();
    sessions.addAll(signs.keySet());
    Set<String> silent = new HashSet<>();
    for (String session : sessions) {
      Optional<Maintenance.Sign> sign = Optional.ofNullable(signs.get(session));
      watch.observe(session, sign.map(Maintenance.Sign::content));
      Duration timeout = sign.map(Maintenance.Sign::timeout).orElse(Duration.ZERO);
      // The claims were listed before: a process that lives has had its sign there by then.
      boolean ended = sign.isEmpty() || sign.get().owner() == Maintenance.Owner.ENDED;
      Duration patience = longer(timeout, manager.options().sessionTimeout());
      if (ended || watch.isSilent(session, patience, readFrom)) {
        silent.add(session);
      }
    }
    List<Long> abandoned = abandoned(state, open, sessions, readFrom);
    watch.retain(sessions);
    List<CleanPlan.Hold> unknown = new ArrayList<>();
    List<TaggedVersion> tags = tagged(state, unknown);
    return new Holders(leases, open, silent, abandoned, tags, unknown);
  }

  /**
   * The tags of the state that the cleaning rests on: of one that was dropped before it, readers
   * have pinned what they read, and a new one is only given to a version that still is readable.
   */
  private List<TaggedVersion> tagged(TableState state, List<CleanPlan.Hold> unknown)
      throws IOException {
    List<TaggedVersion> tags = new ArrayList<>();
    for (Tag tag : state.metadata().tags().values()) {
      if (state.partitionsWithRetired().isEmpty()) {
        continue;
      }
      try {
        tags.add(TaggedVersion.of(tag.name(), log.stateAt(tag.version()), state));
      } catch (CorruptFileException | SnapshotTooOldException damaged) {
        unknown.add(
            new CleanPlan.Hold(
                tag.version(),
                "kept by tag "
                    + tag.name()
                    + " of version "
                    + tag.version()
                    + ", which cannot be loaded: "
                    + damaged.getMessage()));
      }
    }
    return tags;
  }

  private List<OpenNumber> open(TableState state) throws IOException {
    return Stream.concat(
            maintenance.openClaims(state).stream().map(OpenNumber::of),
            maintenance.openCompactions(state).stream().map(OpenNumber::of))
        .toList();
  }

  /** Open write ids that nobody claims: a claim whose answer was lost, long ago. */
  private List<Long> abandoned(
      TableState state, List<OpenNumber> open, Set<String> signs, long readFrom) {
    Set<Long> claimed =
        open.stream()
            .filter(number -> number.kind() == ClaimKind.WRITE_ID)
            .map(OpenNumber::number)
            .collect(Collectors.toSet());
    List<Long> abandoned = new ArrayList<>();
    for (long writeId : state.exceptions()) {
      if (!state.isAborted(writeId) && !claimed.contains(writeId)) {
        String sign = UNCLAIMED + writeId;
        signs.add(sign);
        watch.observe(sign, Optional.empty());
        if (watch.isSilent(sign, manager.options().sessionTimeout(), readFrom)) {
          abandoned.add(writeId);
        }
      }
    }
    return abandoned;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Names of the retired directories that a plan removes. */
  private static Map<String, Set<String>> byPartition(CleanPlan plan, TableState state) {
    Map<String, Set<String>> names = new TreeMap<>();
    for (Verdict verdict : plan.removals()) {
      names.computeIfAbsent(verdict.partition(), path -> new HashSet<>()).add(verdict.name());
    }
    names.forEach((partition, going) -> going.retainAll(retired(state, partition).keySet()));
    names.values().removeIf(Set::isEmpty);
    return names;
  }

  private static Map<String, DataDirectory> retired(TableState state, String partition) {
    return state.retired(partition).stream()
        .map(RetiredDirectory::directory)
        .collect(Collectors.toMap(DataDirectory::name, directory -> directory));
  }

  private long remove(CleanPlan plan, TableState state, Removal removal) throws IOException {
    Map<String, List<Verdict>> removals =
        plan.removals().stream()
            .collect(Collectors.groupingBy(Verdict::partition, TreeMap::new, Collectors.toList()));
    long bytes = 0;
    for (Map.Entry<String, List<Verdict>> each : removals.entrySet()) {
      String partition = each.getKey();
      Map<String, DataDirectory> retired = retired(state, partition);
      for (Verdict verdict : each.getValue()) {
        DataDirectory directory = retired.get(verdict.name());
        if (directory != null && directory.isOriginals()) {
          removal.originals(partition, directory);
        } else {
          removal.directory(partition, verdict.name());
        }
        bytes += verdict.bytes();
      }
      syncPlace(partition);
    }
    return bytes;
  }

  /** Before the log says that they are gone, they must be gone for good. */
  private void syncPlace(String partition) throws IOException {
    String place = PartitionPlace.of(log.tablePath(), partition);
    if (log.storage().exists(place)) {
      log.storage().syncDirectory(place);
    }
  }

  private int expireLog(CleanPlan plan) throws IOException {
    long kept = plan.oldestHonoured().map(CleanPlan.Hold::version).orElse(Long.MAX_VALUE);
    long most = Math.min(kept, plan.oldestReadable());
    OptionalLong checkpoint = log.expirable(Math.min(most, versionBefore(now(log.loaded()))));
    return checkpoint.isPresent() ? log.expire(checkpoint.getAsLong()) : 0;
  }

  /** What dead processes left in the log's directory. */
  private void sweep(CleanPlan plan, Holders holders, TableState done) throws IOException {
    for (Lease lease : plan.expired()) {
      maintenance.remove(lease);
    }
    maintenance.removeResolvedClaims(done, now(done).minus(options.logRetention()));
    Set<String> needed = open(done).stream().map(OpenNumber::session).collect(Collectors.toSet());
    for (String session : new TreeSet<>(holders.silentSessions())) {
      if (!needed.contains(session)) {
        maintenance.removeSession(session);
      }
    }
  }
}
