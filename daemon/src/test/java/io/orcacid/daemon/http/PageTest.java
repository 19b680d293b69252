package io.orcacid.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.orcacid.daemon.view.Example;
import io.orcacid.daemon.view.Examples;
import io.orcacid.daemon.view.FakeControl;
import io.orcacid.daemon.view.TableStatus;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a browser, by clicks and keys; what it shows is held against the interface. */
class PageTest {
  private static final String TOKEN = "token-of-the-page";
  private static final long PATIENCE_NANOSECONDS = 20_000_000_000L;
  private static final String SEEN = "document.getElementById('main').innerText";

  private static Chromium browser;

  private final FakeControl control = new FakeControl(Examples.workingDay(Instant.now()));
  private HttpServer server;
  private Client client;
  private Tab tab;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    boolean installed = Chromium.executable().isPresent();
    if (!installed) {
      System.out.println(
          "SKIPPED: Chromium is not installed; apt-get install chromium, or the daemon's page is"
              + " not tested");
    }
    Assumptions.assumeTrue(installed, "Chromium is not installed");
    browser = Chromium.start();
  }

  @AfterAll
  static void end() throws IOException, InterruptedException {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    listen("127.0.0.1", 0);
    client = new Client(server.port());
    tab = browser.tab();
  }

  private void listen(String host, int port) throws IOException {
    server = new HttpServer(new HttpOptions(host, port, Optional.of(TOKEN)), control, () -> "");
    server.start();
  }

  @AfterEach
  void close() {
    tab.close();
    server.close();
  }

  private void show(String view, String element) throws InterruptedException {
    tab.open("http://127.0.0.1:" + server.port() + "/#/" + view);
    tab.await("document.querySelector('" + element + "')");
  }

  private static String table(String path) {
    return "table/" + URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private void enterToken() throws InterruptedException {
    tab.click("header", "Enter token to act");
    tab.await("document.querySelector('#token').open");
    tab.type(TOKEN);
    tab.press("Enter", 13);
    tab.await("!document.querySelector('#token').open");
    tab.await("document.querySelector('header').textContent.includes('Drain')");
  }

  /** Cells of a column: their texts with single plain spaces. */
  private List<String> column(String table, String label) {
    return texts("#" + table + " td[data-label=\"" + label + "\"]");
  }

  private List<String> texts(String selector) {
    return values(selector, "e.textContent.replace(/\\s+/g, ' ').trim()");
  }

  private List<String> titles(String table, String label) {
    return values(
        "#" + table + " td[data-label=\"" + label + "\"]",
        "e.querySelector('[title]')?.title ?? ''");
  }

  private List<String> values(String selector, String value) {
    List<String> values = new ArrayList<>();
    tab.evaluate(
            "[...document.querySelectorAll(" + Tab.quoted(selector) + ")].map(e => " + value + ")")
        .forEach(one -> values.add(one.asText()));
    return values;
  }

  private static List<String> each(JsonNode rows, Function<JsonNode, String> text) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(text.apply(row).replaceAll("\\s+", " ").strip()));
    return texts;
  }

  private static String text(JsonNode row, String pointer) {
    JsonNode value = row.at(pointer);
    return value.isNull() ? "–" : value.asText();
  }

  private static String words(JsonNode row, String pointer) {
    return text(row, pointer).toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String count(JsonNode row, String pointer) {
    JsonNode value = row.at(pointer);
    return value.isNull()
        ? "–"
        : String.format(Locale.ROOT, "%,d", value.asLong()).replace(',', ' ');
  }

  private static String bytes(JsonNode row, String pointer) {
    return row.at(pointer).isNull() ? "" : count(row, pointer) + " bytes";
  }

  private List<String> exact(String table, String label) {
    return titles(table, label).stream().map(one -> one.replace('\u202f', ' ')).toList();
  }

  private static String place(JsonNode row) {
    return text(row, "/table") + " " + text(row, "/partition");
  }

  @Test
  void tables_are_those_of_the_interface() throws Exception {
    show("tables", "#tables");
    JsonNode rows = client.json("/api/v1/tables").get("tables");

    assertThat(rows).hasSize(8);
    assertThat(column("tables", "Table"))
        .isEqualTo(each(rows, row -> text(row, "/path") + text(row, "/reason")));
    assertThat(column("tables", "State")).isEqualTo(each(rows, row -> words(row, "/state")));
    assertThat(column("tables", "Read ampl."))
        .isEqualTo(each(rows, row -> count(row, "/readAmplification")));
    assertThat(column("tables", "Due"))
        .isEqualTo(
            each(rows, row -> count(row, "/partitionsDue") + " / " + count(row, "/partitions")));
    assertThat(column("tables", "Deltas"))
        .isEqualTo(each(rows, row -> count(row, "/deltaDirectories")));
    assertThat(exact("tables", "Size")).isEqualTo(each(rows, row -> bytes(row, "/bytes")));
    assertThat(titles("tables", "Compacted"))
        .isEqualTo(each(rows, row -> text(row, "/lastCompaction").replace("–", "")));
    assertThat(column("tables", "Pool")).isEqualTo(each(rows, row -> text(row, "/pool")));
  }

  @Test
  void the_queue_is_that_of_the_interface() throws Exception {
    show("queue", "#queue");
    JsonNode rows = client.json("/api/v1/compactions").get("queue");

    assertThat(rows).hasSize(7);
    assertThat(column("queue", "Table"))
        .isEqualTo(each(rows, row -> (place(row) + text(row, "/reason"))));
    assertThat(column("queue", "State")).isEqualTo(each(rows, row -> words(row, "/state")));
    assertThat(column("queue", "Kind")).isEqualTo(each(rows, row -> words(row, "/kind")));
    assertThat(column("queue", "Asked by")).isEqualTo(each(rows, row -> words(row, "/origin")));
    assertThat(column("queue", "Priority"))
        .isEqualTo(each(rows, row -> text(row, "/priority").replace(".0", "")));
    assertThat(titles("queue", "Queued")).isEqualTo(each(rows, row -> text(row, "/since")));
    assertThat(values("#queue progress", "e.value + '/' + e.max"))
        .containsExactly("70866960384/97710505984", "943718400/4299161600");
    assertThat(column("queue", "Progress").get(0)).contains("72 %, 66.0 GB of 91.0 GB, 164 MB/s");
    assertThat(texts(".card"))
        .isEqualTo(
            each(
                client.json("/api/v1/status").get("pools"),
                pool ->
                    text(pool, "/name")
                        + text(pool, "/working")
                        + "/"
                        + text(pool, "/most")
                        + " run"
                        + text(pool, "/waiting")
                        + " waitweight "
                        + text(pool, "/weight")));
  }

  @Test
  void what_blocks_the_cleaner_is_what_the_interface_says() throws Exception {
    show("cleaner", "#leases");
    JsonNode blocks = client.json("/api/v1/cleaner").get("blocks");
    assertThat(texts(".card"))
        .containsExactly(
            "inside retention21.0 GB1 directory",
            "pinned by1.10 GB1 directory",
            "read at904 MB1 directory",
            "kept by588 MB1 directory",
            "removed at140 MB1 directory");
    assertThat(column("blocks", "Directory"))
        .isEqualTo(each(blocks, row -> text(row, "/directory") + place(row)));
    assertThat(exact("blocks", "Size")).isEqualTo(each(blocks, row -> bytes(row, "/bytes")));
    assertThat(column("blocks", "Why it stays"))
        .isEqualTo(each(blocks, row -> text(row, "/reason")));

    JsonNode open = client.json("/api/v1/transactions").get("transactions");
    assertThat(column("transactions", "Number"))
        .isEqualTo(each(open, row -> count(row, "/info/number")));
    assertThat(column("transactions", "State"))
        .isEqualTo(each(open, row -> words(row, "/info/state")));
    assertThat(column("transactions", "Process"))
        .isEqualTo(each(open, row -> words(row, "/info/process")));
    assertThat(titles("transactions", "Open for"))
        .isEqualTo(each(open, row -> text(row, "/info/started")));
    assertThat(column("transactions", "Table").get(0))
        .isEqualTo("/warehouse/shop.db/orders bob@laptop-7 (notebook)");

    JsonNode leases = client.json("/api/v1/leases").get("leases");
    assertThat(column("leases", "Table"))
        .isEqualTo(each(leases, row -> text(row, "/table") + text(row, "/owner")));
    assertThat(column("leases", "Kind")).isEqualTo(each(leases, row -> words(row, "/kind")));
    assertThat(column("leases", "Version")).isEqualTo(each(leases, row -> count(row, "/version")));
    assertThat(column("leases", "Grant")).isEqualTo(each(leases, row -> count(row, "/epoch")));
    assertThat(column("leases", "Owner is")).isEqualTo(each(leases, row -> text(row, "/standing")));
  }

  @Test
  void the_history_is_that_of_the_interface() throws Exception {
    show("history", "#history");
    JsonNode rows = client.json("/api/v1/compactions").get("history");

    assertThat(rows).hasSize(9);
    assertThat(column("history", "Table"))
        .isEqualTo(each(rows, row -> place(row) + text(row, "/reason") + "by " + text(row, "/by")));
    assertThat(column("history", "Outcome")).isEqualTo(each(rows, row -> words(row, "/outcome")));
    assertThat(exact("history", "In")).isEqualTo(each(rows, row -> bytes(row, "/bytesIn")));
    assertThat(exact("history", "Out")).isEqualTo(each(rows, row -> bytes(row, "/bytesOut")));
    assertThat(column("history", "Copied"))
        .isEqualTo(each(rows, row -> count(row, "/stripesCopied")));
    assertThat(column("history", "Encoded"))
        .isEqualTo(each(rows, row -> count(row, "/stripesEncoded")));
    assertThat(titles("history", "Ended")).isEqualTo(each(rows, row -> text(row, "/ended")));
    assertThat(column("history", "Write ampl.").get(0)).isEqualTo("0.93");
    assertThat(column("history", "Took").subList(0, 3)).containsExactly("37 s", "1 s", "2 min");
  }

  @Test
  void a_table_is_drawn_with_each_directory_on_its_lane() throws Exception {
    show(table(Examples.CLICKS), ".lane");
    JsonNode detail =
        client.json(
            "/api/v1/table?path=" + URLEncoder.encode(Examples.CLICKS, StandardCharsets.UTF_8));

    List<String> drawn = new ArrayList<>();
    tab.evaluate(
            "[...document.querySelectorAll('.partition-lane')].flatMap(lane =>"
                + " [...lane.querySelectorAll('.directory')].map(e => lane.dataset.key + ' ' +"
                + " e.getAttribute('aria-label') + ' ' + e.classList[1]))")
        .forEach(one -> drawn.add(one.asText()));
    assertThat(drawn)
        .containsExactlyInAnyOrderElementsOf(
            each(
                detail.get("directories"),
                row ->
                    text(row, "/partition")
                        + " "
                        + text(row, "/name")
                        + ", "
                        + text(row, "/state")
                        + " "
                        + text(row, "/kind")));
    assertThat(values(".partition-lane", "e.dataset.key"))
        .isEqualTo(each(detail.get("partitions"), row -> text(row, "/partition")));
    assertThat(tab.evaluate(SEEN).asText())
        .contains("Write id 139 is open: nifi@ingest-2")
        .containsPattern("Version 8.123 is pinned: spark@etl-4 \\(spark-app-17\\), for 4[01].min")
        .contains("web.clicks:142:139:139:127")
        .contains("Would read 1.43")
        .contains("Blocked: transaction 139")
        .doesNotContain("bob@laptop-7");
  }

  @Test
  void bars_of_one_row_never_overlap_and_lie_in_the_order_of_their_write_ids() throws Exception {
    show(table(Examples.CLICKS), ".lane");
    JsonNode overlaps =
        tab.evaluate(
            "[...document.querySelectorAll('.lane')].flatMap(lane => { const bars ="
                + " [...lane.querySelectorAll('.bar')].map(bar => bar.getBoundingClientRect());"
                + " return bars.flatMap((a, i) => bars.slice(i + 1).filter(b => a.top === b.top"
                + " && a.left < b.right && b.left < a.right).map(b => a.left)); })");
    assertThat(overlaps).isEmpty();
    assertThat(
            tab.evaluate(
                    "(() => { const x = id => document.querySelector(`[data-key=${id}]"
                        + " .bar`).getBoundingClientRect(); return"
                        + " x('delta_0000101_0000126_v0008912').right <="
                        + " x('delta_0000127_0000127_0000').left + 1; })()")
                .asBoolean())
        .isTrue();
  }

  @Test
  void a_click_on_a_directory_shows_its_files() throws Exception {
    show(table(Examples.CLICKS), ".lane");
    tab.click("[data-key=base_0000080_v0008123]");
    tab.await("document.querySelector('#file')");

    assertThat(column("file", "File"))
        .containsExactly("bucket_00000", "bucket_00001", "bucket_00002", "bucket_00003");
    assertThat(column("file", "Last row id").get(3)).isEqualTo("{80, 3, 4711}");
    assertThat(column("file", "CRC32C").get(1)).isEqualTo("9ae0d1f1");
    assertThat(tab.evaluate(SEEN).asText())
        .contains("Why it is still there: pinned by spark@etl-4");

    tab.press("Escape", 27);
    tab.await("!document.querySelector('#files')");
  }

  @Test
  void a_directory_is_reached_and_opened_by_keys_and_keeps_the_focus() throws Exception {
    show(table(Examples.CLICKS), ".lane");
    tab.evaluate("document.querySelector('[data-key=base_0000100_v0008800]').focus()");
    tab.press("Tab", 9);
    String focused = "document.activeElement.dataset.key";
    assertThat(tab.evaluate(focused).asText()).isEqualTo("base_0000080_v0008123");
    tab.press("Enter", 13);
    tab.await("document.querySelector('#file')");
    assertThat(tab.evaluate("document.querySelector('#files code').textContent").asText())
        .isEqualTo("base_0000080_v0008123");

    awaitPolls(polls() + 2);
    assertThat(tab.evaluate(focused).asText()).isEqualTo("base_0000080_v0008123");
  }

  private void awaitPolls(int wanted) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOSECONDS;
    while (polls() < wanted && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(polls()).isGreaterThanOrEqualTo(wanted);
  }

  private int polls() {
    return (int)
        tab.requests().stream()
            .filter(request -> request.get("url").asText().endsWith("/api/v1/status"))
            .count();
  }

  @Test
  void buttons_are_there_once_the_token_is_and_send_it() throws Exception {
    show("tables", "#tables");
    assertThat(texts("header button, main button")).containsExactly("Enter token to act");
    enterToken();

    row(Examples.CLICKS, "Compact", "compact " + Examples.CLICKS);
    row(Examples.CLICKS, "Clean", "clean " + Examples.CLICKS);
    row(Examples.CLICKS, "Pause", "pause " + Examples.CLICKS);
    row("/warehouse/logs.db/requests", "Resume", "resume /warehouse/logs.db/requests");
    press("header", "Pause", "pause everything");

    List<JsonNode> posts =
        tab.requests().stream()
            .filter(request -> request.get("method").asText().equals("POST"))
            .toList();
    assertThat(posts)
        .hasSize(5)
        .allSatisfy(
            post ->
                assertThat(post.at("/headers/Authorization").asText())
                    .isEqualTo("Bearer " + TOKEN));
  }

  private void row(String table, String button, String call) throws Exception {
    press("#tables tr[data-key=\"" + table + "\"]", button, call);
  }

  private void press(String where, String button, String call) throws Exception {
    int before = control.calls().size();
    tab.click(where, button);
    tab.await("document.getElementById('toast').textContent");
    long deadline = System.nanoTime() + PATIENCE_NANOSECONDS;
    while (control.calls().size() == before && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(control.calls()).hasSize(before + 1).endsWith(call);
  }

  @Test
  void a_button_does_what_it_says_after_it_changed_its_name() throws Exception {
    show("tables", "#tables");
    enterToken();
    control.show(Examples.paused(Instant.now()));
    tab.await("document.querySelector('header').textContent.includes('Resume')");
    press("header", "Resume", "resume everything");
  }

  @Test
  void a_partition_is_compacted_from_the_picture() throws Exception {
    show(table(Examples.CLICKS), ".lane");
    enterToken();
    press(
        ".partition-lane[data-key=\"day=2026-11-29\"]",
        "Major",
        "compact " + Examples.CLICKS + " partition=day=2026-11-29 kind=MAJOR");
  }

  @Test
  void what_loses_something_is_asked_for_twice() throws Exception {
    show("cleaner", "#leases");
    enterToken();

    tab.click("#transactions", "Abort");
    tab.await("document.querySelector('#confirm').open");
    assertThat(texts("#confirm p").get(0)).contains("bob@laptop-7").contains("is lost");
    tab.click("#confirm", "Cancel");
    tab.await("!document.querySelector('#confirm').open");
    assertThat(control.calls()).isEmpty();

    tab.click("#transactions", "Abort");
    tab.await("document.querySelector('#confirm').open");
    press("#confirm", "Abort", "abort " + Examples.ORDERS + " 347");
    tab.click("header", "Drain");
    tab.await("document.querySelector('#confirm').open");
    press("#confirm", "Drain", "drain");
  }

  @Test
  void a_wrong_token_is_told_and_forgotten() throws Exception {
    show("tables", "#tables");
    tab.evaluate("sessionStorage.setItem('orcacid.token', 'wrong')");
    tab.evaluate("location.reload()");
    tab.await("document.querySelector('header')?.textContent.includes('Drain')");
    tab.click("header", "Pause");
    tab.await("document.getElementById('toast').textContent.includes('is not the daemon')");
    tab.await("document.querySelector('header').textContent.includes('Enter token')");
    assertThat(tab.evaluate("sessionStorage.getItem('orcacid.token')").isNull()).isTrue();
    assertThat(control.calls()).isEmpty();
  }

  @Test
  void a_daemon_beyond_the_machine_asks_for_its_token_first() throws Exception {
    server.close();
    listen("0.0.0.0", 0);
    tab.open("http://127.0.0.1:" + server.port() + "/");
    tab.await("document.querySelector('#token').open");
    assertThat(texts("#tables")).isEmpty();
    tab.type(TOKEN);
    tab.press("Enter", 13);
    tab.await("document.querySelector('#tables')");
  }

  @ParameterizedTest
  @CsvSource({
    "tables, #tables",
    "table, .lane",
    "queue, #queue",
    "cleaner, #leases",
    "history, #history"
  })
  void hostile_names_are_text(String view, String element) throws Exception {
    control.show(Examples.hostile(Instant.now()));
    show(view.equals("table") ? table(Examples.HOSTILE) : view, element);
    if (view.equals("table")) {
      tab.click(".lane .directory");
      tab.await("document.querySelector('#file')");
    }

    assertThat(tab.evaluate("document.body.textContent").asText()).contains(Examples.HOSTILE);
    assertThat(tab.evaluate("document.querySelectorAll('img, main script, iframe').length").asInt())
        .isZero();
    assertThat(tab.evaluate("document.title").asText()).isNotEqualTo("owned");
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void a_hostile_table_is_reached_by_its_link_and_commanded_by_its_name() throws Exception {
    control.show(Examples.hostile(Instant.now()));
    show("tables", "#tables");
    tab.click("#tables td", Examples.HOSTILE);
    tab.await("document.querySelector('.lane')");
    enterToken();
    press("main section", "Clean", "clean " + Examples.HOSTILE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "hostile"})
  void no_view_is_wider_than_a_phone(String names) throws Exception {
    boolean hostile = names.equals("hostile");
    if (hostile) {
      control.show(Examples.hostile(Instant.now()));
    }
    tab.size(375, 740);
    String path = table(hostile ? Examples.HOSTILE : Examples.CLICKS);
    String[][] views = {
      {"tables", "#tables"},
      {path, ".lane"},
      {"queue", "#queue"},
      {"cleaner", "#leases"},
      {"history", "#history"}
    };
    for (String[] view : views) {
      show(view[0], view[1]);
      if (view[1].equals(".lane")) {
        tab.click(".lane .directory");
        tab.await("document.querySelector('#file')");
      }
      assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
          .as(view[0])
          .isLessThanOrEqualTo(375);
      assertThat(
              tab.evaluate(
                  "[...document.querySelectorAll('main *, header *')].filter(e =>"
                      + " e.getBoundingClientRect().right > 376 && !e.closest('thead')).map(e =>"
                      + " e.outerHTML.slice(0, 90))"))
          .as(view[0])
          .isEmpty();
    }
    assertThat(tab.complaints()).isEmpty();
  }

  @Test
  void colours_follow_the_system_and_can_be_read_in_both() throws Exception {
    show("tables", "#tables");
    String paper = "getComputedStyle(document.body).backgroundColor";
    assertThat(tab.evaluate(paper).asText()).isEqualTo("rgb(246, 247, 248)");
    assertThat(leastContrast()).isGreaterThanOrEqualTo(4.5);
    tab.scheme("dark");
    assertThat(tab.evaluate(paper).asText()).isEqualTo("rgb(20, 24, 28)");
    assertThat(leastContrast()).isGreaterThanOrEqualTo(4.5);
  }

  /** Of all texts against what is behind them, by the rule of the WCAG. */
  private double leastContrast() {
    return tab.evaluate(
            "(() => { const rgb = c => c.match(/[\\d.]+/g).map(Number); const light = c => {"
                + " const [r, g, b] = c.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v /"
                + " 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722"
                + " * b; }; const behind = e => { for (; e; e = e.parentElement) { const c ="
                + " rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0.9)"
                + " return c; } return [255, 255, 255]; }; return Math.min(...[..."
                + "document.querySelectorAll('main *, header *')].filter(e => [...e.childNodes]"
                + ".some(n => n.nodeType === 3 && n.data.trim())).map(e => { const [a, b] ="
                + " [light(rgb(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y -"
                + " x); return (a + 0.05) / (b + 0.05); })); })()")
        .asDouble();
  }

  @Test
  void it_says_when_the_daemon_does_not_answer_and_recovers() throws Exception {
    show("tables", "#tables");
    int port = server.port();
    server.close();
    tab.await("document.getElementById('problem').textContent.includes('does not answer')");
    assertThat(tab.evaluate("document.body.classList.contains('stale')").asBoolean()).isTrue();
    assertThat(texts("#tables tbody tr")).hasSize(8);

    listen("127.0.0.1", port);
    tab.await("!document.getElementById('problem').textContent");
    assertThat(tab.evaluate("document.body.classList.contains('stale')").asBoolean()).isFalse();
  }

  @Test
  void it_asks_nothing_while_nobody_sees_it() throws Exception {
    show("tables", "#tables");
    hide("true");
    Thread.sleep(300);
    int before = polls();
    Thread.sleep(2_600);
    assertThat(polls()).isEqualTo(before);
    hide("false");
    awaitPolls(before + 1);
  }

  private void hide(String hidden) {
    tab.evaluate(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => "
            + hidden
            + "}); document.dispatchEvent(new Event('visibilitychange'))");
  }

  @Test
  void what_changed_is_shown_with_the_next_answer() throws Exception {
    show("tables", "#tables");
    tab.evaluate("document.querySelector('#tables tr:nth-child(2)').marked = true");
    control.show(Examples.wellBehaved(Instant.now()));
    tab.await("document.querySelector('header').textContent.includes('all 3 checks')");
    assertThat(tab.evaluate("document.querySelector('#tables tr:nth-child(2)').marked").asBoolean())
        .as("rows stay where they are")
        .isTrue();
  }

  @Test
  void of_very_many_tables_the_first_are_shown_and_the_others_found_by_a_filter() throws Exception {
    Example day = Examples.workingDay(Instant.now());
    List<TableStatus> many = new ArrayList<>();
    for (int number = 0; number < 3_000; number++) {
      many.add(Examples.quiet("/warehouse/t" + number));
    }
    control.show(day.with(many));
    show("tables", "#tables");

    assertThat(texts("#tables tbody tr")).hasSize(200);
    assertThat(tab.evaluate(SEEN).asText()).contains("2\u202f800 more are not shown.");
    tab.click(".filter input");
    tab.type("t2999");
    tab.await("document.querySelectorAll('#tables tbody tr').length === 1");
    assertThat(texts("#tables .path")).containsExactly("/warehouse/t2999");
  }

  @Test
  void a_table_that_is_not_there_is_told_as_such() throws Exception {
    tab.open("http://127.0.0.1:" + server.port() + "/#/" + table("/no/such"));
    tab.await(
        "document.getElementById('problem').textContent.includes('looks after no such table')");
    tab.await("document.querySelector('header nav')");
  }
}
