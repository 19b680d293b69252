package io.orcacid.compactor.rewrite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs tasks, some at a time, and gives their results in order. After a failure the others give up,
 * and none runs any more when it is told. Not thread-safe.
 */
final class Tasks implements AutoCloseable {
  private final ExecutorService executor;
  private final Work work;

  Tasks(int threads, Work work) {
    this.work = work;
    this.executor =
        threads == 1
            ? null
            : Executors.newFixedThreadPool(
                threads,
                task -> {
                  Thread thread = new Thread(task, "orc-acid-rewrite");
                  thread.setDaemon(true);
                  return thread;
                });
  }

  <T> List<T> run(List<Callable<T>> tasks) throws IOException {
    List<T> results = new ArrayList<>();
    if (executor == null) {
      for (Callable<T> task : tasks) {
        results.add(call(task));
      }
      return results;
    }
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<T> task : tasks) {
      futures.add(executor.submit(task));
    }
    Failure failure = new Failure();
    for (Future<T> future : futures) {
      results.add(await(future, failure));
    }
    failure.rethrow();
    return results;
  }

  private static <T> T call(Callable<T> task) throws IOException {
    try {
      return task.call();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a task throws only I/O errors", e);
    }
  }

  /** Waits for the task's end in any case: its files are removed after a failure. */
  private <T> T await(Future<T> future, Failure failure) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
          work.stop();
        } catch (ExecutionException e) {
          failure.add(e.getCause());
          work.stop();
          return null;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The first failure that is no cancellation, which others' failures may have caused. */
  private static final class Failure {
    private Throwable first;

    void add(Throwable failure) {
      if (first == null
          || first instanceof CancellationException
              && !(failure instanceof CancellationException)) {
        first = failure;
      }
    }

    void rethrow() throws IOException {
      if (first instanceof IOException e) {
        throw e;
      }
      if (first instanceof RuntimeException e) {
        throw e;
      }
      if (first instanceof Error e) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    if (executor != null) {
      executor.shutdown();
    }
  }
}
