package io.orcacid.daemon.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.orcacid.daemon.metrics.DaemonMetrics;
import io.orcacid.daemon.metrics.PrometheusText;
import io.orcacid.daemon.metrics.PrometheusText.Family;
import io.orcacid.daemon.metrics.PrometheusText.Sample;
import io.orcacid.daemon.view.Example;
import io.orcacid.daemon.view.Examples;
import io.orcacid.daemon.view.FakeControl;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Alerts, dashboard and runbook speak of figures that there are. */
class MonitoringTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Pattern METRIC =
      Pattern.compile("\\b((?:orcacid|jvm|process)_[a-z_]+)\\b(\\{[^}]*\\})?");
  private static final Pattern MATCHER = Pattern.compile("([a-z]+)(!?=~?)\"([^\"]*)\"");

  /** What Prometheus itself adds to each sample. */
  private static final Set<String> OF_THE_SCRAPE = Set.of("job", "instance");

  private final List<Sample> samples = samples();

  private static List<Sample> samples() {
    Example day = Examples.workingDay(NOW);
    FakeControl control = new FakeControl(day);
    DaemonMetrics metrics = new DaemonMetrics(Clock.fixed(NOW, ZoneOffset.UTC));
    day.history().forEach(entry -> metrics.ended(entry, "default"));
    day.history().forEach(entry -> metrics.started(entry.table(), "default", entry.kind()));
    return PrometheusText.parse(metrics.text(control)).values().stream()
        .flatMap(family -> family.samples().stream())
        .toList();
  }

  private static JsonNode alerts() throws IOException {
    return new ObjectMapper(new YAMLFactory())
        .readTree(Files.readString(SourceTree.file("packaging/prometheus/alerts.yml")))
        .at("/groups/0/rules");
  }

  private static JsonNode dashboard() throws IOException {
    return new ObjectMapper()
        .readTree(Files.readString(SourceTree.file("packaging/grafana/orc-acid.json")));
  }

  /** Every metric of an expression is there, with labels of these values. */
  private void assertKnown(String expression) {
    Matcher metric = METRIC.matcher(expression);
    while (metric.find()) {
      List<Sample> found =
          samples.stream().filter(sample -> sample.name().equals(metric.group(1))).toList();
      assertThat(found).as("%s of %s", metric.group(1), expression).isNotEmpty();
      Matcher label = MATCHER.matcher(metric.group(2) == null ? "" : metric.group(2));
      while (label.find()) {
        if (!OF_THE_SCRAPE.contains(label.group(1))) {
          assertThat(found)
              .as("%s of %s", label.group(), expression)
              .anyMatch(sample -> label.group(3).equals(sample.labels().get(label.group(1))));
        }
      }
    }
  }

  @Test
  void alerts_look_at_metrics_that_there_are() throws IOException {
    JsonNode alerts = alerts();
    assertThat(alerts).hasSizeGreaterThan(10);
    alerts.forEach(alert -> assertKnown(alert.get("expr").asText()));
  }

  @Test
  void each_alert_is_complete_and_leads_to_its_paragraph() throws IOException {
    List<String> lines = Files.readAllLines(SourceTree.file("docs/operations.md"));
    Set<String> names = new HashSet<>();
    for (JsonNode alert : alerts()) {
      String name = alert.get("alert").asText();
      assertThat(names.add(name)).as(name).isTrue();
      assertThat(alert.at("/labels/severity").asText()).isIn("warning", "critical");
      assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
      assertThat(alert.at("/annotations/runbook").asText())
          .isEqualTo("docs/operations.md#" + name.toLowerCase(Locale.ROOT));
      int heading = lines.indexOf("#### " + name);
      assertThat(heading).as("runbook of " + name).isNotNegative();
      assertThat(lines.get(heading + 2)).as("runbook of " + name).hasSizeGreaterThan(60);
    }
    assertThat(lines.stream().filter(line -> line.startsWith("#### OrcAcid")).toList())
        .hasSize(names.size());
  }

  @Test
  void the_dashboard_shows_metrics_that_there_are() throws IOException {
    JsonNode panels = dashboard().get("panels");
    assertThat(panels).hasSizeGreaterThan(10);
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : panels) {
      assertThat(ids.add(panel.get("id").asInt())).isTrue();
      assertThat(panel.get("targets")).isNotEmpty();
      panel.get("targets").forEach(target -> assertKnown(target.get("expr").asText()));
    }
  }

  @Test
  void panels_of_the_dashboard_lie_beside_each_other() throws IOException {
    Set<List<Integer>> taken = new HashSet<>();
    for (JsonNode panel : dashboard().get("panels")) {
      JsonNode at = panel.get("gridPos");
      assertThat(at.get("x").asInt() + at.get("w").asInt()).isLessThanOrEqualTo(24);
      for (int x = 0; x < at.get("w").asInt(); x++) {
        for (int y = 0; y < at.get("h").asInt(); y++) {
          assertThat(taken.add(List.of(at.get("x").asInt() + x, at.get("y").asInt() + y)))
              .as(panel.get("title").asText())
              .isTrue();
        }
      }
    }
  }

  @Test
  void the_page_of_operations_lists_exactly_the_metrics_of_the_daemon() throws IOException {
    List<String> listed = new ArrayList<>();
    for (String line : Files.readAllLines(SourceTree.file("docs/operations.md"))) {
      Matcher row = Pattern.compile("^\\| `(orcacid_[a-z_]+)`.*").matcher(line);
      if (row.matches()) {
        listed.add(row.group(1));
      }
    }
    DaemonMetrics metrics = new DaemonMetrics(Clock.fixed(NOW, ZoneOffset.UTC));
    Example day = Examples.workingDay(NOW);
    day.history().forEach(entry -> metrics.ended(entry, "default"));
    day.history().forEach(entry -> metrics.started(entry.table(), "default", entry.kind()));
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            PrometheusText.parse(metrics.text(new FakeControl(day))).values().stream()
                .map(Family::name)
                .filter(name -> name.startsWith("orcacid_") && !name.endsWith("_max"))
                .toList());
  }
}
