package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.Lease;
import io.orcacid.txn.Maintenance;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.OpenCompaction;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

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
    this(manager, options, System::nanoTime);
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
    List<Lease> leases = maintenance.leases();
    List<OpenClaim> claims = maintenance.openClaims(state);
    List<OpenCompaction> compactions = maintenance.openCompactions(state);
    Set<String> sessions = new HashSet<>();
    leases.forEach(lease -> sessions.add(lease.session()));
    claims.forEach(claim -> sessions.add(claim.session()));
    compactions.forEach(compaction -> sessions.add(compaction.session()));
    Map<String, Maintenance.Sign> signs = maintenance.sessions();
    sessions.addAll(signs.keySet());
    Set<String> silent = new HashSet<>();
    for (String session : sessions) {
      Optional<Maintenance.Sign> sign = Optional.ofNullable(signs.get(session));
      watch.observe(session, sign.map(Maintenance.Sign::content));
      Duration timeout = sign.map(Maintenance.Sign::timeout).orElse(Duration.ZERO);
      // The claims were listed before: a process that lives has had its sign there by then.
      boolean ended = sign.isEmpty() || sign.get().owner() == Maintenance.Owner.ENDED;
      if (ended || watch.isSilent(session, longer(timeout, manager.options().sessionTimeout()))) {
        silent.add(session);
      }
    }
    List<Long> abandoned = abandoned(state, claims, sessions);
    watch.retain(sessions);
    return new Holders(leases, claims, compactions, silent, abandoned);
  }

  /** Open write ids that nobody claims: a claim whose answer was lost, long ago. */
  private List<Long> abandoned(TableState state, List<OpenClaim> claims, Set<String> signs) {
    Set<Long> claimed = new HashSet<>();
    claims.forEach(claim -> claimed.add(claim.writeId()));
    List<Long> abandoned = new ArrayList<>();
    for (long writeId : state.exceptions()) {
      if (!state.isAborted(writeId) && !claimed.contains(writeId)) {
        String sign = UNCLAIMED + writeId;
        signs.add(sign);
        watch.observe(sign, Optional.empty());
        if (watch.isSilent(sign, manager.options().sessionTimeout())) {
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
  private static Map<String, List<String>> byPartition(CleanPlan plan, TableState state) {
    Map<String, List<String>> names = new TreeMap<>();
    for (Verdict verdict : plan.removals()) {
      if (retired(state, verdict).isPresent()) {
        names.computeIfAbsent(verdict.partition(), path -> new ArrayList<>()).add(verdict.name());
      }
    }
    return names;
  }

  private static Optional<DataDirectory> retired(TableState state, Verdict verdict) {
    return state.retired(verdict.partition()).stream()
        .map(RetiredDirectory::directory)
        .filter(directory -> directory.name().equals(verdict.name()))
        .findFirst();
  }

  private long remove(CleanPlan plan, TableState state, Removal removal) throws IOException {
    long bytes = 0;
    for (Verdict verdict : plan.removals()) {
      Optional<DataDirectory> retired = retired(state, verdict);
      if (retired.filter(DataDirectory::isOriginals).isPresent()) {
        removal.originals(verdict.partition(), retired.get());
      } else {
        removal.directory(verdict.partition(), verdict.name());
      }
      bytes += verdict.bytes();
    }
    Storage storage = log.storage();
    for (String partition :
        new HashSet<>(plan.removals().stream().map(Verdict::partition).toList())) {
      // Before the log says that they are gone, they must be gone for good.
      String place = DirectoryNames.place(log.tablePath(), partition);
      if (storage.exists(place)) {
        storage.syncDirectory(place);
      }
    }
    return bytes;
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
    maintenance.removeResolvedClaims(done);
    Map<String, Integer> open = new HashMap<>();
    maintenance.openClaims(done).forEach(claim -> open.merge(claim.session(), 1, Integer::sum));
    maintenance
        .openCompactions(done)
        .forEach(compaction -> open.merge(compaction.session(), 1, Integer::sum));
    for (String session : holders.silentSessions()) {
      if (!open.containsKey(session)) {
        maintenance.removeSession(session);
      }
    }
  }
}
