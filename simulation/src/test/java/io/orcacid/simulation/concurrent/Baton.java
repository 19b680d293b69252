package io.orcacid.simulation.concurrent;

import java.util.concurrent.locks.LockSupport;

/** Of some threads the one that has it runs, the others wait. */
final class Baton {
  private final Thread[] threads;
  private volatile int holder = -1;

  Baton(int count) {
    this.threads = new Thread[count];
  }

  /** Called by each thread first, under its number. */
  synchronized void join(int number) {
    threads[number] = Thread.currentThread();
    notifyAll();
  }

  /** Waits until every thread has joined. */
  synchronized void awaitAll() throws InterruptedException {
    for (int i = 0; i < threads.length; i++) {
      while (threads[i] == null) {
        wait();
      }
    }
  }

  /** Waits for it. */
  void await(int number) {
    while (holder != number) {
      LockSupport.park(this);
    }
  }

  /** Hands it over; the caller then waits for it, or ends. A negative number is nobody's. */
  void give(int number) {
    Thread next = number < 0 ? null : threads[number];
    holder = number;
    LockSupport.unpark(next);
  }
}
