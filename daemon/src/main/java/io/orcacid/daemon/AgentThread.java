package io.orcacid.daemon;

import io.orcacid.daemon.agent.Agent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls an agent again and again, with a pause where there is nothing to do. */
final class AgentThread {
  private static final Logger LOG = LoggerFactory.getLogger(AgentThread.class);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Agent agent;
  private final Thread thread;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile long lastCall = System.nanoTime();

  AgentThread(Agent agent) {
    this.agent = agent;
    this.thread = new Thread(this::run, "orc-acid-" + agent.name());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    boolean goesOn = true;
    while (goesOn) {
      lastCall = System.nanoTime();
      int work = 0;
      try {
        work = agent.doWork();
      } catch (RuntimeException | Error e) {
        // Whatever it was, the others and the next round must go on.
        LOG.error("The {} failed and goes on", agent.name(), e);
      }
      try {
        goesOn = !stopped.await(work > 0 ? 0 : PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        goesOn = false;
      }
    }
  }

  /** Calls the agent no more; a call that is under way goes on. */
  void stop() {
    stopped.countDown();
  }

  /** Waits until it has ended. */
  boolean awaitEnd(Duration patience) throws InterruptedException {
    thread.join(Math.max(1, patience.toMillis()));
    return !thread.isAlive();
  }

  Agent agent() {
    return agent;
  }

  boolean isAlive() {
    return thread.isAlive();
  }

  /** How long the call that is under way, or the pause, has lasted. */
  Duration sinceLastCall() {
    return Duration.ofNanos(System.nanoTime() - lastCall);
  }
}
