package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks the kernel in which order a commit makes things durable (MEASUREMENTS.md §2). */
class DurabilityOrderTest {
  @TempDir Path directory;

  private record Traced(int exit, String output, List<String> calls) {}

  private Traced trace(List<String> strace) throws IOException, InterruptedException {
    Path calls = directory.resolve("calls");
    List<String> command = new ArrayList<>(List.of("strace", "-f", "-y", "-o", calls.toString()));
    command.addAll(strace);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            SingleCommit.class.getName(),
            directory.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Traced(process.waitFor(), output, Files.readAllLines(calls));
  }

  private static void assumeStrace() {
    String reason;
    try {
      Process process =
          new ProcessBuilder("strace", "-o", "/dev/null", "true").redirectErrorStream(true).start();
      reason = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() == 0) {
        return;
      }
    } catch (IOException | InterruptedException e) {
      reason = e.toString();
    }
    System.err.println("SKIPPED: the order of fsync and link was NOT verified: " + reason);
    assumeThat(reason).as("strace does not work here: %s", reason).isEmpty();
  }

  @Test
  void an_entry_is_synced_before_its_link_and_its_directory_before_the_answer() throws Exception {
    assumeStrace();
    Traced traced = trace(List.of("-e", "trace=fsync,link,linkat,write"));
    assertThat(traced.exit()).as(traced.output()).isZero();
    List<String> calls = traced.calls();
    String entry = "_v00000000000000000001.json";
    int link = indexOf(calls, 0, "link", entry);
    String temporary = calls.get(link).replaceFirst(".*?\"([^\"]*_tmp-[^\"]*)\".*", "$1");
    int syncFile = lastBefore(calls, link, "fsync(", Path.of(temporary).getFileName().toString());
    int syncDirectory = indexOf(calls, link, "fsync(", "_acid_log>");
    int acknowledged = indexOf(calls, 0, "write(1", "ACKNOWLEDGED");
    assertThat(syncFile).isNotNegative().isLessThan(link);
    assertThat(syncDirectory).isGreaterThan(link).isLessThan(acknowledged);

    int claim = indexOf(calls, 0, "link", "_ids/_00000000000000000001\"");
    int syncClaims = indexOf(calls, claim, "fsync(", "/_ids>");
    int data = indexOf(calls, 0, "write(1", "CLAIMED");
    assertThat(syncClaims).isGreaterThan(claim).isLessThan(data);
  }

  @Test
  void an_fsync_of_the_log_directory_that_fails_is_never_acknowledged() throws Exception {
    assumeStrace();
    Traced calm = trace(List.of("-e", "trace=fsync,link,linkat"));
    List<String> calls = calm.calls();
    int link = indexOf(calls, 0, "link", "_v00000000000000000001.json");
    int atFault = indexOf(calls, link, "fsync(", "_acid_log>");
    long number =
        calls.subList(0, atFault + 1).stream().filter(call -> call.contains("fsync(")).count();
    try (var all = Files.list(directory)) {
      for (Path path : all.toList()) {
        deleteRecursively(path);
      }
    }
    Traced traced =
        trace(
            List.of(
                "-e", "trace=fsync,link,linkat", "-e", "inject=fsync:error=EIO:when=" + number));
    assertThat(traced.output()).doesNotContain("ACKNOWLEDGED").contains("UNKNOWN");
  }

  private static void deleteRecursively(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (var children = Files.list(path)) {
        for (Path child : children.toList()) {
          deleteRecursively(child);
        }
      }
    }
    Files.delete(path);
  }

  private static int indexOf(List<String> calls, int from, String... parts) {
    for (int i = from; i < calls.size(); i++) {
      if (Arrays.stream(parts).allMatch(calls.get(i)::contains)) {
        return i;
      }
    }
    throw new AssertionError("no call with " + Arrays.toString(parts) + " in " + calls);
  }

  private static int lastBefore(List<String> calls, int end, String... parts) {
    for (int i = end - 1; i >= 0; i--) {
      if (Arrays.stream(parts).allMatch(calls.get(i)::contains)) {
        return i;
      }
    }
    return -1;
  }
}
