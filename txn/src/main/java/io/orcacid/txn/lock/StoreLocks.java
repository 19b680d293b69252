package io.orcacid.txn.lock;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.process.ProcessIdentity;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks as objects of a store: a grant is the put-if-absent of a name that nobody had, with an
 * epoch greater than those that are there. The greatest epoch counts; it is never removed, so that
 * epochs go on rising. Thread-safe.
 */
final class StoreLocks implements LockProvider {
  private static final Logger LOG = LoggerFactory.getLogger(StoreLocks.class);

  /** Puts of the same bytes under the same name after lost answers. */
  private static final int MOST_PUTS = 5;

  private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);
  private static final int MOST_DOUBLINGS = 5;

  private final AtomicStore store;
  private final Author author;
  private final Clock clock;
  private final MonotonicTime time;
  private final Silence silence;

  StoreLocks(AtomicStore store, Author author, Clock clock, MonotonicTime time) {
    this.store = store;
    this.author = author;
    this.clock = clock;
    this.time = time;
    this.silence = new Silence(time);
  }

  /** An object of a lock and what it says; empty if it cannot be read. */
  private record Found(String object, long epoch, byte[] content, Optional<LifeSign> sign) {}

  @Override
  public AtomicStore.Scope scope() {
    return store.scope();
  }

  @Override
  public Optional<Lock> tryLock(String name, LockOptions options) throws IOException {
    LockNames.check(name);
    Optional<Found> newest = newest(name);
    if (newest.isPresent() && !isFree(name, newest.get(), options.drift())) {
      return Optional.empty();
    }
    return grant(name, newest, options);
  }

  @Override
  public Lock take(String name, LockOptions options) throws IOException {
    LockNames.check(name);
    while (true) {
      Optional<Lock> granted = grant(name, newest(name), options);
      if (granted.isPresent()) {
        return granted.get();
      }
    }
  }

  @Override
  public Lock lock(String name, LockOptions options, Duration patience) throws IOException {
    long begun = time.nanoTime();
    Optional<Lock> granted = tryLock(name, options);
    if (granted.isPresent()) {
      return granted.get();
    }
    if (patience.isZero()) {
      throw stillHeld(name, patience);
    }
    LifeSign waiter = LifeSign.begin(name, 0, author, clock.instant(), options);
    try (WaitingSign sign = new WaitingSign(store, time, waiter, options.renewal())) {
      for (int tries = 0; granted.isEmpty(); tries++) {
        Duration left = patience.minusNanos(time.nanoTime() - begun);
        if (left.isNegative() || left.isZero()) {
          throw stillHeld(name, patience);
        }
        Duration wait = waitAfter(tries);
        time.sleep(wait.compareTo(left) < 0 ? wait : left);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        sign.beatIfDue();
        granted = tryLock(name, options);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the lock " + name);
    }
    LOG.debug("Lock {} granted after {} ms", name, (time.nanoTime() - begun) / 1_000_000);
    return granted.get();
  }

  private static Duration waitAfter(int tries) {
    long longest = SHORTEST_WAIT.toNanos() << Math.min(tries, MOST_DOUBLINGS);
    return Duration.ofNanos(longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1));
  }

  private WriteConflictException stillHeld(String name, Duration patience) throws IOException {
    Optional<Found> newest = newest(name);
    Optional<Holder> holder = newest.map(StoreLocks::holder);
    return new WriteConflictException(
        "Another holds the lock: run it again, wait longer, or end the other",
        "lock",
        name,
        "owner",
        holder.map(one -> one.owner().atHost()).orElse("nobody any more"),
        "epoch",
        newest.map(Found::epoch).orElse(0L),
        "since",
        holder.map(one -> one.since().toString()).orElse(""),
        "standing",
        holder.map(one -> one.standing().toString()).orElse(""),
        "waited",
        patience);
  }

  private boolean isFree(String name, Found found, Duration drift) {
    LifeSign sign = found.sign().orElse(null);
    if (sign != null && sign.state() == LifeSign.State.RELEASED) {
      return true;
    }
    if (sign != null && sign.process().hasEnded()) {
      LOG.info("Lock {}: its holder {} has ended", name, sign.author().atHost());
      return true;
    }
    // Of what cannot be read only that is known: no holder lets the longest ttl pass.
    Duration ttl = sign == null ? LockOptions.LONGEST_TTL : sign.ttl();
    Duration allowed = sign == null || drift.compareTo(sign.drift()) > 0 ? drift : sign.drift();
    return silence.lasts(
        LockNames.prefix(name), found.object(), found.content(), ttl.plus(allowed));
  }

  /** The object of the greatest epoch. */
  private Optional<Found> newest(String name) throws IOException {
    while (true) {
      long epoch = greatest(name);
      if (epoch < 0) {
        return Optional.empty();
      }
      String object = LockNames.object(name, epoch);
      Optional<byte[]> content = store.read(object);
      if (content.isPresent()) {
        return Optional.of(found(object, epoch, content.get()));
      }
      // It was removed, so there is a greater one by now.
    }
  }

  private static Found found(String object, long epoch, byte[] content) {
    Optional<LifeSign> sign =
        LifeSign.parse(content)
            .filter(one -> one.epoch() == epoch)
            .filter(
                one -> one.name() != null && object.equals(LockNames.object(one.name(), epoch)));
    return new Found(object, epoch, content, sign);
  }

  /** Greatest epoch of a lock; -1 if it was never granted. */
  long greatest(String name) throws IOException {
    long greatest = -1;
    for (String object : store.list(LockNames.prefix(name), "", Integer.MAX_VALUE)) {
      greatest = Math.max(greatest, LockNames.epochOf(object));
    }
    return greatest;
  }

  private Optional<Lock> grant(String name, Optional<Found> newest, LockOptions options)
      throws IOException {
    long before = Math.max(newest.map(Found::epoch).orElse(0L), options.floor());
    if (before >= Long.MAX_VALUE - 1) {
      throw new CorruptFileException(
          "A lock's epoch is greater than any can be: remove its object", "lock", name);
    }
    long begun = time.nanoTime();
    LifeSign sign = LifeSign.begin(name, before + 1, author, clock.instant(), options);
    String object = LockNames.object(name, sign.epoch());
    if (!put(object, sign)) {
      return Optional.empty();
    }
    // A name that was removed before this put came: others went on to greater epochs (as R1).
    if (greatest(name) > sign.epoch()) {
      store.remove(object);
      return Optional.empty();
    }
    removeOlder(name, sign.epoch());
    silence.forget(LockNames.prefix(name));
    LOG.debug("Lock {} granted with epoch {}", name, sign.epoch());
    return Optional.of(StoreLock.granted(this, store, time, sign, options, begun));
  }

  /** Whether the object is this sign's; lost answers are resolved by reading. */
  private boolean put(String object, LifeSign sign) throws IOException {
    byte[] content = sign.encode();
    Outcome outcome = store.putIfAbsent(object, content);
    for (int puts = 1; outcome != Outcome.WON; puts++) {
      Optional<byte[]> there = store.read(object);
      if (there.isPresent()) {
        boolean mine =
            LifeSign.parse(there.get()).filter(one -> sign.id().equals(one.id())).isPresent();
        if (mine) {
          store.confirm(object);
        }
        return mine;
      }
      if (outcome == Outcome.LOST) {
        // It was another's, and gone already.
        return false;
      }
      if (puts == MOST_PUTS) {
        throw new IOException(
            "Whether the lock " + sign.name() + " was granted is unknown: it lapses if it was");
      }
      outcome = store.putIfAbsent(object, content);
    }
    return true;
  }

  /** What stays is removed by the next grant. */
  private void removeOlder(String name, long epoch) {
    try {
      for (String object : store.list(LockNames.prefix(name), "", Integer.MAX_VALUE)) {
        long older = LockNames.epochOf(object);
        if (older >= 0 && older < epoch) {
          store.remove(object);
        }
      }
    } catch (IOException e) {
      LOG.debug("Older objects of lock {} stay: {}", name, e.toString());
    }
  }

  /** Who was granted a later epoch than this one. */
  Optional<Holder> successor(String name, long epoch) throws IOException {
    return newest(name).filter(found -> found.epoch() > epoch).map(StoreLocks::holder);
  }

  @Override
  public List<Holder> holders() throws IOException {
    Map<String, String> newest = new TreeMap<>();
    for (String object : store.list(LockNames.LOCKS, "", Integer.MAX_VALUE)) {
      if (LockNames.epochOf(object) >= 0) {
        newest.merge(
            LockNames.encodedIn(object),
            object,
            (one, other) -> one.compareTo(other) > 0 ? one : other);
      }
    }
    List<Holder> holders = new ArrayList<>();
    for (String object : newest.values()) {
      Optional<byte[]> content = store.read(object);
      if (content.isPresent()) {
        Found found = found(object, LockNames.epochOf(object), content.get());
        if (found.sign().filter(one -> one.state() == LifeSign.State.RELEASED).isEmpty()) {
          holders.add(holder(found));
        }
      }
    }
    holders.sort(Comparator.comparing(Holder::name));
    return List.copyOf(holders);
  }

  private static Holder holder(Found found) {
    if (found.sign().isEmpty()) {
      return new Holder(
          LockNames.decode(LockNames.encodedIn(found.object())),
          found.epoch(),
          new Author("unknown", "unknown", ""),
          Instant.EPOCH,
          Standing.UNREADABLE);
    }
    LifeSign sign = found.sign().get();
    return new Holder(
        sign.name(), sign.epoch(), sign.author(), sign.since(), standing(sign.process()));
  }

  private static Standing standing(ProcessIdentity process) {
    if (process.hasEnded()) {
      return Standing.ENDED;
    }
    return process.isOfThisMachine() ? Standing.ALIVE : Standing.HELD;
  }

  @Override
  public List<Waiter> waiters() throws IOException {
    List<Waiter> waiters = new ArrayList<>();
    Set<String> there = new HashSet<>();
    for (String object : store.list(LockNames.WAITERS, "", Integer.MAX_VALUE)) {
      there.add(object);
      Optional<byte[]> content = store.read(object);
      if (content.isEmpty()) {
        continue;
      }
      Optional<LifeSign> sign = LifeSign.parse(content.get());
      if (isDead(object, content.get(), sign)) {
        store.remove(object);
      } else if (sign.isPresent()) {
        waiters.add(new Waiter(sign.get().name(), sign.get().author(), sign.get().since()));
      }
    }
    silence.retain(LockNames.WAITERS, there);
    waiters.sort(Comparator.comparing(Waiter::name).thenComparing(Waiter::since));
    return List.copyOf(waiters);
  }

  private boolean isDead(String object, byte[] content, Optional<LifeSign> sign) {
    Duration longest = sign.map(one -> one.ttl().plus(one.drift())).orElse(LockOptions.LONGEST_TTL);
    return sign.filter(one -> one.process().hasEnded()).isPresent()
        || silence.lasts(object, object, content, longest);
  }
}
