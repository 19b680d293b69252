package io.orcacid.txn.lock;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The object of one who waits for a lock, renewed by the waiting thread itself and removed when the
 * wait ends, however it ends. For people only: what cannot be written does not end the wait. Not
 * thread-safe.
 */
final class WaitingSign implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingSign.class);

  private final AtomicStore store;
  private final MonotonicTime time;
  private final Duration renewal;
  private final String object;
  private LifeSign sign;
  private long lastBeat;

  WaitingSign(AtomicStore store, MonotonicTime time, LifeSign sign, Duration renewal) {
    this.store = store;
    this.time = time;
    this.renewal = renewal;
    this.object = LockNames.WAITERS + LockNames.encode(sign.name()) + "." + sign.id();
    this.sign = sign;
    write();
  }

  void beatIfDue() {
    if (time.nanoTime() - lastBeat >= renewal.toNanos()) {
      sign = sign.renewed();
      write();
    }
  }

  private void write() {
    lastBeat = time.nanoTime();
    try {
      store.replace(object, sign.encode());
    } catch (IOException e) {
      LOG.debug("Nobody sees that this waits for lock {}: {}", sign.name(), e.toString());
    }
  }

  /** What cannot be removed falls silent. */
  @Override
  public void close() {
    try {
      Uninterrupted.run(() -> store.remove(object));
    } catch (IOException e) {
      LOG.warn("The object {} of a wait that ended was not removed: {}", object, e.toString());
    }
  }
}
