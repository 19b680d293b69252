package io.orcacid.txn;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.process.HeartbeatThread;
import io.orcacid.txn.process.ProcessIdentity;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sign of life of a process at one table: an object that changes with each beat, so that others
 * judge by its content and never by two clocks (PROTOCOL.md §5). Nothing about safety rests on it.
 * Written at the first claim or pin. Thread-safe.
 */
final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String id = UUID.randomUUID().toString();
  private final AtomicStore store;
  private final Author author;
  private final Instant started;
  private final Duration timeout;
  private final LongSupplier nanos;
  private long beats;
  private long lapses;
  private long lastBeat;
  private Future<?> renewal;

  /** Prefix of the objects' names in the store. */
  static final String PREFIX = "_sessions/";

  Session(AtomicStore store, Author author, LogOptions clocks, Duration timeout) {
    this.store = store;
    this.author = author;
    this.started = clocks.clock().instant();
    this.timeout = timeout;
    this.nanos = clocks.nanos();
  }

  String id() {
    return id;
  }

  /** Writes the object the first time and, if wanted, lets the thread renew it from then on. */
  synchronized void start(TransactionOptions.Heartbeats heartbeats) throws IOException {
    if (beats > 0) {
      return;
    }
    beat();
    if (heartbeats == TransactionOptions.Heartbeats.THREAD) {
      renewal = HeartbeatThread.every(timeout.dividedBy(3), this::beatQuietly);
    }
  }

  synchronized void beat() throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("session", id).put("user", author.user()).put("host", author.host());
    ProcessIdentity process = ProcessIdentity.current();
    object.put("agent", author.agent()).put("pid", process.pid());
    object.put("machine", process.machine()).put("startTicks", process.started());
    object.put("started", started.toString()).put("beat", beats + 1);
    object.put("timeoutMillis", timeout.toMillis());
    store.replace(name(), MAPPER.writeValueAsBytes(object));
    long now = nanos.getAsLong();
    if (beats > 0 && now - lastBeat > timeout.toNanos()) {
      lapses++;
    }
    lastBeat = now;
    beats++;
  }

  /**
   * How often others may have taken the process for dead: leases from before the last time may no
   * longer be honoured.
   */
  synchronized long lapses() {
    return beats > 0 && nanos.getAsLong() - lastBeat > timeout.toNanos() ? lapses + 1 : lapses;
  }

  /** Runs something once after a while, in the thread that renews, if there is one. */
  synchronized void later(Duration delay, Runnable work) {
    if (renewal != null) {
      HeartbeatThread.later(delay, work);
    }
  }

  private void beatQuietly() {
    try {
      beat();
    } catch (IOException | RuntimeException e) {
      LOG.warn("The session {} was not renewed: {}", id, e.toString());
    }
  }

  /** What cannot be removed falls silent, which says the same later. */
  synchronized void close() {
    if (renewal != null) {
      renewal.cancel(false);
      renewal = null;
    }
    if (beats > 0) {
      try {
        store.remove(name());
      } catch (IOException e) {
        LOG.warn("The session {} was not removed: {}", id, e.toString());
      }
    }
  }

  private String name() {
    return nameOf(id);
  }

  /** Name of a session's object in the store. */
  static String nameOf(String id) {
    return PREFIX + "_" + id + ".json";
  }
}
