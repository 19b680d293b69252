package io.orcacid.simulation.concurrent;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.testkit.disk.SimulatedCrash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Somebody who works on the table by processes that die, one after another. */
abstract class Actor implements Runnable {
  private static final Duration DOWN = Duration.ofSeconds(60);

  private final World world;
  private final Recorder recorder;
  private final int number;
  private final long names;
  private SimulatedProcess process;

  Actor(World world, Recorder recorder, int number, long names) {
    this.world = world;
    this.recorder = recorder;
    this.number = number;
    this.names = names;
  }

  World world() {
    return world;
  }

  Recorder recorder() {
    return recorder;
  }

  SimulatedProcess process() {
    return process;
  }

  /** Opens the table in the new process. */
  abstract void open() throws IOException;

  /** Does one thing. */
  abstract void step() throws IOException;

  /** Ends the process in order. */
  abstract void close() throws IOException;

  abstract boolean isDone();

  @Override
  public final void run() {
    world.baton().join(number);
    world.baton().await(number);
    RepeatableNames.seed(names);
    try {
      while (!isDone() && world.failure() == null) {
        live();
      }
    } catch (Throwable failure) {
      world.fail(failure);
    } finally {
      RepeatableNames.unseed();
      world.finish(number);
    }
  }

  private void live() {
    process = world.start();
    try {
      open();
      while (!isDone()) {
        world.endanger(process);
        step();
        world.point(process, "think");
      }
      close();
    } catch (Error e) {
      if (!isCrash(e)) {
        throw e;
      }
      world.sleep(DOWN);
    } catch (WriteConflictException fenced) {
      // Another one became the single writer; a new process may become it again.
      world.figures().count(What.FENCED_WRITERS);
      world.sleep(DOWN);
    } catch (IOException | UncheckedIOException | OrcAcidException e) {
      requireExcused(e);
      world.figures().count(What.FAILED);
      world.sleep(DOWN);
    } finally {
      world.figures().add(What.DISK_FAULTS, process.disk().faults());
    }
  }

  /** Caches wrap what their loaders throw. */
  private static boolean isCrash(Throwable e) {
    return e instanceof SimulatedCrash || e.getCause() != null && isCrash(e.getCause());
  }

  /** No call fails without a reason, and none finds anything damaged. */
  final void requireExcused(Exception e) {
    boolean mayFail = process.isExcused() || !process.isClockRight() || world.clocksWereSet();
    if (e instanceof CorruptFileException || !mayFail) {
      throw new AssertionError("failed without a reason: " + e, e);
    }
  }
}
