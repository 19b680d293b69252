package io.orcacid.txn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.error.CorruptFileException;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.Cleaning;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.process.ProcessIdentity;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The steps of a cleaner that touch the log (PROTOCOL.md R14, R15, R18): who holds what, and the
 * entries that say what goes and what is gone. Decides nothing. Thread-safe.
 */
public final class Maintenance {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String EXPIRED = ".expired";

  /** As {@link ReaderPins} names it: session, version, and how often the session had lapsed. */
  private static final Pattern LEASE =
      Pattern.compile(ReaderPins.PREFIX + "_(.+)-(\\d{1,18})-\\d{1,18}\\.json");

  /** Name of the lock under which a table is cleaned. */
  private static final String CLEANING = "cleaning";

  /** Content of a lease that was listed and is gone. */
  private static final byte[] VANISHED = {'{', '}'};

  private final TransactionManager manager;
  private final AtomicStore store;

  Maintenance(TransactionManager manager) {
    this.manager = manager;
    this.store = manager.log().store();
  }

  /**
   * A process's sign of life.
   *
   * @param content what its object holds; it changes with each beat
   * @param timeout how long it may stay unchanged, by its owner's word
   * @param owner what is known of the process
   */
  public record Sign(String content, Duration timeout, Owner owner) {}

  /** What is known of a process. */
  public enum Owner {
    /** It may live; its silence will tell. */
    PERHAPS_ALIVE,
    /** It was a process of this machine and has ended. */
    ENDED
  }

  /**
   * The pins of all processes. Who passes a pin on to a later version puts the new one before it
   * removes the old one, so one that vanishes while the leases are read still counts: the new one
   * may have come after the listing. A listing that runs beside such a step may also miss both; two
   * do not.
   */
  public List<Lease> leases() throws IOException {
    Set<String> names = new TreeSet<>(store.list(ReaderPins.PREFIX, "", Integer.MAX_VALUE));
    names.addAll(store.list(ReaderPins.PREFIX, "", Integer.MAX_VALUE));
    List<Lease> leases = new ArrayList<>();
    for (String name : names) {
      if (!name.endsWith(EXPIRED) && !LockProvider.isOfLock(name)) {
        byte[] content = store.read(name).orElse(VANISHED);
        leases.add(lease(name, content, names.contains(name + EXPIRED)));
      }
    }
    return leases;
  }

  /** What a lease keeps is in its name: its content need not survive a loss of power. */
  private static Lease lease(String name, byte[] content, boolean expired) {
    Matcher kept = LEASE.matcher(name);
    if (!kept.matches()) {
      throw new CorruptFileException(
          "A lease has no name of one, so that nobody knows what it keeps: remove it if no process"
              + " reads the table",
          "path",
          name);
    }
    JsonNode node = readable(content);
    return new Lease(
        name,
        kept.group(1),
        new Author(
            node.path("user").asText(), node.path("host").asText(), node.path("agent").asText()),
        Long.parseLong(kept.group(2)),
        since(node.path("since").asText()),
        expired ? Lease.Marking.EXPIRED : Lease.Marking.HELD);
  }

  private static JsonNode readable(byte[] content) {
    try {
      return MAPPER.readTree(content);
    } catch (IOException damaged) {
      return MAPPER.missingNode();
    }
  }

