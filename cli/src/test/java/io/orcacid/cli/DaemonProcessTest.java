package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.CompactionInfo;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two daemons over ten tables that writers change all the time, either daemon killed at random
 * moments. System properties {@code orcacid.daemon.seconds} and {@code orcacid.daemon.kills}: how
 * long it goes on, and how often a daemon is killed.
 */
class DaemonProcessTest {
  private static final int TABLES = 10;
  private static final int WRITERS = 2;
  private static final int SECONDS = Integer.getInteger("orcacid.daemon.seconds", 40);
  private static final int KILLS = Integer.getInteger("orcacid.daemon.kills", 16);

  @TempDir(factory = MemoryDirectories.class)
  Path directory;

  private final List<TreeMap<Long, String>> expected = new ArrayList<>();
  private final AtomicBoolean writing = new AtomicBoolean(true);
  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger worst = new AtomicInteger();
  private int kills;

  private Path table(int number) {
    return directory.resolve("warehouse/db" + number % 3 + "/t" + number);
  }

  private Path config() throws IOException {
    return Files.writeString(
        directory.resolve("daemon.properties"),
        String.join(
            "\n",
            "orcacid.daemon.warehouses=" + directory.resolve("warehouse"),
            "orcacid.daemon.check.interval=200ms",
            "orcacid.daemon.clean.interval=2s",
            "orcacid.daemon.clean.foreign.readers=no",
            "orcacid.clean.retention=0s",
            "orcacid.daemon.backoff.first=1s",
            "orcacid.daemon.drain.time=20s",
            "orcacid.daemon.http.port=0",
            "hive.compactor.delta.num.threshold=6"));
  }

