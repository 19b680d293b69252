package io.orcacid.txn;

import com.google.common.base.Throwables;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Claims of numbers of one kind (PROTOCOL.md R1): put-if-absent of 1 + the greatest known number,
 * durable before it is given out, never used twice. Threads that wait claim a range in one put,
 * which is named by its first number; so claims make a chain without gaps, and two of one number
 * meet in the store. One claimer per process and kind. Thread-safe.
 */
final class IdClaims {
  private static final String MARK = ".aborted";

  /** Lost answers in one claim after which the store is not asked again. */
  private static final int MOST_UNKNOWN = 3;

  private final ClaimKind kind;
  private final AtomicStore store;
  private final ClaimCodec codec;
  private final ReentrantLock turn = new ReentrantLock(true);

  /** Callers that wait for a number. Guarded by itself. */
  private final List<Waiting> waiting = new ArrayList<>();

  /** Touched by whoever has the turn. */
  private long greatestSeen;

  /** Own ids that nobody will commit: the next entry of this process aborts them. */
  private final TreeSet<Long> leftOver = new TreeSet<>();

  IdClaims(ClaimKind kind, AtomicStore store, Clock clock) {
    this.kind = kind;
    this.store = store;
    this.codec = new ClaimCodec(kind, clock);
  }

  /**
   * A claim as its object says it.
   *
   * @param id the number
   * @param session session of the process that claimed it
   * @param author who claimed it
   * @param readVersion version that it is a lease on
   * @param started when it was claimed
   * @param marking whether its owner gave it up
   * @param notes what the claimer added
   */
  record Claim(
      long id,
      String session,
      Author author,
      long readVersion,
      Instant started,
      OpenClaim.Marking marking,
      Map<String, String> notes) {}

  /**
   * Who claims, and for what.
   *
   * @param session session of the process
   * @param author who works in it
   * @param readVersion version that the claim is a lease on
   * @param notes what is kept with the claim
   */
  record Claimer(String session, Author author, long readVersion, Map<String, String> notes) {}

  /**
   * A number that was won.
   *
   * @param id the number
   * @param after a state that was loaded after the put
   */
  record Claimed(long id, TableState after) {}

  /** A caller in the queue; touched by whoever has the turn. */
  private static final class Waiting {
    private final Claimer claimer;
    private final Source newest;
    private Optional<Claimed> won = Optional.empty();
    private Optional<Exception> failure = Optional.empty();

    Waiting(Claimer claimer, Source newest) {
      this.claimer = claimer;
      this.newest = newest;
    }

    boolean isDone() {
      return won.isPresent() || failure.isPresent();
    }
  }

  /** Loads the newest state. */
  interface Source {
    TableState state() throws IOException;
  }

  /**
   * Claims a number greater than every one that the newest state knows.
   *
   * @param newest asked once for all that wait: the older a state, the greater the chance that its
   *     numbers were given out, resolved and forgotten since
   */
  Claimed claim(Source newest, Claimer claimer) throws IOException {
    Waiting own = new Waiting(claimer, newest);
    synchronized (waiting) {
      waiting.add(own);
    }
    turn.lock();
    try {
      while (!own.isDone()) {
        claimForAll();
      }
    } finally {
      synchronized (waiting) {
        waiting.remove(own);
      }
      turn.unlock();
    }
    if (own.failure.isPresent()) {
      Throwables.throwIfInstanceOf(own.failure.get(), IOException.class);
      Throwables.throwIfUnchecked(own.failure.get());
    }
    return own.won.get();
  }

  private void claimForAll() {
    List<Waiting> oldest;
    synchronized (waiting) {
      waiting.removeIf(Waiting::isDone);
      oldest = waiting.stream().limit(ClaimCodec.MOST_IDS).toList();
    }
    try {
      long first = claimRange(oldest);
      TableState after = oldest.get(0).newest.state();
      if (kind.isResolved(after, first)) {
        // The claim that was there before was resolved and removed: nothing of this one is used.
        giveUpRange(first, oldest.size());
        return;
      }
      for (int i = 0; i < oldest.size(); i++) {
        oldest.get(i).won = Optional.of(new Claimed(first + i, after));
      }
    } catch (IOException | RuntimeException e) {
      oldest.forEach(one -> one.failure = Optional.of(e));
    }
  }

