package io.orcacid.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Random tests that replay: each case has a seed of its own, and a failure says how to run that one
 * case again. With the system property {@code orcacid.seed} only that case runs.
 */
public final class Seeds {
  /** System property with the seed of the one case to run. */
  public static final String PROPERTY = "orcacid.seed";

  private Seeds() {}

  /** One case of a random test. */
  @FunctionalInterface
  public interface Case {
    /** Runs the case with numbers that depend on its seed alone. */
    void run(Random random) throws Throwable;
  }

  /**
   * Runs a case many times with fresh seeds, or once with the given one.
   *
   * @param count how often, if no seed is given
   * @throws AssertionError if a case fails; it names the seed and holds the failure as its cause
   */
  public static void forEach(int count, Case test) {
    Long given = Long.getLong(PROPERTY);
    if (given != null) {
      run(given, test);
      return;
    }
    SplittableRandom seeds = new SplittableRandom();
    for (int i = 0; i < count; i++) {
      run(seeds.nextLong(), test);
    }
  }

  /**
   * The same with several cases at a time, each in one thread; the first failure ends it.
   *
   * @param atATime how many
   */
  public static void forEach(int count, int atATime, Case test) {
    if (Long.getLong(PROPERTY) != null) {
      forEach(count, test);
      return;
    }
    AtomicInteger left = new AtomicInteger(count);
    AtomicReference<AssertionError> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < atATime; i++) {
      SplittableRandom seeds = new SplittableRandom();
      Thread thread =
          new Thread(
              () -> {
                while (failure.get() == null && left.getAndDecrement() > 0) {
                  try {
                    run(seeds.nextLong(), test);
                  } catch (AssertionError e) {
                    failure.compareAndSet(null, e);
                  }
                }
              },
              "seeds");
      threads.add(thread);
      thread.start();
    }
    threads.forEach(Seeds::await);
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while cases run", e);
    }
  }

  private static void run(long seed, Case test) {
    try {
      test.run(new Random(seed));
    } catch (Throwable failure) {
      throw new AssertionError(
          "replay with -D" + PROPERTY + "=" + seed + ": " + failure.getMessage(), failure);
    }
  }
}
