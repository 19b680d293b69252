package io.orcacid.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.daemon.metrics.PrometheusText.Family;
import io.orcacid.daemon.metrics.PrometheusText.Sample;
import io.orcacid.daemon.view.DaemonListener.Agent;
import io.orcacid.daemon.view.DaemonListener.Result;
import io.orcacid.daemon.view.Example;
import io.orcacid.daemon.view.Examples;
import io.orcacid.daemon.view.FakeControl;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.TableStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonMetricsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  /** Units and types that the naming rules want spelled out or left out. */
  private static final Pattern BAD_WORD =
      Pattern.compile(
          ".*_(ms|us|ns|sec|secs|milliseconds|minutes|hours|kb|mb|gb|gauge|counter|histogram)(_.*|$)");

  private final DaemonMetrics metrics = new DaemonMetrics(CLOCK, Duration.ZERO);
  private final FakeControl control = new FakeControl(Examples.workingDay(NOW));

  private double value(String name, String... labels) {
    return value(PrometheusText.parse(metrics.text(control)), name, labels);
  }

  private static double value(Map<String, Family> families, String name, String... labels) {
    Map<String, String> wanted = new java.util.HashMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      wanted.put(labels[i], labels[i + 1]);
    }
    List<Sample> found =
        families.values().stream()
            .flatMap(family -> family.samples().stream())
            .filter(sample -> sample.name().equals(name) && sample.labels().equals(wanted))
            .toList();
    assertThat(found).as(name + wanted).hasSize(1);
    return found.get(0).value();
  }

  private void work() {
    for (HistoryEntry entry : control.history()) {
      metrics.started(entry.table(), "default", entry.kind());
      metrics.ended(entry, "default");
    }
    metrics.cleaned(Examples.CLICKS, 3, 1_000);
    metrics.cleaned(Examples.ORDERS, 1, 24);
    metrics.round(Agent.INITIATOR, Result.DONE, 1_500_000_000);
    metrics.round(Agent.CLEANER, Result.FAILED, 2_000_000);
  }

  @Test
  void what_happened_is_counted() {
    work();

    assertThat(value("orcacid_compactions_total", "type", "minor", "state", "ready_for_cleaning"))
        .isEqualTo(1);
    assertThat(value("orcacid_compactions_total", "type", "major", "state", "succeeded"))
        .isEqualTo(3);
    assertThat(value("orcacid_compactions_started_total", "pool", "default")).isEqualTo(9);
    assertThat(value("orcacid_compaction_output_bytes_total"))
        .isEqualTo((512.0 + 1_910 + 21_340 + 844 + 611) * (1 << 20));
    assertThat(value("orcacid_compaction_input_rows_total"))
        .isEqualTo((512.0 + 1_910 + 21_340 + 844 + 611) * 21_000);
    assertThat(value("orcacid_compaction_copied_stripes_total"))
        .isEqualTo(170 + 636 + 7_113 + 281 + 203);
    assertThat(value("orcacid_cleaner_deleted_bytes_total")).isEqualTo(1_024);
    assertThat(value("orcacid_cleaner_deleted_directories_total")).isEqualTo(4);
    assertThat(value("orcacid_agent_rounds_total", "agent", "cleaner", "result", "failed"))
        .isEqualTo(1);
    assertThat(value("orcacid_agent_round_duration_seconds_sum", "agent", "initiator"))
        .isEqualTo(1.5);
  }

  @Test
  void durations_fall_into_buckets() {
    work();

    assertThat(value("orcacid_compaction_duration_seconds_count", "type", "major")).isEqualTo(4);
    assertThat(value("orcacid_compaction_duration_seconds_bucket", "type", "major", "le", "60.0"))
        .isEqualTo(1);
    assertThat(value("orcacid_compaction_duration_seconds_bucket", "type", "major", "le", "300.0"))
        .isEqualTo(3);
  }

  @Test
  void how_things_are_is_looked_up() {
    assertThat(value("orcacid_queue_depth", "state", "working", "pool", "ads")).isEqualTo(1);
    assertThat(value("orcacid_queue_depth", "state", "backing_off", "pool", "default"))
        .isEqualTo(1);
    assertThat(value("orcacid_oldest_working_age_seconds", "pool", "default")).isEqualTo(412);
    assertThat(value("orcacid_oldest_initiated_age_seconds", "pool", "ads")).isEqualTo(31 * 93);
    assertThat(value("orcacid_oldest_ready_for_cleaning_age_seconds")).isEqualTo(64 * 60);
    assertThat(value("orcacid_open_transactions")).isEqualTo(2);
    assertThat(value("orcacid_open_compactions")).isEqualTo(1);
    assertThat(value("orcacid_oldest_open_transaction_age_seconds")).isEqualTo(26 * 3_600);
    assertThat(value("orcacid_aborted_transactions")).isEqualTo(1);
    assertThat(value("orcacid_locks", "state", "held")).isEqualTo(1);
    assertThat(value("orcacid_locks", "state", "waiting")).isEqualTo(1);
    assertThat(value("orcacid_pins")).isEqualTo(2);
    assertThat(value("orcacid_oldest_pin_age_seconds")).isEqualTo(26 * 3_600);
    assertThat(value("orcacid_tables", "state", "working")).isEqualTo(2);
    assertThat(value("orcacid_tables", "state", "new")).isZero();
    assertThat(value("orcacid_read_amplification", "table", Examples.CLICKS)).isEqualTo(14);
    assertThat(value("orcacid_deltas", "table", Examples.CLICKS, "kind", "active")).isEqualTo(42);
    assertThat(value("orcacid_deltas", "table", Examples.CLICKS, "kind", "obsolete")).isEqualTo(1);
    assertThat(value("orcacid_table_failures", "table", Examples.SESSIONS)).isEqualTo(2);
    assertThat(value("orcacid_cleaner_blocked_directories")).isEqualTo(5);
    assertThat(value("orcacid_check_passed", "check", "tables")).isZero();
    assertThat(value("orcacid_check_passed", "check", "queue")).isEqualTo(1);
    assertThat(value("orcacid_daemon_state", "state", "running")).isEqualTo(1);
    assertThat(value("orcacid_daemon_state", "state", "paused")).isZero();
    assertThat(value("orcacid_workers")).isEqualTo(4);
    assertThat(value("orcacid_workers_busy")).isEqualTo(2);
    assertThat(value("orcacid_build_info", "version", "0.1.0")).isEqualTo(1);
  }

  @Test
  void what_went_away_is_shown_no_longer() {
    metrics.text(control);
    Example day = Examples.workingDay(NOW);
    control.show(
        new Example(
            day.status(),
            day.tables().subList(0, 1),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of()));

    Map<String, Family> families = PrometheusText.parse(metrics.text(control));
    assertThat(families.get("orcacid_read_amplification").samples()).hasSize(1);
    assertThat(value(families, "orcacid_oldest_pin_age_seconds")).isZero();
    assertThat(value(families, "orcacid_queue_depth", "state", "ready", "pool", "default"))
        .isZero();
  }

  @Test
  void names_written_to_break_the_format_come_back_as_they_are() {
    control.show(Examples.hostile(NOW));
    work();

    assertThat(value("orcacid_read_amplification", "table", Examples.HOSTILE)).isEqualTo(9);
    metrics.started("t", Examples.HOSTILE, Optional.empty());
    assertThat(value("orcacid_compactions_started_total", "pool", Examples.HOSTILE)).isEqualTo(1);
  }

  @Test
  void of_many_tables_only_those_with_the_most_to_read_have_series() {
    Example day = Examples.workingDay(NOW);
    List<TableStatus> many = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      many.add(table("/warehouse/t" + i, i % 977));
    }
    control.show(
        new Example(
            day.status(),
            many,
            List.of(),
            day.queue(),
            day.history(),
            List.of(),
            List.of(),
            List.of()));

    Map<String, Family> families = PrometheusText.parse(metrics.text(control));
    assertThat(families.get("orcacid_read_amplification").samples())
        .hasSize(20)
        .allSatisfy(sample -> assertThat(sample.value()).isGreaterThan(970));
    assertThat(value(families, "orcacid_tables", "state", "quiet")).isEqualTo(5_000);
    assertThat(families.values().stream().mapToInt(family -> family.samples().size()).sum())
        .isLessThan(400);
  }

  private static TableStatus table(String path, int amplification) {
    return new TableStatus(
        path,
        "default",
        TableStatus.State.QUIET,
        "nothing due",
        amplification,
        "",
        1,
        0,
        OptionalLong.of(1),
        1,
        1,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void names_keep_the_rules_that_promtool_checks() {
    work();
    Map<String, Family> families = PrometheusText.parse(metrics.text(control));

    assertThat(families).hasSizeGreaterThan(30);
    families
        .values()
        .forEach(
            family -> {
              assertThat(family.help()).as(family.name()).isNotBlank();
              assertThat(family.name()).matches("[a-z][a-z0-9_]*").doesNotMatch(BAD_WORD);
              assertThat(family.name().endsWith("_total"))
                  .as(family.name())
                  .isEqualTo(family.type().equals("counter"));
              assertThat(family.name()).doesNotMatch(".*_(count|sum|bucket)$");
              assertThat(family.samples()).as(family.name()).isNotEmpty();
            });
  }

  @Test
  void a_daemon_that_cannot_be_asked_leaves_its_figures_as_they_were() {
    assertThat(value("orcacid_pins")).isEqualTo(2);
    control.fail(new IllegalStateException("down"));

    assertThat(value("orcacid_pins")).isEqualTo(2);
    assertThat(value("orcacid_metrics_failures_total")).isEqualTo(2);
  }

  @Test
  void two_scrapes_in_a_row_gather_the_lists_once() {
    DaemonMetrics kept = new DaemonMetrics(CLOCK, Duration.ofHours(1));
    kept.text(control);
    control.fail(new IllegalStateException("asked again"));

    Map<String, Family> families = PrometheusText.parse(kept.text(control));
    assertThat(value(families, "orcacid_metrics_failures_total")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# HELP a b\n# TYPE a gauge\na 1\na 1\n",
        "# HELP a b\n# TYPE a gauge\na{x=\"1\",y=\"2\"} 1\na{y=\"2\",x=\"1\"} 1\n",
        "# HELP a b\n# TYPE a gauge\na{x=\"1\n\"} 1\n",
        "# HELP a b\n# TYPE a gauge\na{x=\"\\t\"} 1\n",
        "# HELP a b\n# TYPE a gauge\na{x-y=\"1\"} 1\n",
        "# HELP a b\n# TYPE a gauge\na one\n",
        "# HELP a b\n# TYPE a gauge\nb 1\n",
        "# HELP a b\n# TYPE a gauge\na 1",
        "# TYPE a gauge\na 1\n",
        "a 1\n",
        "# HELP a b\n# TYPE a gauge\na 1\n# HELP b b\n# TYPE b gauge\nb 1\na{x=\"1\"} 1\n",
        "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
        "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
        "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 2\n",
      })
  void the_parser_of_this_test_is_strict(String wrong) {
    assertThatThrownBy(() -> PrometheusText.parse(wrong)).isNotNull();
  }
}
