package io.orcacid.daemon.schedule;

import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.QueueEntry.Progress;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A compaction that a worker does. Thread-safe: its worker tells how far it is, others look. */
public final class Job {
  private final Wish wish;
  private final Instant since;
  private final Instant started;
  private final long startedNanos;
  private volatile Progress progress = new Progress(0, 0, 0, 0, 0);

  Job(Wish wish, Instant since, Instant started, long startedNanos) {
    this.wish = wish;
    this.since = since;
    this.started = started;
    this.startedNanos = startedNanos;
  }

  /** What is done. */
  public Wish wish() {
    return wish;
  }

  /** When it was begun. */
  public Instant started() {
    return started;
  }

  /** When it was begun, by the monotonic clock. */
  public long startedNanos() {
    return startedNanos;
  }

  /** Says how far it is. */
  public void progress(
      long bytesDone, long bytesTotal, long rowsDone, long rowsTotal, long nanosNow) {
    double seconds = Math.max(1, nanosNow - startedNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    progress =
        new Progress(bytesDone, bytesTotal, rowsDone, rowsTotal, (long) (bytesDone / seconds));
  }

  QueueEntry entry(double priority) {
    return new QueueEntry(
        wish.place().table(),
        wish.place().partition(),
        wish.kind(),
        wish.origin(),
        QueueEntry.State.WORKING,
        wish.pool(),
        priority,
        wish.reason(),
        since,
        Optional.of(started),
        Optional.of(progress));
  }
}
