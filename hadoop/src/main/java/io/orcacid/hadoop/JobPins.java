package io.orcacid.hadoop;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this process keeps readable for jobs that it has submitted (PROTOCOL.md R19): until a job's
 * staging directory is gone, which every runner removes when the job ends, or the program says that
 * it is over, or this process ends. Thread-safe.
 */
final class JobPins {
  private static final Logger LOG = LoggerFactory.getLogger(JobPins.class);

  /** A job's end may be noticed late: it costs space for as long, nothing else. */
  private static final Duration LOOKS = Duration.ofSeconds(30);

  /** Guarded by itself. */
  private static final List<Held> HELD = new ArrayList<>();

  private static boolean watching;

  private JobPins() {}

  /**
   * @param job name that the job's configuration has for it, empty for none
   * @param staging the job's staging directory, if it has one
   */
  private record Held(
      String job, Optional<Path> staging, Configuration configuration, Closeable resource) {
    boolean isOver() {
      if (staging.isEmpty()) {
        return false;
      }
      try {
        return !staging.get().getFileSystem(configuration).exists(staging.get());
      } catch (IOException e) {
        // Nothing is known, so nothing is over.
        LOG.debug("The staging directory {} was not looked at: {}", staging.get(), e.toString());
        return false;
      }
    }

    void release() {
      try {
        resource.close();
      } catch (IOException e) {
        LOG.debug("A pin of the job {} was not removed: {}", job, e.toString());
      }
    }
  }

  static void hold(JobSettings settings, Closeable resource) {
    Held held =
        new Held(
            settings.own(AcidConfKeys.INPUT_JOB).orElse(""),
            Optional.ofNullable(settings.configuration().get("mapreduce.job.dir")).map(Path::new),
            settings.configuration(),
            resource);
    synchronized (HELD) {
      HELD.add(held);
      if (!watching) {
        watching = true;
        watch();
        Runtime.getRuntime().addShutdownHook(new Thread(JobPins::releaseAll));
      }
    }
  }

  /** In a thread of its own: a file system that hangs must not keep signs of life from others. */
  private static void watch() {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                try {
                  Thread.sleep(LOOKS.toMillis());
                  releaseFinished();
                } catch (InterruptedException e) {
                  return;
                } catch (RuntimeException e) {
                  LOG.warn("Jobs that are over were not looked for: {}", e.toString());
                }
              }
            },
            "orc-acid-jobs");
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets go of the jobs that are over. */
  static void releaseFinished() {
    List<Held> held;
    synchronized (HELD) {
      held = List.copyOf(HELD);
    }
    for (Held one : held) {
      if (one.isOver() && remove(one)) {
        one.release();
      }
    }
  }

  private static boolean remove(Held held) {
    synchronized (HELD) {
      return HELD.remove(held);
    }
  }

  /** Lets go of a job by its name. */
  static void release(String job) {
    List<Held> released = new ArrayList<>();
    synchronized (HELD) {
      for (Iterator<Held> each = HELD.iterator(); each.hasNext(); ) {
        Held held = each.next();
        if (held.job().equals(job)) {
          each.remove();
          released.add(held);
        }
      }
    }
    released.forEach(Held::release);
  }

  private static void releaseAll() {
    List<Held> released;
    synchronized (HELD) {
      released = List.copyOf(HELD);
      HELD.clear();
    }
    released.forEach(Held::release);
  }

  /** How many are held. */
  static int size() {
    synchronized (HELD) {
      return HELD.size();
    }
  }
}
