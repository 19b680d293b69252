package io.orcacid;

import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.TableState;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Goes on from version to version as they come. What it has not yet given is kept from cleaners: it
 * pins the version that it stands at, and one that it goes on to before it lets go of the other, so
 * that nothing is missed however far the floor goes meanwhile. Not thread-safe; close it.
 *
 * <p>For exactly-once keep {@link Changes#cursor} together with what the changes led to, and begin
 * {@code afterVersion} of what was kept. Who was away for longer than the table's retention meets
 * {@code SnapshotTooOldException}, never a gap: read the table as of a version and follow from
 * there.
 */
public final class ChangeFollower implements Closeable {
  /** Versions that one poll gives at most. */
  static final int MOST_VERSIONS = 1000;

  private final ChangeScan scan;
  private final TransactionManager manager;
  private final int mostVersions;
  private final Duration interval;
  private final Pause pause;
  private SnapshotPin pin;
  private Changes given;

  /** A way to wait. */
  public interface Pause {
    /** Returns after about that time. */
    void pause(Duration time) throws InterruptedException;
  }

  ChangeFollower(
      ChangeScan scan,
      TransactionManager manager,
      SnapshotPin pin,
      int mostVersions,
      Duration interval,
      Pause pause) {
    this.scan = scan;
    this.mostVersions = mostVersions;
    this.manager = manager;
    this.pin = pin;
    this.interval = interval;
    this.pause = pause;
  }

  /** The version up to which everything was given, as far as whole versions go. */
  public long position() {
    return Math.max(pin.state().version(), given == null ? 0 : given.whole().version());
  }

  /**
   * Why nothing keeps what is still to be given, as where the caller may not write to the table;
   * empty if it is kept.
   */
  public Optional<String> unprotectedBecause() {
    return pin.unprotectedBecause();
  }

  /**
   * What the versions changed that came since; empty if no row was changed. Closes what it gave
   * before: of that, versions that were not gone through to their end come again. One that is far
   * behind gets {@value #MOST_VERSIONS} versions at most, so that what it has done with is not
   * kept; {@code net} is of those.
   */
  public Optional<Changes> poll() throws IOException {
    while (true) {
      advance();
      long position = pin.state().version();
      long newest = manager.log().newest().version();
      if (newest == position) {
        return Optional.empty();
      }
      given = scan.read(pin, Math.min(newest, position + mostVersions), Optional.empty());
      if (!given.isExhausted()) {
        return Optional.of(given);
      }
    }
  }

  /**
   * The same, but waits until a row is changed.
   *
   * @throws InterruptedIOException if the thread is interrupted while it waits
   */
  public Changes next() throws IOException {
    while (true) {
      Optional<Changes> changes = poll();
      if (changes.isPresent()) {
        return changes.get();
      }
      try {
        pause.pause(interval);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for changes");
      }
    }
  }

  private void advance() throws IOException {
    if (given == null) {
      return;
    }
    TableState whole = given.whole();
    given.close();
    given = null;
    if (whole.version() > pin.state().version()) {
      SnapshotPin later = manager.pinLater(pin, whole);
      pin.close();
      pin = later;
    }
  }

  @Override
  public void close() throws IOException {
    try (SnapshotPin last = pin) {
      if (given != null) {
        given.close();
      }
    }
  }
}
