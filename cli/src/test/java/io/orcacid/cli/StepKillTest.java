package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Strace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every kind of command, killed at the k-th of its system calls that touch the table, and failed at
 * the k-th fsync. System property {@code orcacid.step.kills}: how many kills in all, of about 480
 * calls, and a third as many failures.
 */
class StepKillTest {
  private static final int KILLS = Integer.getInteger("orcacid.step.kills", 240);
  private static final String SCHEMA = "n int, text string, day string";

  @TempDir Path directory;
  private final AtomicInteger tables = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final AtomicInteger inSilence = new AtomicInteger();
  private final AtomicInteger undone = new AtomicInteger();
  private final Map<String, AtomicInteger> byCall = new ConcurrentSkipListMap<>();
  private final Map<String, AtomicInteger> byVerb = new ConcurrentSkipListMap<>();

  /**
   * A command, what it runs on, and what it makes of that.
   *
   * @param template the table before; empty if the command makes it
   */
  private record Work(
      Optional<Path> template, TableContent before, TableContent after, List<String> arguments) {
    String verb() {
      return String.join(" ", arguments.subList(0, Math.min(2, arguments.size())))
          .replaceFirst(" (--[vscw]|/).*", "");
    }

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
  void requireTracing() {
    Tracing.assumeAvailable();
  }

  private static void here(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as("%s: %s", List.of(arguments), run).isZero();
  }

  private Path fill(Path table) {
    String path = table.toString();
    here("create", path, "--schema", SCHEMA, "--partitioned-by", "day");
    here("insert", path, "--values", "(1, 'a', 'x'), (2, 'b', 'x'), (3, 'c', 'y')");
    here("insert", path, "--values", "(4, 'd', 'x'), (5, 'e', 'y')");
    here("delete", path, "--where", "n = 2");
    return table;
  }

  private Path replaced(Path table) {
    here("compact", table.toString(), "--major");
    return table;
  }

  private Work work(Path template, String... arguments) throws IOException {
    List<String> words = List.of(arguments);
    TableContent before = TableContent.of(template);
    Path table = copy(template);
    here(new Work(Optional.of(template), before, before, words).on(table).toArray(new String[0]));
    return new Work(Optional.of(template), before, TableContent.of(table), words);
  }

  private List<Work> works() throws IOException {
    Path filled = fill(directory.resolve("filled"));
    Path replaced = replaced(copy(filled));
    Path file =
        Files.writeString(directory.resolve("file.csv"), "n,text,day\n7,g,x\n8,h,y\n9,i,z\n");
    Path rows = Files.writeString(directory.resolve("rows.csv"), "n,text,day\n10,j,x\n");
    return List.of(
        new Work(
            Optional.empty(),
            TableContent.NOTHING,
            TableContent.NOTHING,
            List.of("create", "--schema", SCHEMA, "--partitioned-by", "day")),
        work(filled, "import", file.toString()),
        work(filled, "insert", "--values", "(6, 'f', 'x'), (7, 'g', 'z')"),
        work(filled, "update", "--set", "text = 'new'", "--where", "n < 4"),
        work(filled, "delete", "--where", "n > 3"),
        work(filled, "overwrite", rows.toString(), "--touched"),
        work(filled, "truncate"),
        work(filled, "restore", "--version", "1"),
        work(filled, "tag", "kept"),
        work(filled, "compact", "--minor", "--conf", "orcacid.compactor.threads=1"),
        work(filled, "compact", "--major", "--conf", "orcacid.compactor.threads=1"),
        work(replaced, "clean", "--retention", "0s", "--no-foreign-readers"));
  }

  @Test
  void a_kill_at_any_call_of_any_command_loses_no_acknowledged_row_and_leaves_no_half()
      throws Exception {
    List<Fault> all = new ArrayList<>();
    for (Work work : works()) {
      for (Tracing.Step step : steps(work)) {
        all.add(new Fault(work, step, "signal=KILL"));
      }
    }
    List<Fault> faults = spread(all, KILLS);
    long began = System.nanoTime();
    Lanes.forEach(faults, this::kill);
    System.out.printf(
        "StepKillTest: %d kills, at %d of %d calls, in %.0f s: %d before the commit, %d after it and"
            + " before it was said, %d after; %s; %s%n",
        undone.get() + inSilence.get() + acknowledged.get(),
        faults.size(),
        all.size(),
        (System.nanoTime() - began) / 1e9,
        undone.get(),
        inSilence.get(),
        acknowledged.get(),
        new TreeMap<>(byVerb),
        new TreeMap<>(byCall));
    assertThat(undone.get()).isPositive();
    assertThat(inSilence.get()).isPositive();
  }

  @Test
  void a_failed_fsync_is_never_followed_by_an_acknowledgement() throws Exception {
    List<Fault> all = new ArrayList<>();
    for (Work work : works()) {
      steps(work).stream()
          .filter(step -> step.name().equals("fsync"))
          .forEach(step -> all.add(new Fault(work, step, "error=EIO")));
    }
    List<Fault> faults = spread(all, KILLS / 3);
    Lanes.forEach(faults, this::fail);
    System.out.printf(
        "StepKillTest: %d of %d fsyncs failed, none was followed by an acknowledgement%n",
        faults.size(), all.size());
  }

  private List<Tracing.Step> steps(Work work) throws IOException {
    Path table = place(work);
    Strace strace =
        Strace.watching(
            directory.resolve("calm" + table.getFileName()),
            Tracing.CALLS_AND_RMDIR.toArray(new String[0]));
    CommandProcess.Run run = Tracing.runOnCue(strace, directory, place(work), work.on(table));
    assertThat(run.exit()).as(run.toString()).isZero();
    List<Tracing.Step> steps = Tracing.steps(strace, table);
    assertThat(steps).as(work.toString()).hasSizeGreaterThan(7);
    return steps;
  }

  private static <T> List<T> spread(List<T> all, int count) {
    int most = Math.min(count, all.size());
    return IntStream.range(0, most)
        .mapToObj(i -> all.get((int) ((long) i * all.size() / most)))
        .toList();
  }

  private CommandProcess.Run run(Fault fault, Path table) throws IOException {
    Strace strace =
        Strace.watching(directory.resolve("log" + table.getFileName()), fault.step().name())
            .withFault(fault.step().faring(fault.fate()));
    return Tracing.runOnCue(strace, directory, place(fault.work()), fault.work().on(table));
  }

  private void kill(Fault fault) throws IOException {
    Path table = place(fault.work());
    CommandProcess.Run run = run(fault, table);
    assertThat(run.exit()).as(run.toString()).isEqualTo(ChildProcess.KILLED);
    requireWholeOrNothing(fault, table, run);
    byCall.computeIfAbsent(fault.step().name(), key -> new AtomicInteger()).incrementAndGet();
    byVerb.computeIfAbsent(fault.work().verb(), key -> new AtomicInteger()).incrementAndGet();
  }

  private void fail(Fault fault) throws IOException {
    Path table = place(fault.work());
    CommandProcess.Run run = run(fault, table);
    assertThat(run.isAcknowledged()).as(run.toString()).isFalse();
    assertThat(run.exit()).as(run.toString()).isNotZero().isNotEqualTo(ChildProcess.KILLED);
    assertThat(run.err()).doesNotContain("\tat ").doesNotContain("INTERNAL");
    requireWholeOrNothing(fault, table, run);
  }

  private void requireWholeOrNothing(Fault fault, Path table, CommandProcess.Run run)
      throws IOException {
    Work work = fault.work();
    if (work.template().isEmpty() && !AcidTable.exists(table.toString())) {
      assertThat(run.isAcknowledged()).as(run.toString()).isFalse();
      undone.incrementAndGet();
      here(work.on(table).toArray(new String[0]));
    } else {
      TableContent found = TableContent.of(table);
      assertThat(found).as(run.toString()).isIn(work.before(), work.after());
      if (run.isAcknowledged()) {
        assertThat(found).as("acknowledged: %s", run).isEqualTo(work.after());
        acknowledged.incrementAndGet();
      } else if (work.before().equals(work.after()) || found.equals(work.before())) {
        undone.incrementAndGet();
      } else {
        inSilence.incrementAndGet();
      }
    }
    requireUsable(table);
  }

  private static void requireUsable(Path table) throws IOException {
    String path = table.toString();
    TableContent found = TableContent.of(table);
    here("verify", path, "--deep");
    here("insert", path, "--values", "(100, 'later', 'x')");
    assertThat(TableContent.of(table).rows()).isEqualTo(found.rows() + 1);
    here("delete", path, "--where", "n = 100");
    assertThat(TableContent.of(table)).isEqualTo(found);
    here("verify", path, "--deep");
  }

  private Path place(Work work) throws IOException {
    Path fresh = directory.resolve("table" + tables.incrementAndGet());
    return work.template().isPresent() ? copy(work.template().get(), fresh) : fresh;
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
