package io.orcacid.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs cases two at a time: as many as the smallest machine has processors. */
final class Lanes {
  private static final int COUNT = 2;

  private Lanes() {}

  /** One case, told apart by its own name. */
  interface Case<T> {
    void run(T of) throws Exception;
  }

  /** Runs a test for each of the cases; the first failure says which. */
  static <T> void forEach(List<T> cases, Case<T> test) throws InterruptedException {
    ExecutorService lanes = Executors.newFixedThreadPool(COUNT);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (T each : cases) {
        Callable<Void> run =
            () -> {
              test.run(each);
              return null;
            };
        running.add(lanes.submit(run));
      }
      for (int i = 0; i < cases.size(); i++) {
        await(running.get(i), cases.get(i));
      }
    } finally {
      lanes.shutdownNow();
    }
  }

  private static void await(Future<?> running, Object name) throws InterruptedException {
    try {
      running.get();
    } catch (ExecutionException e) {
      throw new AssertionError(name + ": " + e.getCause().getMessage(), e.getCause());
    }
  }
}
