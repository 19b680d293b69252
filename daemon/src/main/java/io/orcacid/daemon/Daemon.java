package io.orcacid.daemon;

import io.orcacid.daemon.agent.CleanerAgent;
import io.orcacid.daemon.agent.DaemonContext;
import io.orcacid.daemon.agent.InitiatorAgent;
import io.orcacid.daemon.agent.WorkerAgent;
import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.daemon.schedule.DaemonTime;
import io.orcacid.daemon.schedule.WorkQueue;
import io.orcacid.daemon.table.WatchedTable;
import io.orcacid.daemon.table.WatchedTables;
import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.daemon.view.DaemonListener;
import io.orcacid.daemon.view.DaemonStatus;
import io.orcacid.daemon.view.DaemonStatus.Check;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running daemon: one initiator, some workers, one cleaner, over the tables of its configuration.
 * Any number of daemons may look after the same tables. Killed at any moment it leaves what the
 * next cleaning removes. Thread-safe; to be closed.
 */
final class Daemon implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

  /** How long a round of the initiator or the cleaner may take before it counts as stuck. */
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(30);

  /** How long what was given up has to come to its end. */
  private static final Duration LAST_WAIT = Duration.ofSeconds(10);

  private final String version;
  private final DaemonContext context;
  private final List<AgentThread> threads;
  private final Instant started;
  private final DaemonConfig startedWith;
  private final Operator operator;
  private final CountDownLatch draining = new CountDownLatch(1);

  private Daemon(String version, DaemonConfig config, DaemonListener listener) {
    this.version = version;
    DaemonTime time = DaemonTime.system();
    this.started = time.now();
    this.startedWith = config;
    this.context =
        new DaemonContext(
            config,
            new WatchedTables(config),
            new WorkQueue(DaemonContext.rules(config), time),
            time,
            listener);
    List<AgentThread> all = new ArrayList<>();
    all.add(new AgentThread(new InitiatorAgent(context)));
    all.add(new AgentThread(new CleanerAgent(context)));
    for (int number = 1; number <= config.workers(); number++) {
      all.add(new AgentThread(new WorkerAgent(context, number)));
    }
    this.threads = List.copyOf(all);
    this.operator = new Operator(context, this::status, this::drain);
  }

  /**
   * A daemon that does nothing yet.
   *
   * @param version of the program, for people
   * @param listener hears what it does
   */
  public static Daemon of(String version, DaemonConfig config, DaemonListener listener) {
    return new Daemon(version, config, listener);
  }

  /** Begins to work; to be called once. */
  public void start() {
    threads.forEach(AgentThread::start);
    LOG.info("Started with {} workers", threads.size() - 2);
  }

  /** What its operator sees and may ask for. */
  public DaemonControl control() {
    return operator;
  }

  /**
   * Goes by another configuration from now on; what runs goes on by the old one.
   *
   * @return keys whose new values are taken at the next start only
   */
  public List<String> reload(DaemonConfig config) {
    List<String> later = startedWith.needsRestart(config);
    context.reconfigure(config);
    LOG.info("The configuration was read again");
    if (!later.isEmpty()) {
      LOG.warn("These are taken at the next start only: {}", later);
    }
    return later;
  }

  /** Begins nothing more; {@link #close} ends it. Returns at once. */
  public void drain() {
    if (draining.getCount() > 0) {
      LOG.info("Draining: nothing more is begun");
    }
    context.queue().close();
    threads.forEach(AgentThread::stop);
    draining.countDown();
  }

  /** Waits until somebody says that it shall end. */
  public void awaitDrain() throws InterruptedException {
    draining.await();
  }

  /**
   * Ends it: begins nothing more, lets what runs go on for the drain time, then gives it up, so
   * that nothing is left of it and another daemon does it.
   */
  @Override
  public void close() {
    drain();
    long deadline = System.nanoTime() + context.config().drainTime().toNanos();
    try {
      if (!awaitThreads(deadline)) {
        LOG.info("The drain time is over: what runs is handed back");
        context.handBack();
        if (!awaitThreads(System.nanoTime() + LAST_WAIT.toNanos())) {
          LOG.warn("What still runs is left to the next cleaning");
        }
      }
    } catch (InterruptedException e) {
      context.handBack();
      Thread.currentThread().interrupt();
    }
    closeTables();
    LOG.info("Ended");
  }

  /** A storage that hangs must not keep the daemon from its end. */
  private void closeTables() {
    Thread closing = new Thread(context.tables()::close, "orc-acid-closing");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(LAST_WAIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitThreads(long deadline) throws InterruptedException {
    boolean ended = true;
    for (AgentThread thread : threads) {
      long left = Math.max(0, deadline - System.nanoTime());
      ended &= thread.awaitEnd(Duration.ofNanos(left));
    }
    return ended;
  }

  private DaemonStatus status() {
    WorkQueue queue = context.queue();
    List<DaemonStatus.PoolStatus> pools = queue.pools();
    return new DaemonStatus(
        version,
        host(),
        ProcessHandle.current().pid(),
        started,
        state(),
        (int) threads.stream().filter(one -> one.agent() instanceof WorkerAgent).count(),
        pools.stream().mapToInt(DaemonStatus.PoolStatus::working).sum(),
        pools.stream().mapToInt(DaemonStatus.PoolStatus::waiting).sum(),
        "The window of automatic compactions is "
            + context.config().window().describe(context.time().now())
            + ".",
        pools,
        checks());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private DaemonStatus.State state() {
    if (draining.getCount() == 0) {
      return DaemonStatus.State.DRAINING;
    }
    return context.queue().isPaused(Optional.empty())
        ? DaemonStatus.State.PAUSED
        : DaemonStatus.State.RUNNING;
  }

  private List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    checks.add(
        draining.getCount() > 0
            ? new Check("running", Check.Result.OK, "It takes up work.")
            : new Check("running", Check.Result.FAILED, "It ends: nothing more is begun."));
    for (AgentThread thread : threads) {
      checks.add(check(thread));
    }
    checks.add(readable());
    context
        .tables()
        .unsearched()
        .forEach(
            (warehouse, why) ->
                checks.add(
                    new Check(
                        "warehouse " + warehouse,
                        Check.Result.FAILED,
                        "It could not be searched: " + why)));
    return checks;
  }

  private Check check(AgentThread thread) {
    String name = thread.agent().name();
    Duration since = thread.sinceLastCall();
    if (!thread.isAlive() && draining.getCount() > 0) {
      return new Check(name, Check.Result.FAILED, "Its thread has ended: start the daemon again.");
    }
    boolean works = thread.agent() instanceof WorkerAgent;
    if (!works && since.compareTo(LONGEST_ROUND) > 0) {
      return new Check(
          name,
          Check.Result.FAILED,
          "It has been at one table for "
              + since.toMinutes()
              + " minutes: look at the log and at the table's storage.");
    }
    return new Check(name, Check.Result.OK, "Last called " + since.toSeconds() + " seconds ago.");
  }

  private Check readable() {
    List<WatchedTable> all = context.tables().all();
    List<String> unreadable =
        all.stream().filter(table -> table.trouble().isPresent()).map(WatchedTable::path).toList();
    boolean none = !all.isEmpty() && unreadable.size() == all.size();
    String text =
        unreadable.isEmpty()
            ? all.size() + " tables, all of them can be read."
            : unreadable.size()
                + " of "
                + all.size()
                + " tables cannot be read, such as "
                + unreadable.get(0)
                + ": see the page.";
    return new Check("tables", none ? Check.Result.FAILED : Check.Result.OK, text);
  }
}
