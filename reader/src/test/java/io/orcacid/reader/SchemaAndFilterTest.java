package io.orcacid.reader;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RowId;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns, filters and deletes of small tables made by hand. */
class SchemaAndFilterTest {
  private static final String DELTA = "delta_0000001_0000001_0000/bucket_00000";

  @TempDir private Path root;

  private AcidFileMaker acid(String name, String columns, String... properties) throws IOException {
    return AcidFileMaker.acid(root.resolve(name), columns, properties);
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }

  @Test
  void theStatementIsPartOfARowsKey_A01() throws IOException {
    try (AcidFileMaker file = acid(DELTA, "a int")) {
      file.insert(1, BUCKET_0, 0, 1);
    }
    try (AcidFileMaker file = acid("delta_0000001_0000001_0001/bucket_00000", "a int")) {
      file.insert(1, BUCKET_0 | 1, 0, 2);
    }
    try (AcidFileMaker file = acid("delete_delta_0000002_0000002_0000/bucket_00000", "a int")) {
      file.delete(1, BUCKET_0, 0, 2);
    }
    assertThat(ScannedTable.of(root, "a int").found())
        .containsExactly(new ScannedTable.Found("", new RowId(1, BUCKET_0 | 1, 0), row(2)));
  }

  @Test
  void predicatesNeverReachDeleteFiles_A06() throws IOException {
    try (AcidFileMaker file = acid(DELTA, "a int")) {
      for (int a = 1; a <= 10; a++) {
        file.insert(1, BUCKET_0, a - 1, a);
      }
    }
    try (AcidFileMaker file = acid("delete_delta_0000002_0000002_0000/bucket_00000", "a int")) {
      file.delete(1, BUCKET_0, 2, 2);
    }
    ScannedTable table = ScannedTable.of(root, "a int");
    assertThat(table.where("a >= 3").column("a")).containsExactly(4, 5, 6, 7, 8, 9, 10);
    assertThat(table.where("a IS NOT NULL AND a < 5").column("a")).containsExactly(1, 2, 4);
    assertThat(table.where("a = 3").column("a")).isEmpty();
  }

  @Test
  void rowsOfOriginalsKeepTheirIdsOverSplitsAndDeletes_A08() throws IOException {
    try (AcidFileMaker file = AcidFileMaker.plain(root.resolve("000000_0"), "a int, b int")) {
      file.row(1, 2).row(3, 4).endStripe().row(5, 6).row(7, 8).endStripe().row(9, 10);
    }
    String columns = "a int, b int";
    try (AcidFileMaker file = acid("delete_delta_0000001_0000001_0000/bucket_00000", columns)) {
      file.delete(0, BUCKET_0, 1, 1).delete(0, BUCKET_0, 4, 1);
    }
    try (AcidFileMaker file = acid("delta_0000001_0000001_0001/bucket_00000", columns)) {
      file.insert(1, BUCKET_0 | 1, 0, 3, 8).insert(1, BUCKET_0 | 1, 1, 9, 20);
    }
    try (AcidFileMaker file = acid("delete_delta_0000002_0000002_0000/bucket_00000", columns)) {
      file.delete(0, BUCKET_0, 3, 2);
    }
    ScannedTable table = ScannedTable.of(root, columns);
    for (long size : new long[] {1, 100, 1 << 20}) {
      assertThat(table.inSplitsOf(size).foundFarAway())
          .extracting(found -> found.id() + " " + found.values())
          .containsExactlyInAnyOrder(
              new RowId(0, BUCKET_0, 0) + " [1, 2]",
              new RowId(0, BUCKET_0, 2) + " [5, 6]",
              new RowId(1, BUCKET_0 | 1, 0) + " [3, 8]",
              new RowId(1, BUCKET_0 | 1, 1) + " [9, 20]");
    }
  }

