package io.orcacid.txn.lock;

import io.orcacid.txn.process.HeartbeatThread;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A grant of {@link StoreLocks}. Thread-safe. */
final class StoreLock implements Lock {
  private static final Logger LOG = LoggerFactory.getLogger(StoreLock.class);

  private final StoreLocks locks;
  private final AtomicStore store;
  private final MonotonicTime time;
  private final Duration holds;
  private final String object;
  private final long granted;

  /** Held while the store is asked, so that {@link #isHeld} never waits for it. */
  private final ReentrantLock writing = new ReentrantLock();

  private volatile LifeSign sign;
  private long heldSince;
  private boolean over;
  private boolean closed;
  private Future<?> renewal;

  private StoreLock(
      StoreLocks locks,
      AtomicStore store,
      MonotonicTime time,
      LifeSign sign,
      LockOptions options,
      long begun) {
    this.locks = locks;
    this.store = store;
    this.time = time;
    this.sign = sign;
    this.holds = options.ttl().minus(options.drift());
    this.object = LockNames.object(sign.name(), sign.epoch());
    this.granted = begun;
    this.heldSince = begun;
  }

  /**
   * @param begun when the put began that granted it: no later than any other saw it
   */
  static StoreLock granted(
      StoreLocks locks,
      AtomicStore store,
      MonotonicTime time,
      LifeSign sign,
      LockOptions options,
      long begun) {
    StoreLock lock = new StoreLock(locks, store, time, sign, options, begun);
    if (options.renewals() == LockOptions.Renewals.THREAD) {
      lock.renewal =
          HeartbeatThread.everyWhileReachable(lock, options.renewal(), StoreLock::renewQuietly);
    }
    return lock;
  }

  @Override
  public String name() {
    return sign.name();
  }

  @Override
  public long epoch() {
    return sign.epoch();
  }

  @Override
  public AtomicStore.Scope scope() {
    return locks.scope();
  }

  @Override
  public synchronized boolean isHeld() {
    if (!over && time.nanoTime() - heldSince >= holds.toNanos()) {
      end("it was not renewed in time");
    }
    return !over;
  }

  @Override
  public boolean renew() throws IOException {
    writing.lock();
    try {
      long begun = time.nanoTime();
      if (!isHeld() || isOvertaken()) {
        return false;
      }
      LifeSign next = sign.renewed();
      store.replace(object, next.encode());
      sign = next;
      // A write that took too long renews nothing: another may have taken it for dead meanwhile.
      return !isOvertaken() && isRenewed(begun);
    } finally {
      writing.unlock();
    }
  }

  private synchronized boolean isRenewed(long begun) {
    if (isHeld()) {
      heldSince = begun;
    }
    return !over;
  }

  private boolean isOvertaken() throws IOException {
    if (locks.greatest(name()) == epoch()) {
      return false;
    }
    end("another took it");
    return true;
  }

  private synchronized void end(String why) {
    if (over) {
      return;
    }
    over = true;
    stopRenewal();
    LOG.warn("Lock {} with epoch {} is no longer held: {}", name(), epoch(), why);
  }

  private void stopRenewal() {
    if (renewal != null) {
      renewal.cancel(false);
      renewal = null;
    }
  }

  private void renewQuietly() {
    try {
      renew();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Lock {} was not renewed: {}", name(), e.toString());
    }
  }

  @Override
  public Optional<LockProvider.Holder> successor() throws IOException {
    return locks.successor(name(), epoch());
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      over = true;
      stopRenewal();
    }
    writing.lock();
    try {
      Uninterrupted.run(this::release);
      LOG.debug(
          "Lock {} with epoch {} released after {} ms",
          name(),
          epoch(),
          (time.nanoTime() - granted) / 1_000_000);
    } catch (IOException e) {
      LOG.warn("Lock {} was not released, and lapses: {}", name(), e.toString());
    } finally {
      writing.unlock();
    }
  }

  /** Its own object, if it is the last one; another's is never touched. */
  private void release() throws IOException {
    if (locks.greatest(name()) == epoch()) {
      store.replace(object, sign.released().encode());
    }
  }

  @Override
  public String toString() {
    return "Lock(" + name() + ", epoch " + epoch() + ")";
  }
}
