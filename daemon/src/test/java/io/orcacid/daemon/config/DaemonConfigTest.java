package io.orcacid.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonConfigTest {
  @TempDir Path directory;

  private DaemonConfig read(String text) throws IOException {
    return DaemonConfig.read(Files.writeString(directory.resolve("d.properties"), text), Map.of());
  }

  private static DaemonConfig with(String... pairs) {
    Map<String, String> settings = new LinkedHashMap<>(Map.of("orcacid.daemon.tables", "/t"));
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return DaemonConfig.of(settings);
  }

  @Test
  void each_value_tells_where_it_came_from() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("d.properties"),
            "orcacid.daemon.tables = /a, /b\norcacid.daemon.workers=4\n"
                + "hive.compactor.delta.num.threshold=3\n");
    DaemonConfig config = DaemonConfig.read(file, Map.of("orcacid.daemon.workers", "5"));
    assertThat(config.tables()).containsExactly("/a", "/b");
    assertThat(config.workers()).isEqualTo(5);
    assertThat(config.values())
        .contains(
            new ConfigValue("orcacid.daemon.tables", "/a, /b", file.toString()),
            new ConfigValue("orcacid.daemon.workers", "5", "--conf"),
            new ConfigValue("orcacid.daemon.drain.time", "60s", "default"),
            new ConfigValue("orcacid.maintenance.lock", "try", "default"),
            new ConfigValue("hive.compactor.delta.num.threshold", "3", file.toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "orcacid.daemon.worker, 2",
    "orcacid.daemon.pool.a b.weight, 2",
    "orcacid.daemon.pool.a.wait, 2",
    "orcacid.unknown, x",
    "unknown, x",
    "orcacid.daemon.workers, 0",
    "orcacid.daemon.workers, two",
    "orcacid.daemon.check.interval, 0s",
    "orcacid.daemon.check.interval, soon",
    "orcacid.daemon.pool.a.weight, 0",
    "orcacid.daemon.pool.a.tables, /x/{",
    "orcacid.daemon.window, 22-6",
    "orcacid.daemon.zone, Atlantis/City",
    "orcacid.daemon.major.schedule, never",
    "orcacid.daemon.throttle, fast",
    "orcacid.daemon.throttle, 0",
    "orcacid.daemon.backoff.first, 2h",
    "orcacid.daemon.http.port, 70000",
    "orcacid.daemon.clean.foreign.readers, perhaps",
    "orcacid.clean.retention, 5m",
    "hive.compactor.delta.num.threshold, many",
  })
  void a_wrong_setting_is_refused_by_its_key(String key, String value) {
    assertThatThrownBy(() -> with(key, value))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(
            key.replace("backoff.first", "backoff").replace("orcacid.clean.", ""));
  }

  @Test
  void a_key_that_stands_twice_is_refused() {
    assertThatThrownBy(() -> read("orcacid.daemon.tables=/a\norcacid.daemon.tables=/b\n"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("/a and /b");
  }

  @Test
  void without_tables_there_is_nothing_to_do() {
    assertThatThrownBy(() -> DaemonConfig.of(Map.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.daemon.warehouses");
  }

  @Test
  void the_pool_of_a_table_is_its_property_or_the_first_that_matches() {
    DaemonConfig config =
        with(
            "orcacid.daemon.pool.sales.tables", "/w/sales/**, /w/extra",
            "orcacid.daemon.pool.hdfs.tables", "hdfs://nn/w/*",
            "orcacid.daemon.pool.etl.weight", "3");
    assertThat(config.poolOf("/w/sales/a/b", Optional.empty()).name()).isEqualTo("sales");
    assertThat(config.poolOf("/w/extra", Optional.empty()).name()).isEqualTo("sales");
    assertThat(config.poolOf("hdfs://nn/w/t", Optional.empty()).name()).isEqualTo("hdfs");
    assertThat(config.poolOf("/w/sales/a", Optional.of("etl")).weight()).isEqualTo(3);
    assertThat(config.poolOf("/w/other", Optional.of("gone")).name()).isEqualTo("default");
  }

  @Test
  void less_than_an_hour_is_kept_only_where_nobody_else_reads() {
    DaemonConfig config =
        with("orcacid.clean.retention", "0s", "orcacid.daemon.clean.foreign.readers", "no");
    assertThat(config.cleanRetention()).isEqualTo(Duration.ZERO);
    assertThat(config.isForOursOnly()).isTrue();
  }

  @Test
  void a_secret_is_shown_to_nobody() {
    assertThat(with("orcacid.daemon.http.token", "s3cret").values())
        .noneMatch(value -> value.value().contains("s3cret"))
        .contains(new ConfigValue("orcacid.daemon.http.token", "***", "program"));
  }

  @Test
  void the_token_stands_in_the_first_line_of_its_file() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), " abc \nsecond\n");
    assertThat(with("orcacid.daemon.http.token.file", file.toString()).httpToken()).contains("abc");
    Files.writeString(file, "\n");
    assertThatThrownBy(() -> with("orcacid.daemon.http.token.file", file.toString()).httpToken())
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(
            () ->
                with(
                    "orcacid.daemon.http.token.file",
                    file.toString(),
                    "orcacid.daemon.http.token",
                    "abc"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("twice");
  }

  @Test
  void what_needs_a_restart_is_named() {
    assertThat(
            with()
                .needsRestart(
                    with("orcacid.daemon.http.port", "1", "orcacid.daemon.check.interval", "1s")))
        .containsExactly("orcacid.daemon.http.port");
  }
}
