package io.orcacid.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.rows.Digest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TpchTablesTest {
  private static final int ITEMS = 10_000;
  private static final int ROUNDS = 4;

  @TempDir static Path directory;

  private static TpchTables tables;

  @BeforeAll
  static void refreshed() throws Exception {
    tables = new TpchTables(directory, ITEMS, ROUNDS);
    tables.load();
    tables.refresh();
    tables.writeFlat();
  }

  @Test
  void the_tables_answer_as_reckoned_before_and_after_a_compaction() throws Exception {
    String items = "directory=" + tables.items();
    String orders = "directory=" + tables.orders();
    assertAnswers(items, orders);
    tables.compact();
    assertAnswers(items, orders);
  }

  @Test
  void the_flat_files_answer_as_reckoned() throws Exception {
    assertAnswers("file=" + tables.flatItems(), "file=" + tables.flatOrders());
  }

  private static void assertAnswers(String items, String orders) throws Exception {
    TpchExpected expected = tables.expected();
    assertThat(run("scan", items, columns(16))).contains(json(expected.items()));
    assertThat(run("scan", items, "columns=4,5,6,7,8,9,10")).contains(json(expected.pricedItems()));
    assertThat(run("scan", orders, "table=orders", columns(9))).contains(json(expected.orders()));
    assertThat(run("q1", items)).contains(json(expected.pricing()));
    assertThat(run("q6", items)).contains(json(expected.revenue()));
  }

  @Test
  void rounds_insert_and_delete() throws Exception {
    TpchSource source = new TpchSource(ITEMS);
    List<Long> loaded = new ArrayList<>();
    source.loadedOrders((row, key) -> loaded.add(key));
    List<Long> left = new ArrayList<>();
    source.leftOrders(ROUNDS, (row, key) -> left.add(key));

    assertThat(loaded).hasSize((int) source.orderCount()).doesNotHaveDuplicates();
    assertThat(left).doesNotHaveDuplicates();
    assertThat(left.stream().filter(key -> !loaded.contains(key)))
        .hasSize((int) (ROUNDS * source.newOrders()));
    assertThat(loaded.stream().filter(key -> !left.contains(key)).count())
        .isBetween(ROUNDS * source.orderCount() / 1000, ROUNDS * source.orderCount() / 1000 + 4);
    assertThat(tables.expected().orders().rows()).isEqualTo(left.size());
  }

  private static String json(Digest digest) {
    return "\"rows\":" + digest.rows() + ",\"digest\":\"" + digest.text() + "\"";
  }

  private static String columns(int number) {
    return IntStream.range(0, number)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(",", "columns=", ""));
  }

  private static String run(String operation, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(operation, "warmups=0", "runs=1"));
    arguments.addAll(List.of(more));
    return TpchProgram.run(arguments.toArray(new String[0])).line();
  }
}
