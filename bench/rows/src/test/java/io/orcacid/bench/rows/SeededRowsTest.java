package io.orcacid.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeededRowsTest {
  private static final int[] ALL = {0, 1, 2, 3, 4, 5};

  @Test
  void the_values_never_change() {
    assertThat(SeededRows.digest(10_000, DeletedIds.none(), ALL).text())
        .isEqualTo("1d507bf55a459a73");
  }

  @Test
  void deleted_ids_are_as_many_as_was_said() {
    assertThat(count("none")).isZero();
    assertThat(count("random_1")).isBetween(900L, 1100L);
    assertThat(count("random_20")).isBetween(19_500L, 20_500L);
    assertThat(count("clustered_20")).isEqualTo(20_000);
    assertThatThrownBy(() -> DeletedIds.of("some", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("some");
  }

  private static long count(String text) {
    DeletedIds deleted = DeletedIds.of(text, 100_000);
    return LongStream.range(0, 100_000).filter(deleted::contains).count();
  }

  @Test
  void a_report_is_one_line_of_json() throws Exception {
    Measurement measurement =
        Measurement.of(1, 2, clock -> SeededRows.digest(10, DeletedIds.none(), 0));

    assertThat(PeerReport.of("p \"q\"", "1", "scan", measurement).with("bytes", 3).line())
        .matches(
            "\\{\"peer\":\"p \\\\\"q\\\\\"\",\"version\":\"1\",\"operation\":\"scan\",\"rows\":10,"
                + "\"digest\":\"000000000000002d\",\"cpuSeconds\":\\[[0-9.]+,[0-9.]+],"
                + "\"processCpuSeconds\":\\[[0-9.]+,[0-9.]+],\"wallSeconds\":\\[[0-9.]+,[0-9.]+],"
                + "\"peakHeapMiB\":[0-9.]+,\"bytes\":3}");
  }

  @Test
  void runs_that_touch_different_values_are_no_measurement() {
    long[] rows = {1};
    assertThatThrownBy(
            () -> Measurement.of(0, 2, clock -> SeededRows.digest(++rows[0], DeletedIds.none(), 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("touched");
  }
}
