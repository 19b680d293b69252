package io.orcacid.txn.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Small named contents of which each name is won by one writer only: the point at which a commit
 * becomes a fact. Names are relative to the table's log directory, for example {@code
 * _v00000000000000000001.json} or {@code _ids/_00000000000000000007}; others are refused with
 * {@link io.orcacid.error.ValidationException}. Implementations are thread-safe, and safe against
 * any number of processes within their {@link #scope()}.
 *
 * <p>The contract of {@link #putIfAbsent}, which every implementation proves by the same tests:
 *
 * <ul>
 *   <li>The atomic step makes the whole content visible under its name, or nothing. No reader ever
 *       sees a part of it.
 *   <li>Before that step the content is durable; after {@code WON} was returned its name is too.
 *   <li><b>After the atomic step nothing may fail as if nothing had happened</b>: whatever goes
 *       wrong then is {@code UNKNOWN}, never an {@link IOException}. An {@code IOException} is
 *       proof that nothing was put and nothing of this call can land later.
 *   <li>What failed to become durable is never synced again and then called durable
 *       (MEASUREMENTS.md §2).
 *   <li>A content never changes and never disappears by itself.
 * </ul>
 */
public interface AtomicStore {
  /** Longest content in bytes that a store takes and gives. */
  int LONGEST_CONTENT = 96 << 20;

  /** How unfinished writes begin: no name may start so, no listing shows them. */
  String UNFINISHED = "_tmp-";

  /**
   * A name that stores take: one or two plain parts, so that nothing leaves the log directory.
   *
   * @return the name
   * @throws io.orcacid.error.ValidationException for another
   */
  static String requireName(String name) {
    return StoreNames.check(name);
  }

  /** What became of a put. */
  enum Outcome {
    /** The content is visible and durable under its name, put by this call. */
    WON,
    /** Something was under the name; perhaps an earlier, lost try of the same caller. */
    LOST,
    /** The answer was lost: the content may be there, or come later; read the name to find out. */
    UNKNOWN
  }

  /** Who is kept apart by a store. */
  enum Scope {
    /** Threads of one virtual machine. */
    JVM,
    /** Processes of one machine. */
    HOST,
    /** Every client of the store. */
    STORE
  }

  /** How a reader finds the newest checkpoint of a log. */
  enum Lookup {
    /** By {@link #list}. */
    LISTING,
    /**
     * By names that it knows, since a listing costs many reads: the log numbers its checkpoints
     * then.
     */
    NUMBERED
  }

  /** Kind of the store as {@code _store.json} names it; a client of another kind is refused. */
  String kind();

  /** Who is kept apart. */
  Scope scope();

  /** How readers find what they have no name for; the same for all clients of a kind. */
  default Lookup lookup() {
    return Lookup.LISTING;
  }

  /**
   * Puts a content under a name that nothing has yet.
   *
   * @throws IOException if nothing was put and nothing can land later
   */
  Outcome putIfAbsent(String name, byte[] content) throws IOException;

  /**
   * To be called when a name whose put did not answer {@code WON} turned out to hold the caller's
   * own content: returns once that is durable.
   *
   * @throws IOException if it cannot be said to be durable; the outcome stays unknown then
   */
  void confirm(String name) throws IOException;

  /** Content of a name; empty if nothing is there. */
  Optional<byte[]> read(String name) throws IOException;

  /**
   * Names that start with a prefix and are greater than a name, ascending. A prefix up to its last
   * {@code /} is a directory; deeper ones are not listed. Unfinished writes never appear.
   *
   * @param prefix start of the names, for example {@code _v} or {@code _ids/}
   * @param startAfter a name, or the empty text for the beginning
   * @param limit most names that the caller wants, 1 or more
   */
  List<String> list(String prefix, String startAfter, int limit) throws IOException;

  /**
   * Puts a content whatever was there: for hints and heartbeats only. Readers see the old or the
   * new content, whole; it need not survive a power loss and no rule may rest on it.
   */
  void replace(String name, byte[] content) throws IOException;

  /** Removes a hint or heartbeat; nothing happens if it is not there. */
  void remove(String name) throws IOException;
}
