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
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One command, killed or failed at each of its system calls that touch the table. Which calls those
 * are is read from a calm run. With the system property {@code orcacid.all.faults} every call meets
 * every fault, else those that decide; kills at every call are those of {@link StepKillTest}.
 */
class SystemCallFaultTest {
  private static final Map<String, Set<String>> FATES =
      Boolean.getBoolean("orcacid.all.faults")
          ? Map.of(
              "signal=KILL",
              Set.of("fsync", "link", "linkat", "rename", "renameat", "mkdir", "unlink", "write"),
              "error=EIO",
              Set.of("fsync", "link", "linkat", "rename", "renameat", "mkdir", "unlink"),
              "error=ENOSPC",
              Set.of("write", "mkdir", "link", "linkat"))
          : Map.of(
              "error=EIO", Set.of("fsync", "link", "linkat"),
              "error=ENOSPC", Set.of("write"));

  @TempDir Path directory;
  private final AtomicInteger runs = new AtomicInteger();
  private Path file;
  private TableContent fileContent;

  private record Fault(int number, String fate, Tracing.Step step) {
    String rule() {
      return step.faring(fate);
    }

    @Override
    public String toString() {
      return rule() + " at " + step.name() + "(" + step.arguments() + ")";
    }
  }

  /** Makes what stands before a run. */
  private interface Place {
    Path make(String name) throws IOException;
  }

  @BeforeEach
  void writeFile() throws IOException {
    Tracing.assumeAvailable();
    file = Flights.csv(directory.resolve("file.csv"), 50);
    Path once = Flights.createTable(directory.resolve("once"));
    importHere(once);
    fileContent = TableContent.of(once);
  }

  private CommandProcess.Run importHere(Path table) {
    CommandProcess.Run run = CommandProcess.here("import", table.toString(), file.toString());
    assertThat(run.exit()).as("the next import: %s", run).isZero();
    return run;
  }

  private List<Fault> faults(Place place, String verb, String... rest) throws IOException {
    Path calm = place.make("calm");
    Strace strace =
        Strace.watching(directory.resolve("calm.log"), Tracing.CALLS.toArray(new String[0]));
    CommandProcess.Run run = Tracing.run(strace, directory, arguments(verb, calm, rest));
    assertThat(run.exit()).as(run.toString()).isZero();
    List<Fault> faults = new ArrayList<>();
    for (Map.Entry<String, Set<String>> fate : FATES.entrySet()) {
      for (Tracing.Step step : Tracing.steps(strace, calm)) {
        if (fate.getValue().contains(step.name())) {
          faults.add(new Fault(faults.size(), fate.getKey(), step));
        }
      }
    }
    assertThat(faults).hasSizeGreaterThan(15);
    return faults;
  }

  private static List<String> arguments(String verb, Path table, String... rest) {
    List<String> arguments = new ArrayList<>(List.of(verb, table.toString()));
    arguments.addAll(List.of(rest));
    return arguments;
  }

  private CommandProcess.Run run(Fault fault, List<String> arguments) {
    Path log = directory.resolve("fault-" + fault.number() + ".log");
    Strace strace = Strace.watching(log, fault.step().name()).withFault(fault.rule());
    CommandProcess.Run run = Tracing.run(strace, directory, arguments);
    runs.incrementAndGet();
    boolean killed = run.exit() == ChildProcess.KILLED;
    boolean met = killed || strace.calls().stream().anyMatch(Strace.Call::isInjected);
    assertThat(met).as("the fault took place: %s", run).isTrue();
    assertThat(killed).isEqualTo(fault.fate().contains("KILL"));
    assertThat(run.err()).doesNotContain("\tat ").doesNotContain("INTERNAL");
    return run;
  }

  @Test
  void anImportThatMeetsAFaultIsThereWholeOrNotAtAllAndNeverLostOnceAcknowledged()
      throws Exception {
    Path template = Flights.createTable(directory.resolve("template"));
    importHere(template);
    Place place = name -> copy(template, directory.resolve("import-" + name));
    List<Fault> faults = faults(place, "import", file.toString());
    Lanes.forEach(
        faults,
        fault -> {
          Path table = place.make("" + fault.number());
          CommandProcess.Run run = run(fault, arguments("import", table, file.toString()));
          requireWholeOrNothing(run, table);
        });
    System.out.println("SystemCallFaultTest: imports with a fault: " + runs.get());
  }

  private void requireWholeOrNothing(CommandProcess.Run run, Path table) throws IOException {
    TableContent after = fileContent.plus(fileContent);
    TableContent found = TableContent.of(table);
    assertThat(found).as(run.toString()).isIn(fileContent, after);
    assertThat(run.exit()).as(run.toString()).isIn(0, 3, 5, ChildProcess.KILLED);
    if (run.isAcknowledged()) {
      assertThat(run.out()).isEqualTo("imported 50 rows, version 2\n");
      assertThat(found).as("acknowledged: %s", run).isEqualTo(after);
    }
    if (run.exit() == 0) {
      assertThat(run.isAcknowledged()).as(run.toString()).isTrue();
    } else if (run.exit() == 5) {
      assertThat(found).as("failed for certain: %s", run).isEqualTo(fileContent);
    }
    if (run.exit() == 3 || run.exit() == 5) {
      assertThat(run.err()).contains("error ");
      assertThat(run.isAcknowledged()).as(run.toString()).isFalse();
    }
    importHere(table);
    assertThat(TableContent.of(table)).isEqualTo(found.plus(fileContent));
  }

  @Test
  void aCreationThatMeetsAFaultIsDoneOrCanBeDoneAgain() throws Exception {
    Place place = name -> directory.resolve("create-" + name);
    List<Fault> faults = faults(place, "create", "--schema", "flight_id bigint, mark string");
    Lanes.forEach(
        faults,
        fault -> {
          Path table = place.make("" + fault.number());
          CommandProcess.Run run =
              run(fault, arguments("create", table, "--schema", "flight_id bigint, mark string"));
          requireCreatedOrCreatable(run, table);
        });
    System.out.println("SystemCallFaultTest: creations with a fault: " + runs.get());
  }

  private void requireCreatedOrCreatable(CommandProcess.Run run, Path table) throws IOException {
    assertThat(run.exit()).as(run.toString()).isIn(0, 2, 3, 5, ChildProcess.KILLED);
    boolean exists = AcidTable.exists(table.toString());
    if (run.exit() == 0 || run.isAcknowledged()) {
      assertThat(exists).as("acknowledged: %s", run).isTrue();
    }
    if (exists) {
      assertThat(TableContent.of(table)).isEqualTo(TableContent.NOTHING);
    } else {
      importHere(table);
      assertThat(TableContent.of(table).rows()).isEqualTo(50);
    }
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
