package io.orcacid.simulation.concurrent;

import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/** Runs simulations, some at a time; the first that fails says how to run it again. */
final class SeedRunner {
  private static final String FOUND = "found-seeds.txt";
  private static final long FIRST = Long.getLong("orcacid.simulation.first", 20_261_130);

  private final int atATime;
  private final Figures figures = new Figures();
  private Queue<Long> seeds = new ArrayDeque<>();
  private Throwable failure;

  SeedRunner(int atATime) {
    this.atATime = atATime;
  }

  /**
   * Seeds that once failed come first, then as many others; or the one that is asked for. They are
   * the same each time, so that a build says something about the change that it builds; another
   * number in {@code orcacid.simulation.first} gives others.
   */
  Figures run(int count, LongFunction<Simulation> simulation) throws InterruptedException {
    Long given = Long.getLong(Seeds.PROPERTY);
    if (given != null) {
      seeds.add(given);
    } else {
      seeds.addAll(found());
      new SplittableRandom(FIRST).longs(count).forEach(seeds::add);
    }
    ExecutorService groups = Executors.newFixedThreadPool(atATime);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < atATime; i++) {
      running.add(groups.submit(() -> runAll(simulation)));
    }
    groups.shutdown();
    for (Future<?> group : running) {
      try {
        group.get();
      } catch (ExecutionException e) {
        throw new AssertionError(e.getCause());
      }
    }
    if (failure != null) {
      throw new AssertionError(failure.getMessage(), failure);
    }
    return figures;
  }

  private static List<Long> found() {
    try (InputStream in = SeedRunner.class.getResourceAsStream(FOUND)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> Long.valueOf(line.split(" ")[0]))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private synchronized Long next() {
    return failure == null ? seeds.poll() : null;
  }

  private synchronized void add(Figures more) {
    figures.addAll(more);
  }

  private synchronized void fail(Throwable first) {
    failure = failure == null ? first : failure;
  }

  private void runAll(LongFunction<Simulation> simulation) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (Long seed = next(); seed != null; seed = next()) {
        Simulation one = simulation.apply(seed);
        try {
          one.run(threads);
          add(one.figures());
        } catch (Throwable e) {
          fail(
              new AssertionError(
                  "replay with -D" + Seeds.PROPERTY + "=" + seed + ": " + e.getMessage(), e));
        }
      }
    } finally {
      threads.shutdown();
    }
  }
}
