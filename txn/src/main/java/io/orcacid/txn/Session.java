package io.orcacid.txn;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sign of life of a process at one table: an object that changes with each beat, so that others
 * judge by its content and never by two clocks (PROTOCOL.md §5). Nothing about safety rests on it.
 * Written at the first claim; a process that only reads has none. Thread-safe.
 */
final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String id = UUID.randomUUID().toString();
  private final AtomicStore store;
  private final Author author;
  private final Instant started;
  private long beats;
  private ScheduledFuture<?> renewal;

  /** The one thread of the virtual machine; there from the first session that wants it. */
  private static final class Beater {
    static final ScheduledThreadPoolExecutor THREAD = thread();

    private static ScheduledThreadPoolExecutor thread() {
      ScheduledThreadPoolExecutor executor =
          new ScheduledThreadPoolExecutor(
              1,
              work -> {
                Thread thread = new Thread(work, "orc-acid-heartbeat");
                thread.setDaemon(true);
                return thread;
              });
      executor.setRemoveOnCancelPolicy(true);
      return executor;
    }
  }

  Session(AtomicStore store, Author author, Clock clock) {
    this.store = store;
    this.author = author;
    this.started = clock.instant();
  }

  String id() {
    return id;
  }

  /** Writes the object the first time and, if wanted, lets the thread renew it from then on. */
  synchronized void start(Duration timeout, TransactionOptions.Heartbeats heartbeats)
      throws IOException {
    if (beats > 0) {
      return;
    }
    beat();
    if (heartbeats == TransactionOptions.Heartbeats.THREAD) {
      long period = timeout.toMillis() / 3;
      renewal =
          Beater.THREAD.scheduleWithFixedDelay(
              this::beatQuietly, period, period, TimeUnit.MILLISECONDS);
    }
  }

  synchronized void beat() throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("session", id).put("user", author.user()).put("host", author.host());
    object.put("agent", author.agent()).put("pid", ProcessHandle.current().pid());
    object.put("started", started.toString()).put("beat", beats + 1);
    store.replace(name(), MAPPER.writeValueAsBytes(object));
    beats++;
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
    return "_sessions/_" + id + ".json";
  }
}
