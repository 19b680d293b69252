package io.orcacid.compactor.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.policy.CompactionOptions.Eligibility;
import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Names, defaults and overrides of the settings. */
class CompactionOptionsTest {
  @Test
  void defaults_are_those_of_hive() {
    CompactionOptions options = CompactionOptions.defaults();
    assertThat(options.eligibility()).isEqualTo(Eligibility.AUTOMATIC);
    assertThat(options.deltaCount()).isEqualTo(10);
    assertThat(options.deltaShare()).isEqualTo(0.1f);
    assertThat(options.abortedCount()).isEqualTo(1000);
    assertThat(options.abortedAge()).contains(Duration.ofHours(12));
    assertThat(options.mostDirectories()).isEqualTo(500);
  }

  @ParameterizedTest
  @EnumSource
  void each_setting_can_be_overridden_by_its_table_property(CompactionSetting setting) {
    CompactionOptions changed =
        CompactionOptions.of(Map.of(setting.key(), "4"), Map.of(setting.tableProperty(), "7"));
    assertThat(changed).isEqualTo(CompactionOptions.of(Map.of(setting.key(), "7"), Map.of()));
    assertThat(changed).isNotEqualTo(CompactionOptions.defaults());
  }

  @ParameterizedTest
  @CsvSource({
    "12h, 43200000",
    "12, 43200000",
    "1d, 86400000",
    "90 min, 5400000",
    "30s, 30000",
    "5ms, 5",
    "2HOURS, 7200000",
    "0, 0"
  })
  void times_are_read_as_hive_reads_them(String text, long millis) {
    assertThat(abortedAge(text)).isEqualTo(Duration.ofMillis(millis));
  }

  private static Duration abortedAge(String text) {
    return CompactionOptions.of(Map.of("hive.compactor.aborted.txn.time.threshold", text), Map.of())
        .abortedAge()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "compactorthreshold.hive.compactor.delta.num.threshold, ten, a whole number",
    "compactorthreshold.hive.compactor.delta.num.threshold, -1, a whole number",
    "compactorthreshold.hive.compactor.delta.num.threshold, 99999999999, a whole number",
    "compactorthreshold.hive.compactor.delta.pct.threshold, NaN, a number of 0",
    "compactorthreshold.hive.compactor.delta.pct.threshold, -0.1, a number of 0",
    "compactorthreshold.hive.compactor.delta.pct.threshold, 10%, a number of 0",
    "compactorthreshold.hive.compactor.delta.pct.threshold, Infinity, a number of 0",
    "compactorthreshold.hive.compactor.aborted.txn.time.threshold, soon, such as 12h",
    "compactorthreshold.hive.compactor.aborted.txn.time.threshold, 12 parsecs, such as 12h",
    "compactorthreshold.hive.compactor.aborted.txn.time.threshold, 999999999999999999d, a time",
    "compactor.hive.compactor.max.num.delta, 1, a whole number of 2",
    "orcacid.compactor.read.amplification.threshold, 0, a whole number of 1",
    "orcacid.compactor.delete.share.threshold, '', a number",
    "orcacid.compactor.small.stripes.threshold, 1.5, a whole number",
    "NO_AUTO_COMPACTION, yes, 'true, false'",
    "no_auto_compaction, 1, 'true, false'",
    "orcacid.compactor.delta.num.threshold, 4, hive.compactor.delta.num.threshold"
  })
  void a_bad_property_is_refused_with_key_value_and_what_is_allowed(
      String key, String value, String allowed) {
    assertThatThrownBy(() -> CompactionOptions.of(Map.of(), Map.of(key, value)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContainingAll(
            key.equals("no_auto_compaction") ? CompactionSetting.NO_AUTO_COMPACTION : key,
            value,
            allowed);
  }

  @Test
  void properties_of_hive_that_mean_nothing_here_are_passed_over() {
    assertThat(
            CompactionOptions.of(
                Map.of(),
                Map.of(
                    "compactor.mapreduce.map.memory.mb", "2048",
                    "compactorthreshold.hive.compactor.check.interval", "x",
                    "transactional", "true",
                    "transactional_properties", "default")))
        .isEqualTo(CompactionOptions.defaults());
  }

  @Test
  void a_slip_in_a_setting_of_the_process_is_refused_too() {
    assertThatThrownBy(
            () -> CompactionOptions.of(Map.of("orcacid.compactor.delete.share", "0.5"), Map.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.compactor.delete.share");
  }
}