  @Test
  void each_compaction_is_published_once_and_no_row_is_lost_whoever_is_killed() throws Exception {
    for (int number = 0; number < TABLES; number++) {
      expected.add(new TreeMap<>());
      AcidTable.create(table(number).toString(), TableDefinition.of("id bigint, text string"))
          .close();
    }
    Path config = config();
    long seed = Long.getLong(Seeds.PROPERTY, System.nanoTime());
    System.out.println("DaemonProcessTest: moments of -D" + Seeds.PROPERTY + "=" + seed);
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS + 1);
    try {
      List<Future<Void>> threads = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        threads.add(pool.submit(write(writer, new Random(seed + writer + 1))));
      }
      threads.add(pool.submit(this::watch));
      killDaemons(config, new Random(seed));
      for (Future<Void> thread : threads) {
        thread.get(2, TimeUnit.MINUTES);
      }
    } finally {
      writing.set(false);
      pool.shutdownNow();
    }
    settle(config);
    int compactions = 0;
    for (int number = 0; number < TABLES; number++) {
      compactions += requireSound(number);
    }
    System.out.printf(
        "DaemonProcessTest: %d kills, %d commits, %d compactions, at most %d files read by a scan of"
            + " a bucket, in %d s%n",
        kills, commits.get(), compactions, worst.get(), SECONDS);
    assertThat(kills).isEqualTo(KILLS);
    assertThat(compactions).isGreaterThan(TABLES);
  }

  /** Starts both daemons, and kills one or the other until the time is over. */
  private void killDaemons(Path config, Random random) throws InterruptedException {
    ChildProcess[] daemons = {daemon(config), daemon(config)};
    long pause = TimeUnit.SECONDS.toNanos(SECONDS) / KILLS;
    try {
      while (kills < KILLS) {
        TimeUnit.NANOSECONDS.sleep((long) (pause * (0.5 + random.nextDouble())));
        int which = random.nextInt(2);
        daemons[which].kill();
        assertThat(daemons[which].exitCode(CommandProcess.PATIENCE))
            .as(daemons[which].err())
            .isEqualTo(ChildProcess.KILLED);
        kills++;
        daemons[which].close();
        daemons[which] = daemon(config);
      }
      writing.set(false);
    } finally {
      writing.set(false);
      for (ChildProcess daemon : daemons) {
        daemon.close();
      }
    }
  }

  private ChildProcess daemon(Path config) {
    return CommandProcess.command(directory, "daemon", "--config", config.toString()).start();
  }

  /** Changes the tables whose number is its own, and remembers what must be there. */
  private Callable<Void> write(int writer, Random random) {
    return () -> {
      long next = 1;
      while (writing.get()) {
        int number = random.nextInt(TABLES / WRITERS) * WRITERS + writer;
        TreeMap<Long, String> rows = expected.get(number);
        try (AcidTable table = AcidTable.open(table(number).toString());
            Transaction transaction = table.begin()) {
          TreeMap<Long, String> after = new TreeMap<>(rows);
          int what = random.nextInt(10);
          if (what < 6 || rows.isEmpty()) {
            for (int row = 0; row < 20; row++, next++) {
              transaction.insert().row(next, "/" + next);
              after.put(next, "/" + next);
            }
          } else {
            long from = rows.firstKey() + random.nextInt(rows.size());
            String where = "id >= " + from + " and id < " + (from + 15);
            if (what < 8) {
              transaction.delete(where);
              after.subMap(from, from + 15).clear();
            } else {
              transaction.update("text = '!'", where);
              after.subMap(from, from + 15).replaceAll((id, text) -> "!");
            }
          }
          transaction.commit();
          expected.set(number, after);
          commits.incrementAndGet();
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
      return null;
    };
  }

  /** Looks at what readers pay while all that goes on. */
  private Void watch() throws Exception {
    while (writing.get()) {
      for (int number = 0; number < TABLES && writing.get(); number++) {
        try (AcidTable table = AcidTable.open(table(number).toString())) {
          table.compaction().explain().stream()
              .mapToInt(CompactionExplanation::readAmplification)
              .forEach(files -> worst.accumulateAndGet(files, Math::max));
        }
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
    return null;
  }

  /** One daemon alone, until nothing is due any more; then it is told to end. */
  private void settle(Path config) throws Exception {
    try (ChildProcess daemon = daemon(config)) {
      long deadline = System.nanoTime() + CommandProcess.PATIENCE.toNanos();
      while (isAnythingDue() && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(300);
      }
      assertThat(isAnythingDue()).as(daemon.err()).isFalse();
      daemon.terminate();
      assertThat(daemon.exitCode(Duration.ofSeconds(30))).as(daemon.err()).isZero();
      assertThat(daemon.err()).contains("Ended");
    }
  }

  private boolean isAnythingDue() throws IOException {
    for (int number = 0; number < TABLES; number++) {
      try (AcidTable table = AcidTable.open(table(number).toString())) {
        if (table.compaction().explain().stream().anyMatch(one -> one.kind().isPresent())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns how many compactions the table's log knows. */
  private int requireSound(int number) throws IOException {
    Path place = table(number);
    CommandProcess.out("clean", place.toString(), "--retention", "0s", "--no-foreign-readers");
    CommandProcess.out("verify", place.toString(), "--deep");
    assertThat(DiskContent.of(place)).isEqualTo(DiskContent.namedByTheLog(place));
    try (AcidTable table = AcidTable.open(place.toString())) {
      Map<Long, String> found = new TreeMap<>();
      try (Rows rows = table.scan().rows()) {
        for (Row row : rows) {
          assertThat(found.put(row.get("id", Long.class), row.get("text", String.class))).isNull();
        }
      }
      assertThat(found).isEqualTo(expected.get(number));
      assertThat(table.transactions()).isEmpty();
      return requireOnce(table.compactions());
    }
  }

  private static int requireOnce(List<CompactionInfo> compactions) {
    Set<Long> transactions = new HashSet<>();
    Set<String> replaced = new HashSet<>();
    for (CompactionInfo one : compactions) {
      assertThat(one.state()).isEqualTo(CompactionInfo.State.SUCCEEDED);
      assertThat(transactions.add(one.transaction())).isTrue();
      for (String input : one.inputs()) {
        assertThat(replaced.add(one.partition() + "/" + input)).as(input).isTrue();
      }
      assertThat(one.figures()).isPresent();
    }
    return compactions.size();
  }
}