  @Test
  void columnsNamedAsTheHiddenOnesAreTheUsers_A14() throws IOException {
    String columns =
        "operation int, originalTransaction bigint, Bucket int, rowId bigint, currentTransaction bigint, `row` struct<operation:int>, id int";
    try (AcidFileMaker file = acid(DELTA, columns, "orc.bloom.filter.columns", "rowId")) {
      for (int i = 0; i < 5; i++) {
        file.insert(
            1,
            BUCKET_0,
            i,
            100 + i,
            200L + i,
            300 + i,
            400L + i,
            500L + i,
            new io.orcacid.format.value.StructValue(List.of(i)),
            i);
      }
    }
    ScannedTable table = ScannedTable.of(root, columns);
    assertThat(table.where("operation = 102").column("id")).containsExactly(2);
    assertThat(table.where("ORIGINALTRANSACTION >= 203").column("id")).containsExactly(3, 4);
    assertThat(table.where("bucket = 304").column("id")).containsExactly(4);
    assertThat(table.where("rowid = 401 AND currentTransaction = 501").column("rowid"))
        .containsExactly(401L);
    assertThat(table.where("operation = 0").values()).isEmpty();
    assertThat(table.found().get(4).values().subList(0, 5))
        .containsExactly(104, 204L, 304, 404L, 504L);
  }

  @Test
  void withoutColumnsRowsAreCountedOnly_A18() throws IOException {
    try (AcidFileMaker file = acid("base_0000001/bucket_00000", "a int")) {
      file.insert(1, BUCKET_0, 0, 1).insert(1, BUCKET_0, 1, 2).insert(1, BUCKET_0, 5, 3);
    }
    try (AcidFileMaker file = acid("delta_0000002_0000002_0000/bucket_00000", "a int")) {
      file.insert(2, BUCKET_0, 0, 4);
    }
    try (AcidFileMaker file = acid("delete_delta_0000003_0000003_0000/bucket_00000", "a int")) {
      file.delete(1, BUCKET_0, 1, 3);
    }
    ScannedTable table = ScannedTable.of(root, "a int");
    assertThat(table.select().plan().count()).isEqualTo(3);
    assertThat(table.select().values()).containsExactly(row(), row(), row());
    assertThat(table.select().where("a > 2").found()).hasSize(2);
    try (BatchReader reader = table.select().plan().readAll()) {
      assertThat(reader.next().orElseThrow().rows().cols).isEmpty();
    }
  }

  @Test
  void addedColumnsReadAsNull() throws IOException {
    try (AcidFileMaker file = acid(DELTA, "a int")) {
      file.insert(1, BUCKET_0, 0, 7).insert(1, BUCKET_0, 1, 8);
    }
    try (AcidFileMaker file =
        acid("delta_0000002_0000002_0000/bucket_00000", "a int, b string, c array<int>")) {
      file.insert(2, BUCKET_0, 0, 9, "nine", List.of(9));
    }
    ScannedTable table = ScannedTable.of(root, "a int, b string, c array<int>");
    assertThat(table.values())
        .containsExactly(row(7, null, null), row(8, null, null), row(9, "nine", List.of(9)));
    assertThat(table.column("b")).containsExactly(null, null, "nine");
    assertThat(table.where("b IS NULL").column("a")).containsExactly(7, 8);
    assertThat(table.where("b = 'nine'").column("a")).containsExactly(9);
    assertThat(table.where("b IS NULL AND a > 7").column("c")).containsExactly((Object) null);
  }

  @Test
  void addedColumnsOfOriginalsReadAsNull() throws IOException {
    try (AcidFileMaker file = AcidFileMaker.plain(root.resolve("000000_0"), "a int")) {
      file.row(7).row(8);
    }
    ScannedTable table = ScannedTable.of(root, "a int, b string");
    assertThat(table.values()).containsExactly(row(7, null), row(8, null));
    assertThat(table.column("b")).containsExactly(null, null);
    assertThat(table.where("b IS NULL").column("a")).containsExactly(7, 8);
    assertThat(table.where("b = 'x'").column("a")).isEmpty();
  }

  @Test
  void columnsAreFoundByNameInAnyOrderAndCase_A27() throws IOException {
    try (AcidFileMaker file = acid(DELTA, "column1 int, Column2 bigint")) {
      file.insert(1, BUCKET_0, 0, 11, 100L);
    }
    try (AcidFileMaker file =
        acid("delta_0000002_0000002_0000/bucket_00000", "column3 int, column2 bigint")) {
      file.insert(2, BUCKET_0, 0, 12, 200L);
    }
    ScannedTable table = ScannedTable.of(root, "column2 bigint, column3 int");
    assertThat(table.values()).containsExactly(row(100L, null), row(200L, 12));
    assertThat(table.where("column2 = 100").column("column3")).containsExactly((Object) null);
  }

