package io.orcacid.daemon.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.daemon.config.DaemonSetting;
import io.orcacid.daemon.http.HttpOptions;
import io.orcacid.daemon.http.HttpServer;
import io.orcacid.daemon.view.Examples;
import io.orcacid.daemon.view.FakeControl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The systemd unit and the container's recipe. */
class ServiceFilesTest {
  @TempDir Path directory;

  private static String unit() throws IOException {
    return Files.readString(SourceTree.file("packaging/systemd/orc-acid-daemon.service"));
  }

  private static String dockerfile() throws IOException {
    return Files.readString(SourceTree.file("packaging/docker/Dockerfile"));
  }

  @Test
  void systemd_understands_the_unit() throws IOException, InterruptedException {
    boolean installed = Files.isExecutable(Path.of("/usr/bin/systemd-analyze"));
    if (!installed) {
      System.out.println("SKIPPED: systemd-analyze is not installed; the unit is not verified");
    }
    Assumptions.assumeTrue(installed, "systemd-analyze is not installed");
    Path copy = directory.resolve("orc-acid-daemon.service");
    Files.writeString(copy, unit().replace("/opt/orc-acid/bin", SourceTree.file("bin").toString()));
    Process process =
        new ProcessBuilder("/usr/bin/systemd-analyze", "verify", copy.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.lines().filter(line -> line.contains("orc-acid-daemon.service"))).isEmpty();
  }

  @Test
  void systemd_waits_for_longer_than_a_drain_takes() throws IOException {
    assertThat(unit()).contains("KillMode=mixed").contains("Restart=on-failure");
    Matcher stop = Pattern.compile("TimeoutStopSec=(\\d+)s").matcher(unit());
    assertThat(stop.find()).isTrue();
    String drain = DaemonSetting.DRAIN_TIME.defaultValue();
    assertThat(drain).matches("\\d+s");
    assertThat(Integer.parseInt(stop.group(1)))
        .isGreaterThan(Integer.parseInt(drain.replace("s", "")) + 10);
  }

  @Test
  void the_container_runs_as_nobody_of_importance_and_tells_its_health() throws IOException {
    List<String> lines = dockerfile().lines().toList();
    int last = lines.lastIndexOf("USER 1000");
    assertThat(last).isPositive();
    assertThat(lines.subList(last, lines.size()))
        .noneMatch(line -> line.startsWith("USER") && !line.equals("USER 1000"))
        .anyMatch(line -> line.equals("EXPOSE " + DaemonSetting.HTTP_PORT.defaultValue()))
        .anyMatch(line -> line.startsWith("HEALTHCHECK "))
        .anyMatch(
            line -> line.contains("/dev/tcp/127.0.0.1/" + DaemonSetting.HTTP_PORT.defaultValue()))
        .anyMatch(line -> line.contains("/healthz"));
    assertThat(dockerfile()).contains("17-jdk").doesNotContain("-jre");
  }

  @Test
  void the_health_check_of_the_container_tells_a_live_daemon_from_a_dead_one() throws Exception {
    String command =
        dockerfile()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("CMD [\"bash\""))
            .findFirst()
            .orElseThrow()
            .substring(4);
    HttpServer server =
        new HttpServer(
            new HttpOptions("127.0.0.1", 0, Optional.empty()),
            new FakeControl(Examples.workingDay(Instant.EPOCH)),
            () -> "");
    String own = command.replace("8642", Integer.toString(server.port()));
    try (server) {
      server.start();
      assertThat(exitCode(own)).isZero();
    }
    assertThat(exitCode(own)).isNotZero();
  }

  private static int exitCode(String json) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    new ObjectMapper().readTree(json).forEach(word -> words.add(word.asText()));
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Test
  void keys_that_these_files_name_are_settings() throws IOException {
    List<String> keys = Arrays.stream(DaemonSetting.values()).map(DaemonSetting::key).toList();
    for (String text : List.of(unit(), dockerfile())) {
      Matcher key = Pattern.compile("orcacid\\.daemon\\.[a-z.]*[a-z]").matcher(text);
      while (key.find()) {
        assertThat(keys).contains(key.group());
      }
    }
  }
}