  private long claimRange(List<Waiting> claimers) throws IOException {
    byte[] content = codec.encode(claimers.stream().map(one -> one.claimer).toList());
    long least = kind.greatest(claimers.get(claimers.size() - 1).newest.state());
    for (int unknown = 0; unknown < MOST_UNKNOWN; ) {
      long first = greatestClaimed(least) + 1;
      Outcome outcome = store.putIfAbsent(name(first), content);
      if (outcome == Outcome.WON) {
        greatestSeen = first + claimers.size() - 1;
        return first;
      }
      if (outcome == Outcome.UNKNOWN) {
        unknown++;
      }
      // Its name may not be durable: then it is not used. A lost claim can be one's own too, put by
      // a request that the store's client repeated. If nothing is there, the same is put at the
      // same number again, since it may still come and a chain has no gaps.
      if (store.read(name(first)).filter(found -> Arrays.equals(found, content)).isPresent()) {
        giveUpRange(first, claimers.size());
      }
    }
    throw new IOException("No " + kind.text() + " could be claimed: the store lost its answers");
  }

  private void giveUpRange(long first, int count) {
    greatestSeen = first + count - 1;
    synchronized (leftOver) {
      for (int i = 0; i < count; i++) {
        leftOver.add(first + i);
      }
    }
  }

  /** End of the chain, as far as it can be followed. */
  private long greatestClaimed(long greatestOfState) throws IOException {
    if (greatestOfState > greatestSeen) {
      greatestSeen = Math.max(greatestOfState, lastOfClaimOver(greatestOfState));
    }
    Optional<byte[]> next = store.read(name(greatestSeen + 1));
    while (next.isPresent()) {
      greatestSeen += codec.count(name(greatestSeen + 1), next.get());
      next = store.read(name(greatestSeen + 1));
    }
    return greatestSeen;
  }

  /** A number that the state knows may lie within a range of which the rest is open. */
  private long lastOfClaimOver(long id) throws IOException {
    long first = firstOfClaimOver(id);
    return first + codec.count(name(first), store.read(name(first)).orElse(new byte[0])) - 1;
  }

  /** First number of the last claim that begins at a number or before it; that number if none. */
  private long firstOfClaimOver(long id) throws IOException {
    if (store.read(name(id)).isPresent()) {
      return id;
    }
    long first = id;
    long before = Math.max(0, id - ClaimCodec.MOST_IDS);
    for (String name : store.list(kind.prefix(), name(before) + MARK, Integer.MAX_VALUE)) {
      long found = idOf(name);
      if (found > id) {
        break;
      }
      if (found > 0) {
        first = found;
      }
    }
    return first;
  }

  /** Gives an id up: marks its claim at once, and remembers it for the next entry. */
  void giveUp(long id) throws IOException {
    giveUp(id, new byte[0]);
  }

  /** The same, with a note for people. */
  void giveUp(LostConflict lost) throws IOException {
    giveUp(lost.number(), lost.encode());
  }

  private void giveUp(long id, byte[] note) throws IOException {
    synchronized (leftOver) {
      leftOver.add(id);
    }
    store.replace(name(id) + MARK, note);
  }

  /** Notes of numbers that were given up after a conflict, ascending. */
  List<LostConflict> conflicts() throws IOException {
    List<LostConflict> conflicts = new ArrayList<>();
    for (String name : store.list(kind.prefix(), "", Integer.MAX_VALUE)) {
      noteOf(name).ifPresent(conflicts::add);
    }
    return conflicts;
  }

  private Optional<LostConflict> noteOf(String name) throws IOException {
    long id = markedBy(name);
    if (id <= 0) {
      return Optional.empty();
    }
    return store.read(name).flatMap(content -> LostConflict.decode(id, kind, content));
  }

  /** The number that a name marks as given up; -1 for another name. */
  private long markedBy(String name) {
    return name.endsWith(MARK) ? idOf(name.substring(0, name.length() - MARK.length())) : -1;
  }