  @Test
  void columnsWithoutNamesAreFoundByPlace_A27() throws IOException {
    try (AcidFileMaker file = acid("acid/" + DELTA, "_col0 int, _col1 bigint")) {
      file.insert(1, BUCKET_0, 0, 11, 100L);
    }
    try (AcidFileMaker file =
        AcidFileMaker.plain(root.resolve("plain/000000_0"), "_col0 int, _col1 bigint")) {
      file.row(11, 100L);
    }
    for (String name : List.of("acid", "plain")) {
      ScannedTable table = ScannedTable.of(root.resolve(name), "a int, b bigint");
      assertThat(table.where("b = 100").values()).as(name).containsExactly(row(11, 100L));
      assertThat(table.where("b = 101").values()).as(name).isEmpty();
    }
  }

  @Test
  void predicatesOnWidenedColumnsFindTheirRows_A28() throws IOException {
    try (AcidFileMaker file = acid(DELTA, "a int, b tinyint", "orc.bloom.filter.columns", "a,b")) {
      for (int i = 0; i < 3_000; i++) {
        file.insert(1, BUCKET_0, i, i * 7, (byte) (i % 100));
      }
    }
    for (String type : List.of("bigint", "string", "double", "decimal(20,2)", "int")) {
      ScannedTable table = ScannedTable.of(root, "a " + type + ", b int");
      String literal = type.equals("string") ? "'3500'" : "3500";
      assertThat(table.where("a = " + literal).found())
          .as(type)
          .extracting(found -> found.id().rowId())
          .containsExactly(500L);
      assertThat(table.where("a IN (" + literal + ") AND b = 0").found()).hasSize(1);
      String absent = type.equals("string") ? "'3501'" : "3501";
      assertThat(table.where("a = " + absent).found()).isEmpty();
    }
    ScannedTable text = ScannedTable.of(root, "a string, b int");
    assertThat(text.where("a > '999'").plan().count())
        .isEqualTo(
            java.util.stream.IntStream.range(0, 3_000)
                .filter(i -> String.valueOf(i * 7).compareTo("999") > 0)
                .count());
  }

  @Test
  void timesNearAndBefore1970AreFound_A29() throws IOException {
    List<LocalDateTime> times =
        List.of(
            LocalDateTime.of(1969, 12, 31, 23, 59, 58, 999_500_000),
            LocalDateTime.of(1970, 1, 1, 0, 0, 0, 500),
            LocalDateTime.of(1900, 1, 1, 0, 0, 0, 1));
    try (AcidFileMaker file = acid(DELTA, "at timestamp")) {
      for (int i = 0; i < times.size(); i++) {
        file.insert(1, BUCKET_0, i, times.get(i));
        file.endStripe();
      }
    }
    ScannedTable table = ScannedTable.of(root, "at timestamp");
    for (String text :
        List.of(
            "1969-12-31 23:59:58.9995",
            "1970-01-01 00:00:00.0000005",
            "1900-01-01 00:00:00.000000001")) {
      assertThat(table.where("at = timestamp '" + text + "'").found()).as(text).hasSize(1);
      assertThat(
              table
                  .where("at <= timestamp '" + text + "'")
                  .where("at = timestamp '" + text + "'")
                  .found())
          .hasSize(1);
    }
  }

  @Test
  void anEmptyDeleteFileDeletesNothing_A33() throws IOException {
    try (AcidFileMaker file = acid(DELTA, "a int")) {
      file.insert(1, BUCKET_0, 0, 1);
    }
    acid("delete_delta_0000003_0000003_0000/bucket_00000", "a int").close();
    Files.createDirectories(root.resolve("delete_delta_0000004_0000004_0000"));
    Files.createFile(root.resolve("delete_delta_0000004_0000004_0000/bucket_00000"));
    assertThat(ScannedTable.of(root, "a int").column("a")).containsExactly(1);
  }

