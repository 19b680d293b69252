package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports that {@code kill -9} ends at random moments. System property {@code orcacid.kills}: how
 * many in all.
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("orcacid.kills", 40);

  /** A table is used for so many kills; then a new one, so that reading it stays cheap. */
  private static final int KILLS_PER_TABLE = 4;

  @TempDir Path directory;
  private Path large;
  private Path small;
  private TableContent largeContent;
  private TableContent smallContent;

  private final AtomicInteger withoutTrace = new AtomicInteger();
  private final AtomicInteger halfWritten = new AtomicInteger();
  private final AtomicInteger committedInSilence = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();

  private record Lane(String name, long seed) {}

  @BeforeEach
  void writeFiles() throws IOException {
    large = Flights.csv(directory.resolve("large.csv"), Flights.ALL);
    small = Flights.csv(directory.resolve("small.csv"), 100);
    largeContent = contentOf(large);
    smallContent = contentOf(small);
  }

  private TableContent contentOf(Path file) throws IOException {
    Path table = Flights.createTable(directory.resolve(file.getFileName() + "-once"));
    importHere(table, file);
    return TableContent.of(table);
  }

  private static void importHere(Path table, Path file) {
    CommandProcess.Run run = CommandProcess.here("import", table.toString(), file.toString());
    assertThat(run.exit()).as("the next import: %s", run).isZero();
  }

  @Test
  void aKilledImportIsThereWholeOrNotAtAllAndAnAcknowledgedOneIsNeverLost() throws Exception {
    Long given = Long.getLong(Seeds.PROPERTY);
    long seed = given == null ? System.nanoTime() : given;
    System.out.println("KillTest: moments of -D" + Seeds.PROPERTY + "=" + seed);
    Lanes.forEach(
        List.of(new Lane("unpartitioned", seed), new Lane("partitioned", seed + 1)), this::kill);
    System.out.printf(
        "KillTest: %d runs: %d ended before they wrote, %d while they wrote, %d after their commit"
            + " and before they said so, %d after they said so%n",
        KILLS, withoutTrace.get(), halfWritten.get(), committedInSilence.get(), acknowledged.get());
    assertThat(halfWritten.get() + committedInSilence.get()).isPositive();
  }

  private void kill(Lane lane) throws Exception {
    Random random = new Random(lane.seed());
    long longest = timeOfOne(create(lane, -1));
    for (int done = 0; done < KILLS / 2; done += KILLS_PER_TABLE) {
      Path table = create(lane, done);
      TableContent before = TableContent.NOTHING;
      for (int i = done; i < Math.min(KILLS / 2, done + KILLS_PER_TABLE); i++) {
        // Little of the run is start-up alone: most moments shall meet the transaction.
        long delay = (long) (longest * (0.5 + 0.55 * random.nextDouble()));
        before = killOne(table, before, delay);
      }
    }
  }

  private Path create(Lane lane, int number) {
    Path table = directory.resolve(lane.name() + number);
    return lane.name().equals("partitioned")
        ? Flights.createPartitionedTable(table)
        : Flights.createTable(table);
  }

  private long timeOfOne(Path table) {
    long longest = 0;
    for (int i = 0; i < 2; i++) {
      long begin = System.nanoTime();
      CommandProcess.Run run =
          CommandProcess.run(directory, "import", table.toString(), large.toString());
      assertThat(run.exit()).as(run.toString()).isZero();
      longest = System.nanoTime() - begin;
    }
    return longest;
  }

  private TableContent killOne(Path table, TableContent before, long delayNanos) throws Exception {
    long directories = directories(table);
    CommandProcess.Run run;
    try (ChildProcess process =
        CommandProcess.command(directory, "import", table.toString(), large.toString()).start()) {
      TimeUnit.NANOSECONDS.sleep(delayNanos);
      process.kill();
      run = CommandProcess.Run.of(process);
    }
    TableContent after = before.plus(largeContent);
    TableContent found = TableContent.of(table);
    String about = run + " after " + delayNanos + " ns in " + table;
    assertThat(found).as(about).isIn(before, after);
    assertThat(run.exit()).as(about).isIn(0, ChildProcess.KILLED);
    if (run.isAcknowledged()) {
      assertThat(run.out()).startsWith("imported " + Flights.ALL + " rows, version ");
      assertThat(found).as("acknowledged: %s", about).isEqualTo(after);
      acknowledged.incrementAndGet();
    } else if (found.equals(after)) {
      committedInSilence.incrementAndGet();
    } else if (directories(table) > directories) {
      halfWritten.incrementAndGet();
    } else {
      withoutTrace.incrementAndGet();
    }
    importHere(table, small);
    TableContent next = found.plus(smallContent);
    assertThat(TableContent.of(table)).as("after the next import: %s", about).isEqualTo(next);
    return next;
  }

  private static long directories(Path table) throws IOException {
    try (var paths = Files.walk(table)) {
      return paths.filter(path -> path.getFileName().toString().startsWith("delta_")).count();
    }
  }
}
