package io.orcacid.daemon.agent;

import io.orcacid.compactor.clean.CleanResult;
import io.orcacid.daemon.table.WatchedTable;
import io.orcacid.daemon.view.DaemonListener.Agent;
import io.orcacid.daemon.view.DaemonListener.Result;
import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleans the tables, one after another. Not thread-safe. */
public final class CleanerAgent implements io.orcacid.daemon.agent.Agent {
  private static final Logger LOG = LoggerFactory.getLogger(CleanerAgent.class);

  private final DaemonContext context;

  /** The agent of a daemon. */
  public CleanerAgent(DaemonContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "cleaner";
  }

  @Override
  public int doWork() {
    if (context.queue().isPaused(Optional.empty())) {
      return 0;
    }
    List<String> paths =
        context.tables().all().stream()
            .map(WatchedTable::path)
            .filter(path -> !context.queue().isPaused(Optional.of(path)))
            .toList();
    Optional<String> next =
        context
            .cleanings()
            .next(paths, context.time().nanos().getAsLong(), context.config().cleanInterval());
    if (next.isEmpty()) {
      return 0;
    }
    context.tables().find(next.get()).ifPresent(this::clean);
    return 1;
  }

  private void clean(WatchedTable table) {
    long begun = System.nanoTime();
    Result result = Result.DONE;
    try (WatchedTable.Use use = table.use()) {
      CleanResult cleaned = use.cleaning().run();
      table.cleaned(cleaned.plan());
      if (cleaned.directories() > 0) {
        LOG.info(
            "{}: removed {} directories, {} bytes",
            table.path(),
            cleaned.directories(),
            cleaned.bytes());
      }
      context.listener().cleaned(table.path(), cleaned.directories(), cleaned.bytes());
    } catch (WriteConflictException another) {
      table.cleanedByAnother();
      LOG.debug("{} is cleaned by another: {}", table.path(), another.getMessage());
    } catch (IOException | RuntimeException e) {
      result = Result.FAILED;
      LOG.warn("{} was not cleaned: {}", table.path(), Reasons.of(e));
      table.notCleaned(Reasons.of(e));
    }
    context.listener().round(Agent.CLEANER, result, System.nanoTime() - begun);
  }
}
