package io.orcacid.reader;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.value.StructValue;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The filter's columns first: every type among the others, nulls everywhere, rows deleted. */
class DecodedFirstTest {
  private static final String COLUMNS =
      "k bigint, name string, flag boolean, price decimal(20,3), at timestamp, day date,"
          + " ratio double, code char(4), many array<int>, named map<string,int>,"
          + " pair struct<x:int,y:string>, v int";
  private static final int KEY = 0;
  private static final int NAME = 1;
  private static final int RATIO = 6;
  private static final int MANY = 8;
  private static final int PAIR = 10;
  private static final int VALUE = 11;

  @TempDir private Path temporary;

  private record Condition(String text, Predicate<List<Object>> holds) {}

  /** One table: rows by row id, and which of them are deleted. */
  private static final class Table {
    private final Path root;
    private final boolean original;
    private final List<List<Object>> rows = new ArrayList<>();
    private final BitSet deleted = new BitSet();

    Table(Path root, boolean original) {
      this.root = root;
      this.original = original;
    }

    void write(Random random) throws IOException {
      int count = 4_000 + random.nextInt(12_000);
      int stripe = 3_000 + random.nextInt(4_000);
      int run = 1 + random.nextInt(4_000);
      String stride = String.valueOf(1_000 + 1_000 * random.nextInt(4));
      try (AcidFileMaker file =
          original
              ? AcidFileMaker.plain(
                  root.resolve("000000_0"), COLUMNS, "orc.row.index.stride", stride)
              : AcidFileMaker.acid(
                  root.resolve("delta_0000002_0000002_0000/bucket_00000"),
                  COLUMNS,
                  "orc.row.index.stride",
                  stride)) {
        for (int i = 0; i < count; i++) {
          List<Object> row = row(random, i, run);
          rows.add(row);
          if (original) {
            file.row(row.toArray());
          } else {
            file.insert(2, BUCKET_0, i, row.toArray());
          }
          if (i % stripe == stripe - 1) {
            file.endStripe();
          }
        }
      }
    }

    private static List<Object> row(Random random, int i, int run) {
      List<Object> row =
          Arrays.asList(
              (long) i,
              "n" + i % 50,
              i % 3 == 0,
              new BigDecimal(i + ".125"),
              LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(i),
              LocalDate.of(2020, 1, 1).plusDays(i % 900),
              i / 8.0,
              "c" + i % 900,
              List.of(i, i + 1),
              Map.of("a", i),
              new StructValue(List.of(i, "y" + i)),
              i / run);
      for (int column = 1; column < row.size(); column++) {
        if (random.nextInt(6) == 0) {
          row.set(column, null);
        }
      }
      return row;
    }

    void delete(Random random) throws IOException {
      int from = random.nextInt(rows.size());
      deleted.set(from, Math.min(rows.size(), from + random.nextInt(5_000)));
      for (int i = random.nextInt(500); i > 0; i--) {
        deleted.set(random.nextInt(rows.size()));
      }
      try (AcidFileMaker file =
          AcidFileMaker.acid(
              root.resolve("delete_delta_0000003_0000003_0000/bucket_00000"), COLUMNS)) {
        for (int row = deleted.nextSetBit(0); row >= 0; row = deleted.nextSetBit(row + 1)) {
          file.delete(original ? 0 : 2, BUCKET_0, row, 3);
        }
      }
    }

    Condition condition(Random random) {
      long key = random.nextInt(rows.size());
      int value = (int) (key * 7 % 5);
      return switch (random.nextInt(9)) {
        case 5 -> new Condition("pair IS NULL", row -> row.get(PAIR) == null);
        case 6 -> new Condition("many IS NOT NULL", row -> row.get(MANY) != null);
        case 7 ->
            new Condition(
                "pair.x > " + key, row -> row.get(PAIR) != null && (int) x(row.get(PAIR)) > key);
        case 8 ->
            new Condition(
                "ratio IS NULL OR ratio < 10",
                row -> row.get(RATIO) == null || (double) row.get(RATIO) < 10);
        case 0 -> new Condition("k = " + key, row -> row.get(KEY).equals(key));
        case 1 ->
            new Condition(
                "v = " + value, row -> row.get(VALUE) != null && row.get(VALUE).equals(value));
        case 2 ->
            new Condition(
                "v IS NULL AND k > " + key,
                row -> row.get(VALUE) == null && (long) row.get(KEY) > key);
        case 3 ->
            new Condition(
                "name = 'n7' OR v = " + value,
                row ->
                    "n7".equals(row.get(NAME))
                        || row.get(VALUE) != null && row.get(VALUE).equals(value));
        default ->
            new Condition(
                "name IS NULL AND (v IS NULL OR k < 100)",
                row ->
                    row.get(NAME) == null && (row.get(VALUE) == null || (long) row.get(KEY) < 100));
      };
    }

    List<List<Object>> wanted(Condition condition) {
      List<List<Object>> wanted = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (!deleted.get(i) && condition.holds().test(rows.get(i))) {
          wanted.add(rows.get(i));
        }
      }
      return wanted;
    }
  }

  private static Object x(Object pair) {
    return ((StructValue) pair).values().get(0);
  }

  @Test
  void rowsAreThoseOfTheFilterWithTheirValues() {
    Seeds.forEach(
        12,
        random -> {
          Table table =
              new Table(Files.createTempDirectory(temporary, "table"), random.nextBoolean());
          table.write(random);
          if (random.nextInt(3) > 0) {
            table.delete(random);
          }
          for (int i = 0; i < 8; i++) {
            Condition condition = table.condition(random);
            ScannedTable scanned = ScannedTable.of(table.root, COLUMNS).where(condition.text());
            assertThat(scanned.values()).as(condition.text()).isEqualTo(table.wanted(condition));
            List<ScannedTable.Found> found =
                random.nextBoolean()
                    ? scanned.found()
                    : scanned.foundBy(
                        new ReadThreads(1 + random.nextInt(3), 1 + random.nextInt(4)), 50_000);
            assertThat(found).hasSize(table.wanted(condition).size());
            assertThat(found)
                .as("ids under %s", condition.text())
                .allSatisfy(row -> assertThat(row.id().rowId()).isEqualTo(row.values().get(KEY)));
          }
        });
  }

  @Test
  void theOthersAreReadOnlyOfBatchesInWhichARowIsLeft() throws IOException {
    Path file = temporary.resolve("delta_0000002_0000002_0000/bucket_00000");
    Random random = new Random(1);
    try (AcidFileMaker maker =
        AcidFileMaker.acid(file, "k bigint, payload string", "orc.compress", "NONE")) {
      for (long i = 0; i < 20_000; i++) {
        maker.insert(
            2, BUCKET_0, i, i * 7919 % 20_011, Long.toHexString(random.nextLong()).repeat(9));
      }
    }
    ScannedTable table = ScannedTable.of(temporary, "k bigint, payload string");
    assertThat(bytesReadBy(table.where("k = " + 20_005 * 7919 % 20_011))).isLessThan(200_000L);
    assertThat(bytesReadBy(table)).isGreaterThan(2_000_000L);
  }

  private static long bytesReadBy(ScannedTable table) throws IOException {
    ScanPlan plan = table.plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.ANY);
    table.read(plan.readAll());
    return plan.statistics().bytesRead();
  }
}