  private static Instant since(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException damaged) {
      return Instant.EPOCH;
    }
  }

  /** The sign of life of every session, by its id. */
  public Map<String, Sign> sessions() throws IOException {
    Map<String, Sign> signs = new TreeMap<>();
    for (String name : store.list(Session.PREFIX, "", Integer.MAX_VALUE)) {
      Optional<byte[]> content = store.read(name);
      if (content.isPresent()) {
        String id = name.substring(Session.PREFIX.length() + 1).replaceFirst("\\.json$", "");
        signs.put(id, sign(content.get()));
      }
    }
    return signs;
  }

  private static Sign sign(byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    try {
      JsonNode node = MAPPER.readTree(content);
      ProcessIdentity process =
          new ProcessIdentity(
              node.path("machine").asText(""),
              node.path("pid").asLong(-1),
              node.path("startTicks").asLong(-1));
      return new Sign(
          text,
          Duration.ofMillis(node.path("timeoutMillis").asLong(0)),
          process.hasEnded() ? Owner.ENDED : Owner.PERHAPS_ALIVE);
    } catch (IOException unreadable) {
      return new Sign(text, Duration.ZERO, Owner.PERHAPS_ALIVE);
    }
  }

  /** Claimed write ids that a state does not resolve. */
  public List<OpenClaim> openClaims(TableState state) throws IOException {
    return manager.openClaims(state);
  }

  /** Claimed compaction transactions that a state does not resolve. */
  public List<OpenCompaction> openCompactions(TableState state) throws IOException {
    return manager.openCompactions(state);
  }

  /**
   * Takes the lock under which a table is cleaned, if the options ask for it; to be closed.
   *
   * @throws io.orcacid.error.WriteConflictException if another cleans the table
   */
  public Optional<Lock> lock() throws IOException {
    return manager.maintenanceLock(CLEANING);
  }

  /** Lets the pins go that this process keeps for readers that may come again. */
  public void releaseIdlePins() {
    manager.pins().removeIdle(Duration.ZERO);
  }

  /**
   * Puts the entry that makes versions unreadable, names what goes and fences silent numbers; none
   * if there is nothing to say. Only after it the leases may be looked at.
   *
   * @param oldestReadable versions below are not readable any more
   * @param goes names of directories by partition
   * @param fence numbers to abort; those that meanwhile are resolved are left out
   * @return the newest state
   * @throws io.orcacid.error.CommitStateUnknownException if what became of the entry could not be
   *     found out
   */
  public TableState announce(long oldestReadable, Map<String, Set<String>> goes, Fence fence)
      throws IOException {
    String commitId = UUID.randomUUID().toString();
    manager
        .committer()
        .commitAlone(
            newest -> {
              Fence open = unresolved(fence, newest);
              if (oldestReadable <= newest.oldestReadable() && open.isEmpty()) {
                return Optional.empty();
              }
              return Optional.of(
                  manager
                      .log()
                      .propose(
                          newest,
                          transaction(commitId, newest, retiredOf(newest, goes)),
                          open,
                          Cleaning.announced(oldestReadable)));
            });
    return manager.log().newest();
  }

  private static Fence unresolved(Fence fence, TableState state) {
    return new Fence(
        fence.writeIds().stream().filter(id -> !ClaimKind.WRITE_ID.isResolved(state, id)).toList(),
        fence.compactions().stream()
            .filter(id -> !ClaimKind.COMPACTION.isResolved(state, id))
            .toList());
  }

  /**
   * Puts the entry that says what is gone from the storage; none if there is nothing to say.
   *
   * @param gone names of retired directories by partition
   * @param forgets aborted write ids that the valid list need not name any more (R15)
   * @return the newest state
   */
  public TableState done(Map<String, Set<String>> gone, List<Long> forgets) throws IOException {
    String commitId = UUID.randomUUID().toString();
    manager
        .committer()
        .commitAlone(
            newest -> {
              List<PartitionChange> changes = retiredOf(newest, gone);
              List<Long> forgotten = forgettable(newest, forgets);
              if (changes.isEmpty() && forgotten.isEmpty()) {
                return Optional.empty();
              }
              return Optional.of(
                  manager
                      .log()
                      .propose(
                          newest,
                          transaction(commitId, newest, changes),
                          manager.leftOver(newest),
                          Cleaning.done(forgotten)));
            });
    return manager.log().newest();
  }

  private static List<Long> forgettable(TableState state, List<Long> forgets) {
    long[] exceptions = state.exceptions();
    return forgets.stream()
        .filter(id -> state.isAborted(id) && Arrays.binarySearch(exceptions, id) >= 0)
        .toList();
  }

  /** Another cleaner may have said it first. */
  private static List<PartitionChange> retiredOf(TableState state, Map<String, Set<String>> of) {
    List<PartitionChange> changes = new ArrayList<>();
    new TreeMap<>(of)
        .forEach(
            (partition, names) -> {
              List<String> known =
                  state.retired(partition).stream()
                      .map(RetiredDirectory::directory)
                      .map(directory -> directory.name())
                      .filter(names::contains)
                      .toList();
              if (!known.isEmpty()) {
                changes.add(new PartitionChange(partition, List.of(), known, "", ""));
              }
            });
    return changes;
  }

  private LogTransaction transaction(
      String commitId, TableState newest, List<PartitionChange> changes) {
    return new LogTransaction(
        commitId,
        Operation.CLEAN,
        OptionalLong.empty(),
        newest.version(),
        "",
        manager.options().author(),
        changes,
        "");
  }

  /** Marks a lease that is not honoured; its owner may see that its listing cannot be trusted. */
  public void expire(Lease lease) throws IOException {
    store.replace(lease.name() + EXPIRED, new byte[0]);
  }

  /** Removes a lease that was marked. */
  public void remove(Lease lease) throws IOException {
    store.remove(lease.name());
    store.remove(lease.name() + EXPIRED);
  }

  /** Removes the sign of a session that nobody beats any more. */
  public void removeSession(String session) throws IOException {
    store.remove(Session.nameOf(session));
  }

  /**
   * Removes the claims that a state resolves, but for those of its last entry: if that one is
   * damaged and set aside, only its claims keep its numbers from being given out again.
   *
   * @param notesFrom notes of conflicts that are not older stay
   */
  public void removeResolvedClaims(TableState state, Instant notesFrom) throws IOException {
    Set<Long> writeIds = new HashSet<>();
    Set<Long> compactions = new HashSet<>();
    manager
        .log()
        .entry(state.version())
        .ifPresent(
            last -> {
              writeIds.addAll(last.aborts());
              last.transactions().forEach(one -> one.writeId().ifPresent(writeIds::add));
              compactions.addAll(last.compactionAborts());
              last.compaction().ifPresent(one -> compactions.add(one.transaction()));
            });
    manager.claims().removeResolved(state, writeIds, notesFrom);
    manager.compactionClaims().removeResolved(state, compactions, notesFrom);
  }
}
