package io.orcacid.reader;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * Pieces of a scan decoded by several threads: their batches come in any order, each valid until
 * the next is asked for. A thread has a few batches of vectors and decodes into one while others
 * wait to be looked at. Not thread-safe for who reads.
 */
final class ParallelReader implements BatchReader {
  /** Batches that a thread may have decoded and not got back. */
  static final int SLOTS = 4;

  private static final ThreadFactory DECODERS = DaemonThreads.named("orc-acid-decode");

  private final OpenedAhead pieces;
  private final BlockingQueue<Handed> queue = new LinkedBlockingQueue<>();
  private final List<Decoder> decoders = new ArrayList<>();
  private volatile boolean stopped;
  private int running;
  private Handed current;

  /** A batch, or the end of a thread; the thread gets its permits back when it was looked at. */
  private record Handed(Decoder by, ScanBatch batch, int permits, Throwable failure) {}

  ParallelReader(OpenedAhead pieces, int threads) {
    this.pieces = pieces;
    this.running = threads;
    for (int i = 0; i < threads; i++) {
      decoders.add(new Decoder());
    }
    decoders.forEach(decoder -> decoder.thread.start());
  }

  private final class Decoder implements Runnable {
    private final Semaphore permits = new Semaphore(SLOTS);
    private final Thread thread = DECODERS.newThread(this);

    @Override
    public void run() {
      Throwable failure = null;
      try {
        SplitReader piece = pieces.take();
        while (piece != null && !stopped) {
          decode(piece);
          piece = stopped ? null : pieces.take();
        }
      } catch (Throwable e) {
        failure = e;
      }
      queue.add(new Handed(this, null, 0, failure));
    }

    private void decode(SplitReader piece) throws IOException {
      try (piece) {
        while (true) {
          permits.acquireUninterruptibly();
          if (stopped) {
            return;
          }
          Optional<ScanBatch> batch = piece.next();
          if (batch.isEmpty()) {
            permits.release();
            return;
          }
          // A merge has one batch of vectors only.
          int lent = piece.isMerging() ? SLOTS : 1;
          permits.acquireUninterruptibly(lent - 1);
          queue.add(new Handed(this, batch.get(), lent, null));
        }
      }
    }
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    giveBack();
    while (running > 0) {
      Handed handed = take();
      if (handed.batch() != null) {
        current = handed;
        return Optional.of(handed.batch());
      }
      running--;
      if (handed.failure() != null) {
        throw Failures.rethrown(handed.failure());
      }
    }
    return Optional.empty();
  }

  private void giveBack() {
    if (current != null) {
      current.by().permits.release(current.permits());
      current = null;
    }
  }

  private Handed take() throws IOException {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while a scan was read");
    }
  }

  /** Returns when no thread of the scan reads any more. */
  @Override
  public void close() throws IOException {
    stopped = true;
    decoders.forEach(decoder -> decoder.permits.release(2 * SLOTS));
    try {
      for (Decoder decoder : decoders) {
        decoder.thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while the threads of a scan were stopped");
    } finally {
      pieces.close();
    }
  }
}
