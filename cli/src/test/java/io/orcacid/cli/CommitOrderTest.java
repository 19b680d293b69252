package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.Strace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order one import makes things durable. */
class CommitOrderTest {
  @TempDir Path directory;
  private List<Strace.Call> calls;

  @BeforeEach
  void traceAnImportThatCreatesItsTable() throws IOException {
    Tracing.assumeAvailable();
    Path file = Flights.csv(directory.resolve("file.csv"), 20);
    Strace strace = Strace.watching(directory.resolve("log"), Tracing.CALLS.toArray(new String[0]));
    CommandProcess.Run run =
        Tracing.run(
            strace,
            directory,
            List.of(
                "import",
                directory.resolve("new/table").toString(),
                file.toString(),
                "--partitioned-by",
                "leg"));
    assertThat(run.exit()).as(run.toString()).isZero();
    assertThat(run.out()).isEqualTo("imported 20 rows, version 1\n");
    calls = strace.calls();
  }

  private int first(String name, String... parts) {
    for (int i = 0; i < calls.size(); i++) {
      if (matches(calls.get(i), name, parts)) {
        return i;
      }
    }
    throw new AssertionError("no " + name + " with " + Arrays.toString(parts) + " in " + calls);
  }

  private int last(String name, String... parts) {
    for (int i = calls.size() - 1; i >= 0; i--) {
      if (matches(calls.get(i), name, parts)) {
        return i;
      }
    }
    throw new AssertionError("no " + name + " with " + Arrays.toString(parts) + " in " + calls);
  }

  private static boolean matches(Strace.Call call, String name, String... parts) {
    return call.name().startsWith(name)
        && Arrays.stream(parts).allMatch(call.arguments()::contains)
        && call.result().matches("\\d.*");
  }

  @Test
  void dataIsDurableBeforeTheEntryAndTheEntryBeforeTheAcknowledgement() {
    int link = first("link", "_v00000000000000000001.json\"");
    int acknowledgement = first("write", "\"imported 20 rows");
    String unfinished = calls.get(link).arguments().replaceFirst(".*?(_tmp-[^\"]*)\".*", "$1");
    for (int leg = 0; leg < 5; leg++) {
      String delta = "/leg=" + leg + "/delta_0000001_0000001_0000";
      int files = last("fsync", delta + "/bucket_00000>");
      int versionFile = last("fsync", delta + "/_orc_acid_version>");
      int names = last("fsync", delta + ">");
      int parent = last("fsync", "/table/leg=" + leg + ">");
      assertThat(last("write", delta + "/")).isLessThan(Math.max(files, versionFile));
      assertThat(Math.max(files, versionFile)).isLessThan(names);
      assertThat(Math.max(names, parent)).isLessThan(link);
    }
    assertThat(first("fsync", "_acid_log/" + unfinished)).isLessThan(link);
    assertThat(last("write", "_acid_log/" + unfinished))
        .isLessThan(first("fsync", "_acid_log/" + unfinished));
    int logDirectory = lastBefore(acknowledgement, "fsync", "/_acid_log>");
    assertThat(logDirectory).isGreaterThan(link).isLessThan(acknowledgement);
    assertThat(lastBefore(link, "fsync", "/new/table>")).isGreaterThan(first("mkdir", "/leg=4\""));
  }

  @Test
  void a76_theClaimIsDurableBeforeAnyFileUnderItsWriteIdExists() {
    int claim = first("link", "_ids/_00000000000000000001");
    int names = lastBefore(first("mkdir", "/delta_0000001_0000001_0000\""), "fsync", "/_ids>");
    assertThat(names).isGreaterThan(claim);
  }

  @Test
  void theDirectoriesOfANewTableAreNamedDurablyBeforeItsFirstVersion() {
    int link = first("link", "_v00000000000000000000.json\"");
    List<String> parents = List.of(directory + ">", "/new>", "/new/table>");
    List<String> made = List.of("/new\"", "/new/table\"", "/new/table/_acid_log\"");
    for (int i = 0; i < made.size(); i++) {
      int named = lastBefore(link, "fsync", parents.get(i));
      assertThat(named).isGreaterThan(first("mkdir", made.get(i)));
    }
  }

  private int lastBefore(int end, String name, String... parts) {
    for (int i = end - 1; i >= 0; i--) {
      if (matches(calls.get(i), name, parts)) {
        return i;
      }
    }
    throw new AssertionError("no " + name + " with " + Arrays.toString(parts) + " in " + calls);
  }
}
