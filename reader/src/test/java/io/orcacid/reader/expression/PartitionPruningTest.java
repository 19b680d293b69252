package io.orcacid.reader.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionPruningTest {
  private static final TypeDescription ROW =
      TypeDescription.fromString("struct<n:int,s:string,day:date,region:string>");

  private static boolean mayMatch(String predicate, Map<String, ?> known) {
    return BoundPredicate.bind(Expression.parse(predicate), ROW).mayMatch(known);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "day = '2020-01-01' | true",
        "day = '2020-01-02' | false",
        "day = '2020-01-02' AND n = 1 | false",
        "day = '2020-01-02' OR n = 1 | true",
        "NOT (day = '2020-01-01' OR n = 1) | false",
        "NOT (day = '2020-01-01' AND n = 1) | true",
        "region = 'EU' | true",
        "REGION <> 'EU' | false",
        "\"region || s = 'EUx'\" | true",
        "region IN ('US', s) | true",
        "region IN ('US', 'ASIA') | false",
        "(day = '2020-01-02' AND n = 1) IS TRUE | false",
        "(day = '2020-01-02' AND n = 1) IS NOT TRUE | true",
        "n = 1 | true",
        "NULL | false",
        "n = NULL | false",
      })
  void partitionsAreLeftOutOnlyIfNoRowCanMatch(String predicate, boolean expected) {
    assertThat(mayMatch(predicate, Map.of("day", LocalDate.of(2020, 1, 1), "region", "EU")))
        .isEqualTo(expected);
  }

  @Test
  void aNullPartitionMatchesOnlyWhatNullMatches() {
    Map<String, Object> known = new HashMap<>();
    known.put("day", null);
    assertThat(mayMatch("day > '2020-01-01'", known)).isFalse();
    assertThat(mayMatch("day <> '2020-01-01' AND n = 1", known)).isFalse();
    assertThat(mayMatch("day IS NULL", known)).isTrue();
    assertThat(mayMatch("day > '2020-01-01' OR n = 1", known)).isTrue();
    assertThat(mayMatch("NOT day <=> '2020-01-01'", known)).isTrue();
  }

  @Test
  void partitionValuesAreTakenAsText() {
    assertThat(mayMatch("day = '2020-01-01'", Map.of("day", "2020-01-01"))).isTrue();
    assertThat(mayMatch("n = 5", Map.of("n", 6))).isFalse();
    assertThatThrownBy(() -> mayMatch("n = 5", Map.of("n", "6")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("column=n");
    assertThatThrownBy(() -> mayMatch("n = 5", Map.of("m", 6)))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void anErrorWithinAPartitionIsLeftToTheScan() {
    assertThat(mayMatch("n * 9223372036854775807 > 0", Map.of("n", 6))).isTrue();
  }

  @Test
  void noRowIsEverPrunedAway() {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    Random random = new Random(seed);
    Table table = Table.of("struct<a:int,b:int,c:int>", rows());
    List<PredicateGenerator.Column> columns = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      columns.add(
          new PredicateGenerator.Column(
              name, name, Kind.INTEGER, false, true, List.of(0L, 1L, 2L)));
    }
    PredicateGenerator generator = new PredicateGenerator(random, columns);
    int pruned = 0;
    for (int i = 0; i < 500; i++) {
      String text = generator.predicate(3).ours();
      BoundPredicate predicate = BoundPredicate.bind(Expression.parse(text), table.type());
      List<String> names = new ArrayList<>(List.of("a", "b", "c"));
      Collections.shuffle(names, random);
      for (int row : table.matches(predicate).stream().toArray()) {
        Map<String, Object> known = new HashMap<>();
        for (String name : names.subList(0, 1 + random.nextInt(3))) {
          known.put(name, table.rows().get(row)[name.charAt(0) - 'a']);
        }
        assertThat(predicate.mayMatch(known))
            .as("replay with -Dorcacid.seed=" + seed + " " + text + " " + known)
            .isTrue();
      }
      pruned += predicate.mayMatch(Map.of("a", 2, "b", 0)) ? 0 : 1;
    }
    assertThat(pruned).isPositive();
  }

  private static Object[][] rows() {
    Long[] values = {null, 0L, 1L, 2L};
    List<Object[]> rows = new ArrayList<>();
    for (Long a : values) {
      for (Long b : values) {
        for (Long c : values) {
          rows.add(Table.row(a, b, c));
        }
      }
    }
    return rows.toArray(Object[][]::new);
  }
}
