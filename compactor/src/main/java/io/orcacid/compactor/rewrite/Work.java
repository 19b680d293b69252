package io.orcacid.compactor.rewrite;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** How far a rewrite is, and whether it is to go on. Thread-safe. */
final class Work {
  private final RewriteListener listener;
  private final BooleanSupplier cancelled;
  private volatile boolean stopped;
  private long bytesDone;
  private long bytesTotal;
  private long rowsDone;
  private long rowsTotal;

  Work(RewriteListener listener, BooleanSupplier cancelled) {
    this.listener = listener;
    this.cancelled = cancelled;
  }

  /** More is to be done than was known. */
  synchronized void expect(long bytes, long rows) {
    bytesTotal += bytes;
    rowsTotal += rows;
  }

  /**
   * Something is done.
   *
   * @throws CancellationException if nothing more is wanted
   */
  void done(long bytes, long rows) {
    synchronized (this) {
      bytesDone += bytes;
      rowsDone += rows;
      listener.progress(new RewriteListener.Progress(bytesDone, bytesTotal, rowsDone, rowsTotal));
    }
    check();
  }

  /**
   * To be called now and then.
   *
   * @throws CancellationException if nothing more is wanted
   */
  void check() {
    if (stopped || cancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
      stopped = true;
      throw new CancellationException("The compaction was cancelled; nothing of it is left");
    }
  }

  /** Has the other threads give up. */
  void stop() {
    stopped = true;
  }
}
