package io.orcacid.daemon.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.daemon.config.DaemonSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    String said =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);

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
  void keys_that_these_files_name_are_settings() throws IOException {
    List<String> keys =
        java.util.Arrays.stream(DaemonSetting.values()).map(DaemonSetting::key).toList();
    for (String text : List.of(unit(), dockerfile())) {
      Matcher key = Pattern.compile("orcacid\\.daemon\\.[a-z.]*[a-z]").matcher(text);
      while (key.find()) {
        assertThat(keys).contains(key.group());
      }
    }
  }
}
