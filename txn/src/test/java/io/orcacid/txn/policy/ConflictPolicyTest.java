package io.orcacid.txn.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ConflictPolicyTest {
  @Test
  void every_cell_of_the_table_of_decisions_is_decided_as_it_says() throws IOException {
    List<String> lines = cells();
    assertThat(lines).hasSize(612);
    for (String line : lines) {
      String[] cell = line.split(",", 7);
      Decision decision =
          ConflictPolicy.parse(cell[0])
              .decide(
                  Change.valueOf(cell[1]),
                  Change.valueOf(cell[2]),
                  Overlap.valueOf(constant(cell[3])),
                  cell[4].equals("n/a")
                      ? WriteIdOrder.NOT_APPLICABLE
                      : WriteIdOrder.valueOf(constant(cell[4])));
      assertThat(decision).as(line).isEqualTo(Decision.valueOf(cell[5]));
    }
  }

  @Test
  void hive_is_stricter_than_row_and_each_is_as_strict_as_itself() {
    assertThat(ConflictPolicy.HIVE.isAtLeastAsStrictAs(ConflictPolicy.ROW)).isTrue();
    assertThat(ConflictPolicy.ROW.isAtLeastAsStrictAs(ConflictPolicy.HIVE)).isFalse();
    assertThat(ConflictPolicy.SINGLE_WRITER.isAtLeastAsStrictAs(ConflictPolicy.HIVE)).isTrue();
    assertThat(ConflictPolicy.SINGLE_WRITER.isAtLeastAsStrictAs(ConflictPolicy.ROW)).isTrue();
    for (ConflictPolicy policy : ConflictPolicy.values()) {
      assertThat(policy.isAtLeastAsStrictAs(policy)).isTrue();
    }
  }

  @Test
  void an_unknown_name_is_refused_with_the_names_that_there_are() {
    assertThatThrownBy(() -> ConflictPolicy.parse("lenient"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("lenient")
        .hasMessageContaining("hive, row, maxcompute, serializable, single-writer, nbcc");
  }

  private static List<String> cells() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                ConflictPolicyTest.class.getResourceAsStream("/golden/policy-cells.csv"),
                StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("policy,"))
          .toList();
    }
  }

  private static String constant(String text) {
    return text.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
