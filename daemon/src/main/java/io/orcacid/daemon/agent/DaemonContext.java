package io.orcacid.daemon.agent;

import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.daemon.schedule.DaemonTime;
import io.orcacid.daemon.schedule.Throttle;
import io.orcacid.daemon.schedule.WorkQueue;
import io.orcacid.daemon.table.WatchedTables;
import io.orcacid.daemon.view.DaemonListener;
import io.orcacid.daemon.view.HistoryEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What the agents of a daemon share. Thread-safe. */
public final class DaemonContext {
  private final WatchedTables tables;
  private final WorkQueue queue;
  private final Throttle throttle;
  private final DaemonTime time;
  private final DaemonListener listener;
  private final Turns checks = new Turns();
  private final Turns cleanings = new Turns();
  private final Deque<HistoryEntry> unpublished = new ArrayDeque<>();
  private volatile DaemonConfig config;
  private volatile boolean handingBack;

  /** A daemon's parts. */
  public DaemonContext(
      DaemonConfig config,
      WatchedTables tables,
      WorkQueue queue,
      DaemonTime time,
      DaemonListener listener) {
    this.config = config;
    this.tables = tables;
    this.queue = queue;
    this.time = time;
    this.listener = listener;
    this.throttle = new Throttle();
    throttle.limit(config.throttle());
  }

  /** The configuration in force. */
  public DaemonConfig config() {
    return config;
  }

  /** Goes by another configuration from now on; all tables are looked at again. */
  public void reconfigure(DaemonConfig newConfig) {
    throttle.limit(newConfig.throttle());
    queue.follow(rules(newConfig));
    tables.reconfigure(newConfig);
    // Last, as the initiator takes it as the sign to search anew.
    config = newConfig;
    checks.reset();
  }

  /** The rules that a configuration means for the queue. */
  public static WorkQueue.Rules rules(DaemonConfig config) {
    return new WorkQueue.Rules(config.pools(), config.window(), config.backoff());
  }

  /** The tables. */
  public WatchedTables tables() {
    return tables;
  }

  /** What waits and runs. */
  public WorkQueue queue() {
    return queue;
  }

  /** Limits the bytes a second. */
  Throttle throttle() {
    return throttle;
  }

  /** Time. */
  public DaemonTime time() {
    return time;
  }

  /** Hears what is done. */
  DaemonListener listener() {
    return listener;
  }

  /** When each table is looked at. */
  public Turns checks() {
    return checks;
  }

  /** When each table is cleaned. */
  public Turns cleanings() {
    return cleanings;
  }

  /** Ends what runs, without result; another daemon, or a later one, does it. */
  public void handBack() {
    handingBack = true;
  }

  /** Whether what runs is to be given up. */
  boolean isHandingBack() {
    return handingBack;
  }

  /** Keeps what no log knows: a compaction that came to nothing. */
  void remember(HistoryEntry entry) {
    synchronized (unpublished) {
      unpublished.addFirst(entry);
      while (unpublished.size() > config.history()) {
        unpublished.removeLast();
      }
    }
  }

  /** Compactions of this daemon that came to nothing, newest first. */
  public List<HistoryEntry> unpublished() {
    synchronized (unpublished) {
      return List.copyOf(unpublished);
    }
  }
}