  @Test
  void anEmptyPartitionGivesNoPartitionValue_A36() throws IOException {
    try (AcidFileMaker file = acid("p=bar/" + DELTA, "a int")) {
      file.insert(1, BUCKET_0, 0, 1);
    }
    try (AcidFileMaker file =
        acid("p=bar/delete_delta_0000002_0000002_0000/bucket_00000", "a int")) {
      file.delete(1, BUCKET_0, 0, 2);
    }
    ScannedTable table = ScannedTable.of(root, "a int, p string").partitionedBy("p");
    assertThat(table.column("p")).isEmpty();
    assertThat(table.select().plan().count()).isZero();
  }

  @Test
  void aPartlyValidStreamingDeltaShowsItsValidRows_A19() throws IOException {
    try (AcidFileMaker file = acid("delta_0000001_0000004/bucket_00000", "a int")) {
      file.insert(1, BUCKET_0, 0, 1).insert(2, BUCKET_0, 0, 2).insert(2, BUCKET_0, 1, 3);
      file.endStripe().insert(3, BUCKET_0, 0, 4).insert(4, BUCKET_0, 0, 5);
    }
    ScannedTable table = ScannedTable.of(root, "a int");
    assertThat(table.at("4:2:2:3").column("a")).containsExactly(1, 5);
    assertThat(table.at("2:9223372036854775807::").column("a")).containsExactly(1, 2, 3);
    assertThat(table.at("4:9223372036854775807::1,2").ordered())
        .isEqualTo(table.at("4:9223372036854775807::1,2").found())
        .hasSize(2);
    assertThat(table.at("4:3:3,4:").where("a > 1").column("a")).containsExactly(2, 3);
    assertThat(table.at("4:3:3,4:").plan().count()).isEqualTo(3);
  }

  @Test
  void partitionValuesOfEveryTypeAreConstants() throws IOException {
    Map<String, Object> directories = new LinkedHashMap<>();
    directories.put("boolean;p=true;p;NOT p", true);
    directories.put("tinyint;p=-7;p = -7;p = 7", (byte) -7);
    directories.put("bigint;p=5000000000;p > 4000000000;p < 0", 5_000_000_000L);
    directories.put("double;p=1.5;p = 1.5;p = 1", 1.5);
    directories.put("decimal(10,2);p=12.5;p = 12.50;p = 12.51", new BigDecimal("12.5"));
    directories.put("string;p=a%2Fb;p = 'a/b';p = 'a'", "a/b");
    directories.put("varchar(5);p=abc;p LIKE 'a%';p LIKE 'b%'", "abc");
    directories.put("char(5);p=abc;p = 'abc';p = 'abcd'", "abc");
    directories.put(
        "date;p=2024-02-29;p = date '2024-02-29';p > date '2024-02-29'", LocalDate.of(2024, 2, 29));
    directories.put(
        "timestamp;p=2024-02-29 01%3A02%3A03.5;p >= timestamp '2024-02-29 01:02:03.5';p > timestamp '2024-02-29 01:02:03.5'",
        LocalDateTime.of(2024, 2, 29, 1, 2, 3, 500_000_000));
    int table = 0;
    for (Map.Entry<String, Object> entry : directories.entrySet()) {
      String[] parts = entry.getKey().split(";");
      Path path = root.resolve("t" + table++);
      for (String partition : List.of(parts[1], "p=__HIVE_DEFAULT_PARTITION__")) {
        try (AcidFileMaker file =
            AcidFileMaker.acid(path.resolve(partition).resolve(DELTA), "a int")) {
          file.insert(1, BUCKET_0, 0, 1).insert(1, BUCKET_0, 1, 2);
        }
      }
      ScannedTable scanned = ScannedTable.of(path, "p " + parts[0] + ", a int").partitionedBy("p");
      List<Object> one = row(entry.getValue(), 1);
      List<Object> two = row(entry.getValue(), 2);
      assertThat(scanned.where("p IS NOT NULL").values()).as(parts[0]).containsExactly(one, two);
      assertThat(scanned.where(parts[2]).values()).as(parts[0]).containsExactly(one, two);
      assertThat(scanned.where(parts[3]).values()).as(parts[0]).isEmpty();
      assertThat(scanned.where(parts[2] + " AND a = 2").values()).containsExactly(two);
      assertThat(scanned.where("p IS NULL").values()).containsExactly(row(null, 1), row(null, 2));
      assertThat(scanned.where("p IS NULL OR a = 1").select("p", "p").ordered()).hasSize(3);
    }
  }
}
