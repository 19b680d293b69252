package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.DiskTable;
import io.orcacid.simulation.CrashCycles.Thoroughness;
import io.orcacid.testkit.disk.CrashingDisk.Sync;
import io.orcacid.testkit.disk.CrashingDisk.SyncRule;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Syncs that are left out: the simulation finds each of them (L11). */
class PlantedBugsTest {
  /** Which sync is left out, by what the disk is asked for. */
  enum Bug {
    NO_SYNC_OF_FILES((kind, path) -> kind != Sync.FILE),
    NO_SYNC_OF_DIRECTORIES((kind, path) -> kind != Sync.DIRECTORY),
    NO_SYNC_OF_DATA_FILES((kind, path) -> kind != Sync.FILE || isOfTheLog(path)),
    NO_SYNC_OF_LOG_FILES((kind, path) -> kind != Sync.FILE || !isOfTheLog(path)),
    NO_SYNC_OF_DATA_DIRECTORIES((kind, path) -> kind != Sync.DIRECTORY || !path.contains("delta_")),
    NO_SYNC_OF_THE_LOG_DIRECTORY(
        (kind, path) -> kind != Sync.DIRECTORY || !path.equals(DiskTable.LOG)),
    NO_SYNC_OF_CLAIMS(
        (kind, path) -> kind != Sync.DIRECTORY || !path.equals(DiskTable.LOG + "/_ids")),
    NO_SYNC_OF_THE_TABLE((kind, path) -> kind != Sync.DIRECTORY || !path.equals(DiskTable.ROOT)),
    NO_SYNC_OF_PARTITIONS((kind, path) -> kind != Sync.DIRECTORY || !path.matches(".*/p=\\d+"));

    private final SyncRule rule;

    Bug(SyncRule rule) {
      this.rule = rule;
    }

    private static boolean isOfTheLog(String path) {
      return path.startsWith(DiskTable.LOG);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_sync_that_is_left_out_is_found(Bug bug) {
    assertThatThrownBy(
            () -> {
              // Some bugs need a partitioned table: of so many one is.
              for (long seed = 1; seed <= 8; seed++) {
                History history = new HistoryGenerator(new Random(seed), Set.of()).next(4);
                new CrashCycles(seed, history, Maintenance.none(), bug.rule)
                    .run(Thoroughness.EVERY_AFTERMATH);
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-D" + CrashCycles.MUTATION);
  }
}
