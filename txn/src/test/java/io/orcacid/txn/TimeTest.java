package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeTest {
  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir Path directory;
  private final SetClock clock = new SetClock();
  private TestTable table;
  private TransactionManager manager;

  /** A clock that a test sets. */
  private static final class SetClock extends Clock {
    private Instant now = START;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    manager =
        table.manager(
            CommitLog.create(
                table.storage(),
                table.path(),
                TestTable.metadata(ConflictPolicy.HIVE),
                LogOptions.defaults().withClock(clock)));
  }

  @Test
  void times_strictly_increase_when_the_clock_stands_or_goes_back() throws IOException {
    assertThat(table.insert(manager, "p=1", 1).time()).isEqualTo(START.plusNanos(1000));
    clock.now = START.minusSeconds(59);
    assertThat(table.insert(manager, "p=1", 1).time()).isEqualTo(START.plusNanos(2000));
    clock.now = START.plusSeconds(1).plusNanos(123);
    assertThat(table.insert(manager, "p=1", 1).time()).isEqualTo(START.plusSeconds(1));
  }

  @Test
  void a_newest_commit_too_far_in_the_future_stops_commits_until_a_larger_lag_is_allowed()
      throws IOException {
    clock.now = START.minusSeconds(61);
    assertThatThrownBy(() -> table.insert(manager, "p=1", 1))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("2026-11-30T12:00:00Z")
        .hasMessageContaining("2026-11-30T11:58:59Z");
    LogOptions lenient = new LogOptions(clock, Duration.ofHours(2), 100, 0.2, System::nanoTime);
    TransactionManager other =
        table.manager(CommitLog.open(table.storage(), table.path(), lenient));
    assertThat(table.insert(other, "p=1", 1).time()).isEqualTo(START.plusNanos(1000));
  }

  @Test
  void a_time_reads_the_greatest_version_that_changed_data_by_then() throws IOException {
    for (int minute = 1; minute <= 3; minute++) {
      clock.now = START.plusSeconds(60L * minute);
      table.insert(manager, "p=1", 1);
    }
    clock.now = START.plusSeconds(200);
    manager.begin(BeginOptions.of(Operation.INSERT)).writeId();
    manager.abort(4);
    CommitLog log = manager.log();
    assertThat(log.newest().version()).isEqualTo(4);
    assertThat(log.stateAt(START).version()).isZero();
    assertThat(log.stateAt(START.plusSeconds(119)).version()).isEqualTo(1);
    assertThat(log.stateAt(START.plusSeconds(120)).version()).isEqualTo(2);
    assertThat(log.stateAt(START.plusSeconds(500)).version()).isEqualTo(3);
    assertThatThrownBy(() -> log.stateAt(START.minusNanos(1)))
        .isInstanceOf(SnapshotTooOldException.class);
  }

  @Test
  void versions_that_are_not_there_are_refused_with_the_newest() throws IOException {
    table.insert(manager, "p=1", 1);
    CommitLog log = table.open();
    assertThat(log.stateAt(0).partitions()).isEmpty();
    for (long version : new long[] {-1, 2, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> log.stateAt(version))
          .isInstanceOf(SnapshotTooOldException.class)
          .hasMessageContaining("newest=1");
    }
  }
}