  /** Own given-up ids that the state does not resolve yet. */
  List<Long> leftOver(TableState state) {
    synchronized (leftOver) {
      leftOver.removeIf(id -> kind.isResolved(state, id));
      return List.copyOf(leftOver);
    }
  }

  boolean isClaimed(long id) throws IOException {
    long first = firstOfClaimOver(id);
    Optional<byte[]> content = store.read(name(first));
    return content.isPresent() && first + codec.count(name(first), content.get()) > id;
  }

  /** Claims that the state does not resolve, ascending. */
  List<Claim> unresolved(TableState state) throws IOException {
    List<Claim> claims = new ArrayList<>();
    List<String> names = store.list(kind.prefix(), "", Integer.MAX_VALUE);
    SortedSet<String> all = new TreeSet<>(names);
    for (Map.Entry<Long, Long> range : longestRanges(names).entrySet()) {
      if (isResolved(state, range)) {
        continue;
      }
      String name = name(range.getKey());
      Optional<byte[]> content = store.read(name);
      if (content.isPresent()) {
        for (Claim claim : codec.decode(range.getKey(), name, content.get())) {
          if (!kind.isResolved(state, claim.id())) {
            claims.add(all.contains(name(claim.id()) + MARK) ? marked(claim) : claim);
          }
        }
      }
    }
    return claims;
  }

  private static Claim marked(Claim claim) {
    return new Claim(
        claim.id(),
        claim.session(),
        claim.author(),
        claim.readVersion(),
        claim.started(),
        OpenClaim.Marking.ABORTED,
        claim.notes());
  }

  /** First and last number that the objects of some names can stand for, without a look at them. */
  private SortedMap<Long, Long> longestRanges(List<String> names) {
    TreeMap<Long, Long> ranges = new TreeMap<>();
    for (String name : names) {
      long id = idOf(name);
      if (id > 0) {
        Map.Entry<Long, Long> before = ranges.lastEntry();
        if (before != null && before.getValue() >= id) {
          ranges.put(before.getKey(), id - 1);
        }
        ranges.put(id, id + ClaimCodec.MOST_IDS - 1);
      }
    }
    return ranges;
  }

  private boolean isResolved(TableState state, Map.Entry<Long, Long> range) {
    for (long id = range.getKey(); id <= range.getValue(); id++) {
      if (!kind.isResolved(state, id)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Removes the claims of which a state resolves every number: from then on a claimer who comes
   * late sees in the state that the number is taken (R1).
   *
   * @param keep numbers whose claims stay
   * @param notesFrom notes of conflicts that are not older stay too
   */
  void removeResolved(TableState state, Set<Long> keep, Instant notesFrom) throws IOException {
    List<String> names = store.list(kind.prefix(), "", Integer.MAX_VALUE);
    for (Map.Entry<Long, Long> range : longestRanges(names).entrySet()) {
      String name = name(range.getKey());
      if (kind.isResolved(state, range.getKey()) && isRemovable(state, range, name, keep)) {
        store.remove(name);
      }
    }
    for (String name : names) {
      long id = markedBy(name);
      if (id > 0
          && kind.isResolved(state, id)
          && !keep.contains(id)
          && noteOf(name).filter(note -> !note.time().isBefore(notesFrom)).isEmpty()) {
        store.remove(name);
      }
    }
  }

  private boolean isRemovable(
      TableState state, Map.Entry<Long, Long> longest, String name, Set<Long> keep)
      throws IOException {
    long first = longest.getKey();
    long last = longest.getValue();
    if (last > first) {
      Optional<byte[]> content = store.read(name);
      last = content.isPresent() ? first + codec.count(name, content.get()) - 1 : first;
    }
    for (long id = first; id <= last; id++) {
      if (!kind.isResolved(state, id) || keep.contains(id)) {
        return false;
      }
    }
    return true;
  }

  ClaimKind kind() {
    return kind;
  }

  String name(long id) {
    return String.format(Locale.ROOT, "%s_%020d", kind.prefix(), id);
  }

  private long idOf(String name) {
    String digits = name.substring(kind.prefix().length());
    return digits.matches("_0\\d{19}") ? Long.parseLong(digits.substring(1)) : -1;
  }
}
