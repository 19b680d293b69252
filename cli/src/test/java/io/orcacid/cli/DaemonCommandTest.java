package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.testkit.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as its operator starts, asks and ends it. */
class DaemonCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();

  private Path config(String... lines) throws IOException {
    return Files.writeString(
        directory.resolve("daemon.properties"),
        "orcacid.daemon.tables="
            + directory.resolve("flights")
            + "\norcacid.daemon.check.interval=100ms\norcacid.daemon.http.port=0\n"
            + "orcacid.daemon.http.token=secret\n"
            + String.join("\n", lines));
  }

  private Path flights(int imports) throws IOException {
    Path table = Flights.createTable(directory.resolve("flights"));
    Path file = Flights.csv(directory.resolve("file.csv"), 60);
    for (int number = 0; number < imports; number++) {
      CommandProcess.out("import", table.toString(), file.toString());
    }
    return table;
  }

  private ChildProcess daemon(Path config) {
    return CommandProcess.command(directory, "daemon", "--config", config.toString()).start();
  }

  private static String page(ChildProcess daemon) {
    String line = daemon.nextLine(PATIENCE);
    assertThat(line).startsWith("page: http://127.0.0.1:");
    return line.substring("page: ".length());
  }

  private JsonNode get(String address) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body());
  }

  private int post(String address, String body, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(ChildProcess daemon, Condition condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(daemon.err()).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private static long compactions(Path table) {
    return CommandProcess.out("history", table.toString())
        .lines()
        .filter(line -> line.contains("COMPACT"))
        .count();
  }

  private static void end(ChildProcess daemon) {
    daemon.terminate();
    assertThat(daemon.exitCode(PATIENCE)).as(daemon.err()).isZero();
  }

  @Test
  void a_changed_threshold_holds_after_sighup_and_a_mistake_changes_nothing() throws Exception {
    Path table = flights(4);
    try (ChildProcess daemon = daemon(config("hive.compactor.delta.num.threshold=100"))) {
      String page = page(daemon);
      await(
          daemon,
          () -> get(page + "api/v1/tables").toString().contains("hive.compactor.delta.num"));
      config("hive.compactor.delta.num.threshold=few");
      daemon.hangUp();
      await(daemon, () -> daemon.err().contains("goes on with the settings that it has"));
      assertThat(daemon.err()).contains("hive.compactor.delta.num.threshold");
      assertThat(compactions(table)).isZero();
      config("hive.compactor.delta.num.threshold=3", "orcacid.daemon.workers=3");
      daemon.hangUp();
      await(daemon, () -> compactions(table) == 1);
      await(
          daemon,
          () -> daemon.out().contains("taken at the next start only: orcacid.daemon.workers"));
      end(daemon);
    }
  }

  @Test
  void who_asks_for_a_compaction_must_know_the_token() throws Exception {
    Path table = flights(1);
    try (ChildProcess daemon = daemon(config())) {
      String page = page(daemon);
      String body = "{\"table\":\"" + table + "\",\"kind\":\"MAJOR\"}";
      await(daemon, () -> !get(page + "api/v1/tables").findPath("version").isMissingNode());
      assertThat(post(page + "api/v1/compact", body, "")).isEqualTo(401);
      assertThat(post(page + "api/v1/compact", body, "wrong")).isEqualTo(401);
      assertThat(compactions(table)).isZero();
      assertThat(post(page + "api/v1/compact", body, "secret")).isBetween(200, 299);
      await(daemon, () -> compactions(table) == 1);
      assertThat(post(page + "api/v1/drain", "{}", "secret")).isBetween(200, 299);
      assertThat(daemon.exitCode(PATIENCE)).as(daemon.err()).isZero();
    }
  }

  @Test
  void at_sigterm_what_runs_is_finished_if_it_can_be() throws Exception {
    Path table = flights(4);
    try (ChildProcess daemon =
        daemon(
            config(
                "hive.compactor.delta.num.threshold=3",
                "orcacid.daemon.throttle=" + bytes(table)))) {
      String page = page(daemon);
      await(daemon, () -> get(page + "api/v1/status").path("working").asInt() == 1);
      end(daemon);
      assertThat(compactions(table)).isEqualTo(1);
    }
  }

  @Test
  void at_sigterm_what_cannot_be_finished_is_handed_back_and_leaves_nothing() throws Exception {
    Path table = flights(4);
    try (ChildProcess daemon =
        daemon(
            config(
                "hive.compactor.delta.num.threshold=3",
                "orcacid.daemon.throttle=100",
                "orcacid.daemon.drain.time=500ms"))) {
      String page = page(daemon);
      await(daemon, () -> get(page + "api/v1/status").path("working").asInt() == 1);
      end(daemon);
      assertThat(daemon.err()).contains("handed back");
    }
    assertThat(compactions(table)).isZero();
    assertThat(DiskContent.of(table)).isEqualTo(DiskContent.namedByTheLog(table));
    try (ChildProcess daemon = daemon(config("hive.compactor.delta.num.threshold=3"))) {
      await(daemon, () -> compactions(table) == 1);
      end(daemon);
    }
  }

  private static long bytes(Path table) throws IOException {
    try (var files = Files.walk(table)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("bucket_"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Test
  void each_setting_is_printed_with_where_it_came_from() throws Exception {
    Path file = config("orcacid.daemon.workers=4");
    String printed =
        CommandProcess.out(
            "daemon",
            "--config",
            file.toString(),
            "--check-config",
            "--conf",
            "orcacid.daemon.window=22:00-06:00");
    assertThat(printed.lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "orcacid.daemon.workers 4 " + file,
            "orcacid.daemon.window 22:00-06:00 --conf",
            "orcacid.daemon.backoff.most 1h default",
            "orcacid.daemon.http.token *** " + file);
    assertThat(printed).doesNotContain("secret");
  }

  @Test
  void an_unknown_key_ends_it_before_it_begins() throws Exception {
    assertThat(
            CommandProcess.refused(
                "daemon", "--config", config("orcacid.daemon.worker=4").toString()))
        .contains("orcacid.daemon.worker")
        .contains("orcacid.daemon.workers");
  }

  @Test
  void beyond_this_machine_it_listens_with_a_token_only() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("open.properties"),
            "orcacid.daemon.warehouses="
                + directory
                + "\norcacid.daemon.http.host=0.0.0.0\norcacid.daemon.http.port=0\n");
    assertThat(CommandProcess.refused("daemon", "--config", file.toString()))
        .contains("orcacid.daemon.http.token");
  }
}
