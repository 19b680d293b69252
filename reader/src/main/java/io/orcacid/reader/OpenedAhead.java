package io.orcacid.reader;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Opens readers of pieces some places before their turn, so that their bytes are on their way while
 * others are decoded. They come out in their order. Thread-safe.
 */
final class OpenedAhead implements Closeable {
  private final Iterator<Source> sources;
  private final int ahead;
  private final ExecutorService threads;
  private final ArrayDeque<Future<SplitReader>> opening = new ArrayDeque<>();
  private volatile boolean closed;

  /** Opens one. */
  interface Source {
    SplitReader open() throws IOException;
  }

  /**
   * @param ahead how many are open, or being opened, before their turn
   */
  OpenedAhead(List<Source> sources, int ahead) {
    this.sources = sources.iterator();
    this.ahead = ahead;
    this.threads =
        Executors.newFixedThreadPool(
            Math.min(ahead, sources.size()), DaemonThreads.named("orc-acid-read"));
  }

  /** The next reader, which is then the caller's to close; null at the end. */
  SplitReader take() throws IOException {
    Future<SplitReader> next;
    synchronized (this) {
      while (!closed && opening.size() < ahead && sources.hasNext()) {
        Source source = sources.next();
        opening.add(threads.submit(() -> closed ? null : source.open()));
      }
      next = opening.poll();
    }
    return next == null ? null : opened(next);
  }

  private static SplitReader opened(Future<SplitReader> future) throws IOException {
    try {
      return Uninterruptibles.getUninterruptibly(future);
    } catch (ExecutionException e) {
      throw Failures.rethrown(e.getCause());
    }
  }

  /** Closes those that nobody took; returns when none is being opened any more. */
  @Override
  public void close() throws IOException {
    List<Future<SplitReader>> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(opening);
      opening.clear();
    }
    threads.shutdown();
    IOException failed = null;
    for (Future<SplitReader> each : left) {
      try {
        SplitReader reader = opened(each);
        if (reader != null) {
          reader.close();
        }
      } catch (IOException | RuntimeException e) {
        // Nobody waits for its rows any more, but whoever closes hears that something is wrong.
        failed = failed == null ? new IOException("A data file was not closed", e) : failed;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
