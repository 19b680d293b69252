package io.orcacid.txn;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pins of a process (PROTOCOL.md R19): one object per version, shared by all its readers, kept
 * for a short while after the last one so that many short scans cost one write. They live as long
 * as the process's session beats. Thread-safe.
 */
final class ReaderPins {
  /** Prefix of the objects' names in the store. */
  static final String PREFIX = "_leases/";

  /** How long an unused pin stays: long enough for a loop of short scans, short for a cleaner. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ReaderPins.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final CommitLog log;
  private final Session session;
  private final TransactionOptions options;
  private final Map<Long, Held> held = new TreeMap<>();

  ReaderPins(CommitLog log, Session session, TransactionOptions options) {
    this.log = log;
    this.session = session;
    this.options = options;
  }

  /** Whether a pin that nobody uses any more stays for a while. */
  enum Afterwards {
    /** As the next scan may come at once. */
    KEPT_A_WHILE,
    /** As a transaction reads its version once. */
    REMOVED
  }

  /** An object in the store and who uses it. */
  private static final class Held {
    private final String name;
    private final long lapses;
    private int users;
    private boolean confirmed;
    private boolean keptAWhile;
    private long releasedAt;

    Held(String name, long lapses) {
      this.name = name;
      this.lapses = lapses;
    }
  }

  /** Gives the state to pin; asked again when a cleaner was faster. */
  interface Source {
    TableState state() throws IOException;
  }

  /**
   * Pins a state.
   *
   * @param afterwards what becomes of the pin when its last user closes it
   * @throws SnapshotTooOldException if the source itself finds that its version was cleaned away
   */
  SnapshotPin pin(Source source, Afterwards afterwards) throws IOException {
    return pin(source, afterwards, () -> false);
  }

  private SnapshotPin pin(Source source, Afterwards afterwards, BooleanSupplier keptOtherwise)
      throws IOException {
    while (true) {
      TableState state = source.state();
      Held pin;
      try {
        pin = hold(state.version(), afterwards);
      } catch (IOException e) {
        LOG.debug("A scan of {} runs without a pin: {}", log.tablePath(), e.toString());
        return new SnapshotPin(
            state,
            Optional.of("no lease could be written in the table's log: " + e),
            () -> false,
            () -> {});
      }
      if (isConfirmed(pin) || keptOtherwise.getAsBoolean() || isReadable(state, pin)) {
        confirm(pin);
        return new SnapshotPin(
            state,
            Optional.empty(),
            () -> pin.lapses == session.lapses(),
            () -> release(state.version(), pin));
      }
      drop(state.version(), pin);
    }
  }

  /**
   * Pins a state that another pin keeps until now, whatever the floor says: cleaners leave alone
   * what is live at any version from the oldest honoured one on (R18).
   *
   * @param kept of an older version or the same, to be closed afterwards
   * @throws SnapshotTooOldException if it is not honoured any more, and the floor is above the
   *     state
   */
  SnapshotPin pinLater(SnapshotPin kept, TableState state) throws IOException {
    Source later =
        () -> {
          long floor = log.loaded().oldestReadable();
          if (floor > state.version() && !kept.isHonoured()) {
            throw new SnapshotTooOldException(
                "The version was cleaned away: read one from the oldest readable on",
                "version",
                state.version(),
                "oldestReadable",
                floor);
          }
          return state;
        };
    return pin(later, Afterwards.REMOVED, kept::isHonoured);
  }

  /** The second load: a cleaner that did not see the lease has raised the floor before. */
  private boolean isReadable(TableState state, Held pin) throws IOException {
    try {
      return log.newest().isReadable(state.version());
    } catch (IOException | RuntimeException e) {
      drop(state.version(), pin);
      throw e;
    }
  }

  private synchronized Held hold(long version, Afterwards afterwards) throws IOException {
    session.start(options.heartbeats());
    removeIdle(GRACE);
    Held known = held.get(version);
    if (known == null || known.lapses != session.lapses()) {
      Held fresh =
          new Held(
              String.format(
                  Locale.ROOT, "%s_%s-%d-%d.json", PREFIX, session.id(), version, session.lapses()),
              session.lapses());
      log.store().replace(fresh.name, content(version));
      held.put(version, fresh);
      known = fresh;
    }
    known.users++;
    known.keptAWhile |= afterwards == Afterwards.KEPT_A_WHILE;
    return known;
  }

  private byte[] content(long version) throws IOException {
    Author author = options.author();
    ObjectNode object = MAPPER.createObjectNode();
    object.put("session", session.id()).put("user", author.user()).put("host", author.host());
    object.put("agent", author.agent()).put("version", version);
    object.put("since", Instant.now(log.options().clock()).toString());
    return MAPPER.writeValueAsBytes(object);
  }

  private synchronized boolean isConfirmed(Held pin) {
    return pin.confirmed;
  }

  private synchronized void confirm(Held pin) {
    pin.confirmed = true;
  }

  private synchronized void release(long version, Held pin) {
    pin.users--;
    if (pin.users == 0) {
      pin.releasedAt = log.options().nanos().getAsLong();
      if (!pin.keptAWhile) {
        held.remove(version, pin);
        remove(pin);
      } else if (held.get(version) == pin) {
        session.later(GRACE.plusMillis(1), () -> removeIdle(GRACE));
      } else {
        remove(pin);
      }
    }
  }

  private synchronized void drop(long version, Held pin) {
    pin.users--;
    if (pin.users == 0) {
      held.remove(version, pin);
      remove(pin);
    }
  }

  /** Removes the pins that nobody used for a while. */
  synchronized void removeIdle(Duration unused) {
    long now = log.options().nanos().getAsLong();
    List<Held> idle = new ArrayList<>();
    held.values()
        .removeIf(
            pin -> pin.users == 0 && now - pin.releasedAt >= unused.toNanos() && idle.add(pin));
    idle.forEach(this::remove);
  }

  /** Removes every pin of the process. */
  synchronized void close() {
    held.values().forEach(this::remove);
    held.clear();
  }

  /** What cannot be removed expires with its session. */
  private void remove(Held pin) {
    try {
      log.store().remove(pin.name);
    } catch (IOException e) {
      LOG.debug("The pin {} was not removed: {}", pin.name, e.toString());
    }
  }
}
