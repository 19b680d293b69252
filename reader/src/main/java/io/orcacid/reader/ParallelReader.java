package io.orcacid.reader;

import com.google.common.util.concurrent.Uninterruptibles;
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
  static final int SLOTS = 8;

  /** Batches that are handed over at once: waking who waits costs as much as decoding some rows. */
  private static final int TOGETHER = SLOTS / 2;

  private static final ThreadFactory DECODERS = DaemonThreads.named("orc-acid-decode");

  private final OpenedAhead pieces;
  private final BlockingQueue<Handed> queue = new LinkedBlockingQueue<>();
  private final List<Decoder> decoders = new ArrayList<>();
  private volatile boolean stopped;
  private int running;
  private Handed current;
  private int nextOfCurrent;

  /**
   * Some batches, or the end of a thread, which gets its permits back when they were looked at.
   *
   * @param batches none at the end
   * @param failure by which the thread ended; null if it was none
   */
  private record Handed(Decoder by, List<ScanBatch> batches, int permits, Throwable failure) {}

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
        while (piece != null) {
          decode(piece);
          piece = stopped ? null : pieces.take();
        }
      } catch (Throwable e) {
        failure = e;
      }
      queue.add(new Handed(this, List.of(), 0, failure));
    }

    private void decode(SplitReader piece) throws IOException {
      List<ScanBatch> batches = new ArrayList<>(TOGETHER);
      try (piece) {
        while (true) {
          permits.acquireUninterruptibly();
          if (stopped) {
            return;
          }
          Optional<ScanBatch> batch = piece.next();
          if (batch.isEmpty()) {
            permits.release();
            handOver(batches, batches.size());
            return;
          }
          batches.add(batch.get());
          if (piece.isMerging()) {
            handOverAlone(batches);
          } else if (batches.size() == TOGETHER) {
            handOver(batches, TOGETHER);
          }
        }
      }
    }

    private void handOver(List<ScanBatch> batches, int lent) {
      if (!batches.isEmpty()) {
        queue.add(new Handed(this, List.copyOf(batches), lent, null));
        batches.clear();
      }
    }

    /** A merge has one batch of vectors only: it goes on when all was looked at. */
    private void handOverAlone(List<ScanBatch> batches) {
      ScanBatch last = batches.remove(batches.size() - 1);
      handOver(batches, batches.size());
      permits.acquireUninterruptibly(SLOTS - 1);
      batches.add(last);
      handOver(batches, SLOTS);
    }
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    if (current != null && nextOfCurrent < current.batches().size()) {
      return Optional.of(current.batches().get(nextOfCurrent++));
    }
    giveBack();
    while (running > 0) {
      Handed handed = take();
      if (!handed.batches().isEmpty()) {
        current = handed;
        nextOfCurrent = 1;
        return Optional.of(handed.batches().get(0));
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
      decoders.forEach(decoder -> Uninterruptibles.joinUninterruptibly(decoder.thread));
    } finally {
      pieces.close();
    }
  }
}
