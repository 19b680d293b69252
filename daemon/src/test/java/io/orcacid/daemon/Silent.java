package io.orcacid.daemon;

import io.orcacid.daemon.view.DaemonListener;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.txn.log.CompactionKind;
import java.util.Optional;

/** Hears all and says nothing. */
final class Silent implements DaemonListener {
  @Override
  public void started(String table, String pool, Optional<CompactionKind> kind) {}

  @Override
  public void ended(HistoryEntry entry, String pool) {}

  @Override
  public void cleaned(String table, int directories, long bytes) {}

  @Override
  public void round(Agent agent, Result result, long nanoseconds) {}
}
