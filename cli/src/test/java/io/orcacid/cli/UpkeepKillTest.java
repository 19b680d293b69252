package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Transaction;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.Strace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compactions and cleanings that die or fail: at chosen system calls, and at random moments. System
 * property {@code orcacid.upkeep.kills}: how many processes are killed in all.
 */
class UpkeepKillTest {
  private static final int KILLS = Integer.getInteger("orcacid.upkeep.kills", 40);
  private static final int FAILURES = KILLS / 8;
  private static final int AT_CALLS = KILLS * 3 / 5;
  private static final String[] CALLS = {
    "fsync", "?link", "linkat", "?rename", "?renameat", "?mkdir", "?unlink", "?rmdir", "write"
  };
  private static final Set<String> FULL_DISK = Set.of("write", "mkdir", "link", "linkat");

  @TempDir Path directory;
  private final AtomicInteger tables = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();
  private final AtomicInteger killsAtCalls = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger unfinished = new AtomicInteger();
  private Path file;

  /** A table as it stands before a run, and what is run on it. */
  private record Work(Path template, TableContent content, List<String> arguments) {
    List<String> on(Path table) {
      List<String> whole = new ArrayList<>(arguments);
      whole.add(1, table.toString());
      return whole;
    }
  }

  private record Fault(Work work, Tracing.Step step, String fate) {
    @Override
    public String toString() {
      return work.arguments() + " with " + step.faring(fate) + " at " + step.arguments();
    }
  }

  @BeforeEach
  void writeFile() throws IOException {
    file = Flights.csv(directory.resolve("file.csv"), 60);
  }

  private static void here(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as("%s: %s", List.of(arguments), run).isZero();
  }

  private void fill(Path table) {
    String path = table.toString();
    here("import", path, file.toString());
    here("import", path, file.toString());
    here("delete", path, "--where", "distance_miles < 500");
    here("update", path, "--set", "origin = 'ZZZ'", "--where", "delay_minutes > 10");
  }

  /** With directories that compactions replaced, and those of an aborted transaction. */
  private Path replaced(Path table) throws IOException {
    here("compact", table.toString(), "--minor");
    here("import", table.toString(), file.toString());
    try (AcidTable opened = AcidTable.open(table.toString());
        Transaction aborted = opened.begin()) {
      aborted.update("origin = 'YYY'", "distance_miles > 0");
    }
    here("compact", table.toString(), "--major");
    return table;
  }

  private static Work work(Path template, String... arguments) throws IOException {
    return new Work(template, TableContent.of(template), List.of(arguments));
  }

  private static List<Work> works(Path filled, Path replaced) throws IOException {
    return List.of(
        work(filled, "compact", "--major", "--conf", "orcacid.compactor.threads=1"),
        work(filled, "compact", "--minor", "--conf", "orcacid.compactor.threads=1"),
        work(replaced, "clean", "--retention", "0s", "--no-foreign-readers"));
  }

  @Test
  void whateverKillsACompactionOrACleaningNoRowIsLostAndNothingIsLeftBehind() throws Exception {
    Tracing.assumeAvailable();
    Path filled = Flights.createTable(directory.resolve("filled"));
    fill(filled);
    Path replaced = replaced(copy(filled, directory.resolve("replaced")));
    Lanes.forEach(faults(works(filled, replaced)), this::meet);

    Path partitions = Flights.createPartitionedTable(directory.resolve("partitions"));
    fill(partitions);
    Path replacedPartitions = replaced(copy(partitions, directory.resolve("replaced-partitions")));
    killAtRandomMoments(works(partitions, replacedPartitions));
    System.out.printf(
        "UpkeepKillTest: %d kills (%d at a system call, %d at a random moment) and %d failed system"
            + " calls; %d of them left something on the disk%n",
        kills.get(),
        killsAtCalls.get(),
        kills.get() - killsAtCalls.get(),
        failures.get(),
        unfinished.get());
    assertThat(kills.get()).isGreaterThanOrEqualTo(KILLS);
    assertThat(unfinished.get()).isPositive();
  }

