package io.orcacid.daemon;

import io.orcacid.daemon.agent.CleanerAgent;
import io.orcacid.daemon.agent.DaemonContext;
import io.orcacid.daemon.agent.InitiatorAgent;
import io.orcacid.daemon.agent.WorkerAgent;
import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.daemon.schedule.ManualTime;
import io.orcacid.daemon.schedule.WorkQueue;
import io.orcacid.daemon.table.WatchedTables;
import io.orcacid.daemon.view.DaemonControl;
import java.util.Map;
import java.util.TreeMap;

/** A daemon whose agents a test calls, with a clock that the test moves. */
final class DaemonByHand implements AutoCloseable {
  final ManualTime time = new ManualTime();
  final DaemonContext context;
  final InitiatorAgent initiator;
  final WorkerAgent worker;
  final CleanerAgent cleaner;
  final DaemonControl control;

  DaemonByHand(Map<String, String> settings) {
    DaemonConfig config = config(settings);
    context =
        new DaemonContext(
            config,
            new WatchedTables(config),
            new WorkQueue(DaemonContext.rules(config), time.time()),
            time.time(),
            new Silent());
    initiator = new InitiatorAgent(context);
    worker = new WorkerAgent(context, 1);
    cleaner = new CleanerAgent(context);
    control =
        new Operator(
            context,
            () -> {
              throw new UnsupportedOperationException("no process");
            },
            () -> {});
  }

  static DaemonConfig config(Map<String, String> settings) {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "orcacid.clean.retention", "0s",
                "orcacid.daemon.clean.foreign.readers", "no",
                "orcacid.daemon.zone", "UTC",
                "hive.compactor.delta.num.threshold", "3"));
    all.putAll(settings);
    return DaemonConfig.of(all);
  }

  /** Lets the initiator look at every table that is due. */
  void look() {
    while (initiator.doWork() > 0) {
      // Each call looks at one table.
    }
  }

  /** Looks, and works until nothing can begin. */
  int work() {
    int done = 0;
    look();
    while (worker.doWork() > 0) {
      done++;
      look();
    }
    return done;
  }

  void clean() {
    while (cleaner.doWork() > 0) {
      // Each call cleans one table.
    }
  }

  @Override
  public void close() {
    context.tables().close();
  }
}
