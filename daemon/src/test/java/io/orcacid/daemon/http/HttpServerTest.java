package io.orcacid.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.orcacid.daemon.view.Examples;
import io.orcacid.daemon.view.FakeControl;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final Optional<String> BEARER = Optional.of("Bearer " + TOKEN);
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private final FakeControl control = new FakeControl(Examples.workingDay(NOW));
  private HttpServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    listen(new HttpOptions("127.0.0.1", 0, Optional.of(TOKEN)));
  }

  private void listen(HttpOptions options) throws IOException {
    server = new HttpServer(options, control, () -> "# no figures\n");
    server.start();
    client = new Client(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void listenAgain(HttpOptions options) throws IOException {
    server.close();
    listen(options);
  }

  @Test
  void a_daemon_that_answers_is_live_whatever_its_checks_say() throws Exception {
    HttpResponse<String> response = client.read("/healthz");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("live\n");
  }

  @Test
  void it_is_ready_if_every_check_passed() throws Exception {
    HttpResponse<String> failed = client.read("/readyz");
    assertThat(failed.statusCode()).isEqualTo(503);
    assertThat(failed.body())
        .startsWith("not ready\nok     initiator: last round 41 s ago")
        .contains("\nfailed tables: 1 of 8 tables cannot be read");

    control.show(Examples.wellBehaved(NOW));
    HttpResponse<String> passed = client.read("/readyz");
    assertThat(passed.statusCode()).isEqualTo(200);
    assertThat(passed.body()).startsWith("ready\n").doesNotContain("failed");
  }

  @Test
  void metrics_come_in_the_text_format_of_prometheus() throws Exception {
    HttpResponse<String> response = client.read("/metrics");

    assertThat(response.body()).isEqualTo("# no figures\n");
    assertThat(response.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
  }

  @Test
  void instants_are_texts_and_durations_milliseconds() throws Exception {
    assertThat(client.json("/api/v1/status").get("started").asText())
        .isEqualTo("2026-11-28T07:00:00Z");
    JsonNode ended = client.json("/api/v1/compactions").at("/history/0");
    assertThat(ended.get("duration").asLong()).isEqualTo(37_652);
    assertThat(ended.get("ended").asText()).isEqualTo("2026-11-30T11:49:00Z");
    assertThat(client.json("/api/v1/compactions").at("/history/1/version").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "tables, /tables/1/path, /warehouse/web.db/clicks",
    "compactions, /queue/0/progress/bytesTotal, 97710505984",
    "compactions, /history/3/outcome, FAILED",
    "cleaner, /blocks/1/directory, base_0000080_v0008123",
    "transactions, /transactions/0/info/author/user, bob",
    "leases, /leases/0/version, 8123",
    "status, /pools/1/name, ads",
  })
  void each_list_is_given_as_the_daemon_has_it(String path, String pointer, String value)
      throws Exception {
    assertThat(client.json("/api/v1/" + path).at(pointer).asText()).isEqualTo(value);
  }

  @Test
  void a_table_goes_by_its_path_and_its_files_by_their_directory() throws Exception {
    String path = "path=" + URLEncoder.encode(Examples.CLICKS, StandardCharsets.UTF_8);
    JsonNode table = client.json("/api/v1/table?" + path);
    assertThat(table.at("/directories/1/name").asText()).isEqualTo("base_0000080_v0008123");
    assertThat(table.at("/partitions/0/estimate/filesAfter").asInt()).isEqualTo(3);

    JsonNode files =
        client.json(
            "/api/v1/files?"
                + path
                + "&partition=day%3D2026-11-29&directory=base_0000080_v0008123");
    assertThat(files.get("files")).hasSize(4);
    assertThat(files.at("/files/3/name").asText()).isEqualTo("bucket_00003");
  }

  @Test
  void names_come_back_byte_by_byte_whatever_is_in_them() throws Exception {
    control.show(Examples.hostile(NOW));
    assertThat(client.json("/api/v1/tables").at("/tables/0/path").asText())
        .isEqualTo(Examples.HOSTILE);
    String path = URLEncoder.encode(Examples.HOSTILE, StandardCharsets.UTF_8);
    assertThat(client.json("/api/v1/table?path=" + path).at("/validWriteIds").asText())
        .isEqualTo(Examples.HOSTILE);
  }

  @Test
  void commands_do_what_they_say() throws Exception {
    command("compact", "{'table': '/warehouse/web.db/clicks'}", "{\"added\":2}");
    command(
        "compact",
        "{'table': '/warehouse/web.db/clicks', 'partition': 'day=1', 'kind': 'major'}",
        "{\"added\":2}");
    command("clean", "{'table': '/warehouse/web.db/clicks'}", "{}");
    command("pause", "{}", "{}");
    command("pause", "{'table': '/warehouse/web.db/clicks'}", "{}");
    command("resume", "", "{}");
    command("resume", "{'table': '/warehouse/web.db/clicks'}", "{}");
    command("abort", "{'table': '/warehouse/web.db/clicks', 'writeId': 139}", "{}");
    command("drain", "", "{}");

    assertThat(control.calls())
        .containsExactly(
            "compact /warehouse/web.db/clicks",
            "compact /warehouse/web.db/clicks partition=day=1 kind=MAJOR",
            "clean /warehouse/web.db/clicks",
            "pause everything",
            "pause /warehouse/web.db/clicks",
            "resume everything",
            "resume /warehouse/web.db/clicks",
            "abort /warehouse/web.db/clicks 139",
            "drain");
  }

  private void command(String verb, String body, String answer) throws Exception {
    HttpResponse<String> response = client.post("/api/v1/" + verb, body.replace('\'', '"'), BEARER);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compact", "clean", "pause", "resume", "abort", "drain"})
  void no_command_is_taken_without_the_token(String verb) throws Exception {
    for (String wrong : List.of("", "Bearer", "Bearer 0123", "Bearer " + TOKEN + "0", TOKEN)) {
      HttpResponse<String> response =
          client.post(
              "/api/v1/" + verb,
              "{\"table\":\"" + Examples.CLICKS + "\",\"writeId\":1}",
              wrong.isEmpty() ? Optional.empty() : Optional.of(wrong));
      assertThat(Client.error(response)).startsWith("401 UNAUTHORIZED: ");
      assertThat(response.headers().firstValue("WWW-Authenticate"))
          .contains("Bearer realm=\"orc-acid daemon\"");
    }
    assertThat(control.calls()).isEmpty();
  }

  @Test
  void a_daemon_without_a_token_says_what_to_configure() throws Exception {
    listenAgain(new HttpOptions("localhost", 0, Optional.empty()));

    assertThat(Client.error(client.post("/api/v1/drain", "", BEARER)))
        .isEqualTo(
            "401 UNAUTHORIZED: Nobody can change anything, since no token is configured: set"
                + " orcacid.daemon.http.token.file and start the daemon again");
    assertThat(client.read("/api/v1/status").statusCode()).isEqualTo(200);
    assertThat(control.calls()).isEmpty();
  }

  @Test
  void nobody_listens_beyond_the_machine_without_a_token() {
    for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
      assertThatThrownBy(
              () -> new HttpServer(new HttpOptions(host, 0, Optional.empty()), control, () -> ""))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("orcacid.daemon.http.token.file");
    }
  }

  @Test
  void beyond_the_machine_data_need_the_token_too() throws Exception {
    listenAgain(new HttpOptions("0.0.0.0", 0, Optional.of(TOKEN)));

    for (String path : List.of("/api/v1/status", "/api/v1/tables", "/metrics")) {
      assertThat(Client.error(client.read(path))).startsWith("401 UNAUTHORIZED: ");
      assertThat(client.read(path, "bearer " + TOKEN).statusCode()).isEqualTo(200);
    }
    assertThat(client.read("/").statusCode()).isEqualTo(200);
    assertThat(client.read("/healthz").statusCode()).isEqualTo(200);
    assertThat(client.read("/readyz").body()).isEqualTo("not ready\n");
    assertThat(client.read("/readyz", "Bearer " + TOKEN).body()).contains("stock");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "LOCALHOST:1, 200",
    "127.0.0.1:8642, 200",
    "'[::1]:8642', 200",
    "evil.example, 403",
    "evil.example:8642, 403",
    "127.0.0.1.evil.example, 403",
    "localhost@evil.example, 403",
    "'', 403",
  })
  void on_the_loopback_interface_only_names_of_the_machine_are_answered(String host, int status)
      throws Exception {
    assertThat(raw("GET /api/v1/status HTTP/1.1\r\nHost: " + host + "\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
    assertThat(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  private String raw(String head) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/drain, POST",
    "POST, /api/v1/tables, 'GET, HEAD'",
    "DELETE, /, 'GET, HEAD'",
    "OPTIONS, /api/v1/compact, POST",
  })
  void another_method_is_told_which_one_is_allowed(String method, String path, String allowed)
      throws Exception {
    HttpResponse<String> response = client.call(method, path);
    assertThat(Client.error(response))
        .isEqualTo("405 METHOD_NOT_ALLOWED: This path takes " + allowed);
    assertThat(response.headers().firstValue("Allow")).contains(allowed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/healthz", "/metrics", "/api/v1/tables", "/page.js"})
  void a_head_has_the_headers_of_the_answer_and_no_body(String path) throws Exception {
    HttpResponse<String> get = client.read(path);
    HttpResponse<String> head = client.call("HEAD", path);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    for (String name : List.of("Content-Type", "Content-Length", "Cache-Control")) {
      assertThat(head.headers().firstValue(name)).isEqualTo(get.headers().firstValue(name));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/nothing", "/api/v1/", "/api/v1/tables/", "/../pom.xml", "/%2e%2e/x", "/page"})
  void what_is_not_there_is_not_found(String path) throws Exception {
    assertThat(Client.error(client.read(path))).startsWith("404 NOT_FOUND: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compact | {'table': '/a', 'knd': 'MAJOR'} | The field 'knd' is not known here; known: kind, partition, table",
        "compact | {'table': '/a', 'kind': 'HUGE'} | The body does not fit: wrong value of 'kind'",
        "compact | {'table': ['/a']} | The body does not fit: wrong value of 'table'",
        "compact | {} | The field 'table' is missing: it is the path of the table",
        "compact | {'table': '/a', 'table': '/b'} | The body is not JSON: Duplicate field 'table'",
        "compact | [] | The body does not fit: wrong value",
        "compact | null | The body is null: a JSON object is needed",
        "compact | {'table': | The body is not JSON: Unexpected end-of-input",
        "clean | {'table': '/a'} {} | The body does not fit: wrong value",
        "clean | {'table': '/a'} | The daemon looks after no such table (table=/a)",
        "abort | {'table': '/a'} | The field 'writeId' is missing: it is a number",
        "abort | {'table': '/a', 'writeId': '7'} | The body does not fit: wrong value of 'writeId'",
        "drain | {'now': true} | The field 'now' is not known here: none is",
      })
  void a_wrong_body_is_told_what_is_wrong_with_it(String verb, String body, String message)
      throws Exception {
    String told = Client.error(client.post("/api/v1/" + verb, body.replace('\'', '"'), BEARER));
    assertThat(told).startsWith("400 VALIDATION: " + message).doesNotContain("io.orcacid");
    assertThat(control.calls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "table | The parameter 'path' is missing",
        "table?path=/a | The daemon looks after no such table (table=/a)",
        "table?path=a&path=b | The parameter 'path' came twice",
        "tables?limit=7 | The parameter 'limit' is not known here: none is",
        "files?path=a&dir=b | The parameter 'dir' is not known here; known: directory, partition, path",
      })
  void a_wrong_question_is_told_what_is_wrong_with_it(String path, String message)
      throws Exception {
    assertThat(Client.error(client.read("/api/v1/" + path)))
        .isEqualTo("400 VALIDATION: " + message);
  }

  @Test
  void a_body_that_is_too_long_is_not_read_to_its_end() throws Exception {
    String long_ = "{\"table\":\"" + "x".repeat(1 << 16) + "\"}";
    assertThat(Client.error(client.post("/api/v1/clean", long_, BEARER)))
        .startsWith("413 TOO_LARGE: ");
  }

  @Test
  void failures_are_told_without_where_in_the_code_they_happened() throws Exception {
    control.fail(new WriteConflictException("Another was first: try again", "winner", 7));
    assertThat(failure()).isEqualTo("409 CONFLICT: Another was first: try again (winner=7)");

    control.fail(new UncheckedIOException(new IOException("No space left on device")));
    assertThat(failure()).contains("500 IO: ").contains("No space left on device");

    control.fail(new CorruptFileException("The file is damaged", "path", "/a/b"));
    assertThat(failure()).startsWith("500 CORRUPT").contains("(path=/a/b)");

    control.fail(new NullPointerException("secret of the code"));
    assertThat(failure()).isEqualTo("500 INTERNAL: The daemon failed to answer: its log says why");
  }

  private String failure() throws Exception {
    HttpResponse<String> response = client.read("/api/v1/status");
    assertThat(response.body()).doesNotContain("\tat ").doesNotContain("Exception");
    return Client.error(response);
  }

  @Test
  void browsers_are_told_to_load_nothing_from_elsewhere_and_to_keep_nothing() throws Exception {
    for (String path : List.of("/", "/api/v1/status", "/nothing")) {
      HttpResponse<String> response = client.read(path);
      assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("default-src 'self'")
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(response.headers().firstValue("Cache-Control"))
          .contains(path.equals("/") ? "no-cache" : "no-store");
    }
  }

  @Test
  void clients_that_send_half_a_request_do_not_hold_up_the_health_check() throws Exception {
    List<Socket> halves = new ArrayList<>();
    for (int number = 0; number < 6; number++) {
      Socket half = new Socket("127.0.0.1", server.port());
      half.getOutputStream().write("GET / HTTP/1.1\r\nHost: l".getBytes(StandardCharsets.UTF_8));
      halves.add(half);
    }
    assertThat(client.read("/healthz").statusCode()).isEqualTo(200);
    for (Socket half : halves) {
      half.close();
    }
  }

  @Test
  void a_port_that_is_taken_is_told_with_what_to_do() {
    assertThatThrownBy(
            () ->
                new HttpServer(
                    new HttpOptions("127.0.0.1", server.port(), Optional.empty()),
                    control,
                    () -> ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("orcacid.daemon.http.port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "new\nline", "umlaut-ü"})
  void a_token_that_no_header_can_carry_is_refused(String token) {
    assertThatThrownBy(() -> new HttpOptions("127.0.0.1", 0, Optional.of(token)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("openssl rand -hex 32");
  }

  @Test
  void no_log_shows_the_token() {
    assertThat(new HttpOptions("127.0.0.1", 1, Optional.of(TOKEN)).toString())
        .doesNotContain(TOKEN);
  }
}