  private List<Fault> faults(List<Work> works) throws IOException {
    List<Fault> faults = new ArrayList<>();
    for (Work work : works) {
      Path table = copy(work.template());
      Strace strace = Strace.watching(directory.resolve("calm" + table.getFileName()), CALLS);
      CommandProcess.Run run = Tracing.run(strace, directory, work.on(table));
      assertThat(run.exit()).as(run.toString()).isZero();
      List<Tracing.Step> steps = Tracing.steps(strace, table);
      assertThat(steps).hasSizeGreaterThan(15);
      spread(steps, AT_CALLS / works.size())
          .forEach(step -> faults.add(new Fault(work, step, "signal=KILL")));
      List<Tracing.Step> noWrites =
          steps.stream().filter(step -> !step.name().equals("write")).toList();
      spread(noWrites, FAILURES / works.size())
          .forEach(step -> faults.add(new Fault(work, step, "error=EIO")));
      List<Tracing.Step> full =
          steps.stream().filter(step -> FULL_DISK.contains(step.name())).toList();
      spread(full, FAILURES / works.size())
          .forEach(step -> faults.add(new Fault(work, step, "error=ENOSPC")));
    }
    return faults;
  }

  /** Some of many, from the first to the last. */
  private static List<Tracing.Step> spread(List<Tracing.Step> steps, int count) {
    int most = Math.min(count, steps.size());
    return IntStream.range(0, most)
        .mapToObj(i -> steps.get(most == 1 ? 0 : i * (steps.size() - 1) / (most - 1)))
        .toList();
  }

  private void meet(Fault fault) throws IOException {
    Path table = copy(fault.work().template());
    Strace strace =
        Strace.watching(directory.resolve("log" + table.getFileName()), fault.step().name())
            .withFault(fault.step().faring(fault.fate()));
    CommandProcess.Run run = Tracing.run(strace, directory, fault.work().on(table));
    if (run.exit() == ChildProcess.KILLED) {
      killsAtCalls.incrementAndGet();
      kills.incrementAndGet();
    } else {
      assertThat(fault.fate()).as("what %s ended", run).startsWith("error=");
      failures.incrementAndGet();
    }
    assertThat(run.err()).doesNotContain("\tat ").doesNotContain("INTERNAL");
    requireSound(fault.work(), table, run);
  }

  private void killAtRandomMoments(List<Work> works) throws Exception {
    Long given = Long.getLong(Seeds.PROPERTY);
    long seed = given == null ? System.nanoTime() : given;
    System.out.println("UpkeepKillTest: moments of -D" + Seeds.PROPERTY + "=" + seed);
    long longest = timeOf(works.get(0));
    Lanes.forEach(
        List.of(seed, seed + 1),
        each -> {
          Random random = new Random(each);
          for (int runs = 0; kills.get() < KILLS && runs < 10 * KILLS; runs++) {
            Work work = works.get(random.nextInt(works.size()));
            killOne(work, (long) (longest * (0.4 + 0.6 * random.nextDouble())));
          }
        });
  }

  private long timeOf(Work work) throws IOException {
    long began = System.nanoTime();
    CommandProcess.Run run =
        CommandProcess.run(directory, work.on(copy(work.template())).toArray(new String[0]));
    assertThat(run.exit()).as(run.toString()).isZero();
    return System.nanoTime() - began;
  }

  private void killOne(Work work, long delayNanos) throws Exception {
    Path table = copy(work.template());
    CommandProcess.Run run;
    try (ChildProcess process =
        CommandProcess.command(directory, work.on(table).toArray(new String[0])).start()) {
      TimeUnit.NANOSECONDS.sleep(delayNanos);
      process.kill();
      run = CommandProcess.Run.of(process);
    }
    assertThat(run.exit()).as(run.toString()).isIn(0, ChildProcess.KILLED);
    kills.addAndGet(run.exit() == ChildProcess.KILLED ? 1 : 0);
    requireSound(work, table, run);
  }

  private void requireSound(Work work, Path table, CommandProcess.Run run) throws IOException {
    String about = work.arguments() + " on " + table + ": " + run;
    assertThat(TableContent.of(table)).as(about).isEqualTo(work.content());
    here("verify", table.toString(), "--deep");
    if (!DiskContent.of(work.template()).equals(DiskContent.of(table))
        && !DiskContent.of(table).equals(DiskContent.namedByTheLog(table))) {
      unfinished.incrementAndGet();
    }
    here("compact", table.toString(), "--major");
    here("clean", table.toString(), "--retention", "0s", "--no-foreign-readers");

    assertThat(TableContent.of(table)).as("in the end, %s", about).isEqualTo(work.content());
    here("verify", table.toString(), "--deep");
    assertThat(DiskContent.of(table))
        .as("on the disk, %s", about)
        .isEqualTo(DiskContent.namedByTheLog(table));
  }

  private Path copy(Path from) throws IOException {
    return copy(from, directory.resolve("table" + tables.incrementAndGet()));
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (var paths = Files.walk(from)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
    return to;
  }
}
