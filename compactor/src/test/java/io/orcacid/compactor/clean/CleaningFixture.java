package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A table to be cleaned, and what tests of that do again and again. */
abstract class CleaningFixture {
  static final Duration TIMEOUT = Duration.ofSeconds(300);

  @TempDir Path directory;

  TestTables table;
  EventTable events;
  TransactionManager manager;

  void create() throws IOException {
    table = new TestTables(directory);
    events = table.events();
    manager = table.createUnpartitioned();
  }

  void insert(long... values) throws IOException {
    for (long value : values) {
      events.insert(manager, "", value);
    }
  }

  static String reason(CleanPlan plan, String name) {
    return plan.directories().stream()
        .filter(one -> one.name().equals(name))
        .map(Verdict::reason)
        .findFirst()
        .orElse("");
  }

  static DataDirectory base(CompactionHandle compaction) {
    return DataDirectory.of(compaction.outputNames().iterator().next(), 0, List.of());
  }
}
