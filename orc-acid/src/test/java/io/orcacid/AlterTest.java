package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.value.StructValue;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns and properties of a table change, and what was written before stays what it was. */
class AlterTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable create(String columns) throws IOException {
    return AcidTable.create(directory.resolve("t").toString(), TableDefinition.of(columns));
  }

  /** By a mask, in order, and with deletes that have to be merged in. */
  private static List<List<String>> everyReading(AcidTable table) throws IOException {
    List<List<String>> readings = new ArrayList<>();
    readings.add(texts(table.scan()).stream().sorted().toList());
    readings.add(texts(table.scan().ordered()).stream().sorted().toList());
    try (AcidTable merging =
        AcidTable.open(table.path(), AcidOptions.of(Map.of("orcacid.reader.delete.memory", "1")))) {
      readings.add(texts(merging.scan()).stream().sorted().toList());
    }
    return readings;
  }

  private static void requireRows(AcidTable table, String... rows) throws IOException {
    List<String> sorted = Arrays.stream(rows).sorted().toList();
    assertThat(everyReading(table)).containsOnly(sorted);
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  private static CommitLog log(AcidTable table) throws IOException {
    return CommitLog.open(
        io.orcacid.format.io.Storage.local(), table.path(), LogOptions.defaults());
  }

  private static List<Integer> schemaIds(AcidTable table) throws IOException {
    return log(table).newest().directories("").stream().map(DataDirectory::schemaId).toList();
  }

  @Test
  void anAddedColumnIsNullInRowsThatWereThereAndEachVersionKeepsItsColumns() throws IOException {
    AcidTable table = create("id int, name string");
    insert(table, row(1, "a"), row(2, "b"), row(3, "c"));
    table.delete("id = 3");
    assertThat(table.alter().addColumn("m int, at timestamp").commit()).isEqualTo(3);
    requireRows(table, "[1, a, null, null]", "[2, b, null, null]");
    insert(table, row(4, "d", 40, null));
    table.update("m = 7", "id = 1");
    requireRows(table, "[1, a, 7, null]", "[2, b, null, null]", "[4, d, 40, null]");
    assertThat(table.scan().where("m IS NULL").count()).isEqualTo(1);
    assertThat(texts(table.scan().select("m").where("m >= 7 AND id < 4"))).containsExactly("[7]");

    assertThat(texts(table.scanAsOfVersion(2))).containsExactlyInAnyOrder("[1, a]", "[2, b]");
    assertThat(table.definition(2).row().getFieldNames()).containsExactly("id", "name");
    assertThat(table.definition(3).row().getFieldNames()).containsExactly("id", "name", "m", "at");
    assertThatThrownBy(() -> texts(table.scanAsOfVersion(2).select("m")))
        .isInstanceOf(ValidationException.class);
    List<VersionInfo> history = table.history();
    assertThat(history.get(3).operation()).isEqualTo(Operation.ALTER);
    assertThat(history.get(3).dataChange()).isFalse();
    assertThat(schemaIds(table)).contains(0, 1);
    assertThat(log(table).newest()).isEqualTo(log(table).stateAt(table.version()));
  }

  @Test
  void aTimeAfterTheAlterationShowsTheNewColumns() throws IOException {
    AcidTable table = create("id int");
    insert(table, row(1));
    table.alter().addColumn("m int").commit();
    Instant altered = table.history().get(2).time();
    assertThat(texts(table.scanAsOfTime(altered))).containsExactly("[1, null]");
    assertThat(texts(table.scanAsOfTime(altered.minusNanos(1000)))).containsExactly("[1]");
  }

  static Stream<Arguments> widenings() {
    return Stream.of(
        Arguments.of("tinyint", "smallint", (byte) -128, (short) 30000),
        Arguments.of("tinyint", "int", (byte) 127, 1 << 30),
        Arguments.of("tinyint", "bigint", (byte) 1, 1L << 60),
        Arguments.of("smallint", "int", Short.MIN_VALUE, 1 << 30),
        Arguments.of("smallint", "bigint", Short.MAX_VALUE, 1L << 60),
        Arguments.of("int", "bigint", Integer.MIN_VALUE, Long.MIN_VALUE),
        Arguments.of("float", "double", 1.5f, 1e300),
        Arguments.of(
            "decimal(5,2)", "decimal(20,2)", new BigDecimal("999.99"), new BigDecimal("1e10")),
        Arguments.of(
            "decimal(5,2)", "decimal(10,4)", new BigDecimal("1.25"), new BigDecimal("1.0001")),
        Arguments.of(
            "decimal(18,2)",
            "decimal(38,10)",
            new BigDecimal("1234567890123456.78"),
            new BigDecimal("0.0000000001")),
        Arguments.of("varchar(3)", "varchar(9)", "abc", "abcdefghi"),
        Arguments.of("varchar(3)", "string", "ab ", "a longer text"),
        Arguments.of("char(3)", "char(9)", "abc", "abcdefghi"));
  }

  @ParameterizedTest
  @MethodSource("widenings")
  void aWidenedColumnHasItsOldValuesAndTakesNewOnes(
      String from, String to, Object before, Object after) throws IOException {
    AcidTable table = create("id int, c " + from + ", s struct<x:" + from + ">");
    insert(table, row(1, before, new StructValue(List.of(before))), row(2, null, null));
    insert(table, row(3, before, null));
    table.delete("id = 3");
    assertThat(table.alter().widen("C", to).widen("s.x", to).commit()).isEqualTo(4);
    insert(table, row(4, after, new StructValue(List.of(after))), row(5, null, null));
    List<String> rows = texts(table.scan().ordered());
    assertThat(rows).hasSize(4);
    requireRows(table, rows.toArray(new String[0]));
    for (long id : new long[] {1, 4}) {
      List<Row> found = TestTables.rows(table.scan().where("id = " + id));
      Object value = found.get(0).get(1);
      Object expected = id == 1 ? before : after;
      if (expected instanceof BigDecimal decimal) {
        assertThat((BigDecimal) value).isEqualByComparingTo(decimal);
      } else if (expected instanceof Number number) {
        assertThat(((Number) value).doubleValue()).isEqualTo(number.doubleValue());
      } else {
        assertThat(value).isEqualTo(expected);
      }
    }
    // What is pushed down to files of the narrow type keeps every row.
    assertThat(table.scan().where("c IS NULL").count()).isEqualTo(2);
    String literal = after instanceof String text ? "'" + text + "'" : after.toString();
    if (!(after instanceof Double)) {
      assertThat(table.scan().where("c = " + literal).count()).isEqualTo(1);
      assertThat(table.scan().where("c <> " + literal).count()).isEqualTo(1);
    }

    String earlier = before instanceof String text ? "'" + text + "'" : before.toString();
    assertThat(table.scan().where("c = " + earlier).count()).isEqualTo(1);
    assertThat(table.scan().where("c >= " + earlier + " AND c <= " + earlier).count()).isEqualTo(1);
    assertThat(table.scan().where("c IN (" + earlier + ")").count()).isEqualTo(1);

    CompactionReport compacted = table.compaction().major().run().get(0);
    assertThat(compacted.version()).isPresent();
    requireRows(table, rows.toArray(new String[0]));
    assertThat(table.scanAsOfVersion(3).count()).isEqualTo(2);
  }

  @Test
  void fieldsAreAddedToStructsWhereverTheyAre() throws IOException {
    AcidTable table =
        create(
            "id int, a struct<x:int,in:struct<y:int>>, l array<struct<x:int>>,"
                + " m map<string,struct<x:int>>");
    StructValue one = new StructValue(List.of(1));
    insert(table, row(1, new StructValue(List.of(1, one)), List.of(one), Map.of("k", one)));
    insert(table, row(2, null, null, null));
    table
        .alter()
        .addField("a", "z string")
        .addField("A.In", "w bigint")
        .addField("l.element", "y int")
        .widen("l.element.x", "bigint")
        .addField("m.value", "y int")
        .commit();
    assertThat(table.definition().row().toString())
        .isEqualTo(
            "struct<id:int,a:struct<x:int,in:struct<y:int,w:bigint>,z:string>,"
                + "l:array<struct<x:bigint,y:int>>,m:map<string,struct<x:int,y:int>>>");
    List<String> rows = texts(table.scan().ordered());
    requireRows(table, rows.toArray(new String[0]));
    assertThat(rows.get(0))
        .contains("values=[1, StructValue[values=[1, null]], null]")
        .contains("{k=StructValue[values=[1, null]]}");
    insert(
        table,
        row(
            3,
            new StructValue(List.of(1, new StructValue(List.of(2, 3L)), "z")),
            List.of(new StructValue(List.of(1L << 40, 5))),
            Map.of()));
    table.compaction().minor().run();
    assertThat(texts(table.scan().ordered()).subList(0, 2)).isEqualTo(rows);
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c | bigint | changes only to one that has all its values",
        "n | int | changes only to one that has all its values",
        "n | double | changes only to one that has all its values",
        "n | string | changes only to one that has all its values",
        "d | decimal(12,3) | changes only to one that has all its values",
        "d | decimal(9,2) | changes only to one that has all its values",
        "v | varchar(4) | changes only to one that has all its values",
        "v | char(9) | changes only to one that has all its values",
        "h | varchar(9) | changes only to one that has all its values",
        "f | float | changes only to one that has all its values",
        "s | struct<x:bigint> | Only columns of a simple type",
        "s.x | smallint | changes only to one that has all its values",
        "s.y | bigint | No such column",
        "unknown | bigint | No such column",
        "p | bigint | A partition column stays as it is",
        "b | bigint | A bucketing column stays as it is",
      })
  void whatIsNotAWideningIsRefusedWithTheReason(String column, String type, String why)
      throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of(
                    "c string, n bigint, d decimal(12,2), v varchar(5), h char(5), f double,"
                        + " s struct<x:int>, p int, b int")
                .partitionedBy("p")
                .bucketedBy(2, "b"));
    assertThatThrownBy(() -> table.alter().widen(column, type).commit())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(why);
    assertThat(table.version()).isZero();
  }

  @Test
  void columnsThatCannotBeAddedAreRefused() throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id int, s struct<x:int>, p int").partitionedBy("p"));
    for (String twice : List.of("ID int", "p string", "s int")) {
      assertThatThrownBy(() -> table.alter().addColumn(twice).commit())
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("There is such a column already");
    }
    assertThatThrownBy(() -> table.alter().addField("s", "X int").commit())
        .hasMessageContaining("There is such a column already");
    assertThatThrownBy(() -> table.alter().addField("id", "x int").commit())
        .hasMessageContaining("Fields are added to a struct");
    assertThatThrownBy(() -> table.alter().addColumn("m nothing").commit())
        .hasMessageContaining("none of Hive's");
    assertThatThrownBy(() -> table.alter().addColumn("m").commit())
        .hasMessageContaining("A column has no type");
    assertThat(table.version()).isZero();
    assertThat(table.alter().commit()).isZero();
    assertThat(table.alter().widen("id", "int").commit()).isZero();
  }

  @Test
  void propertiesAndCommentsAreCheckedAsAtTheCreation() throws IOException {
    AcidTable table = create("id int, n int, s struct<x:int>");
    table
        .alter()
        .comment("what it is")
        .comment("S.x", "deep")
        .comment("id", "a number")
        .set("orc.compress", "ZLIB")
        .set("hive.key", "kept")
        .commit();
    assertThat(table.definition().properties())
        .containsOnly(
            Map.entry("comment", "what it is"),
            Map.entry("orcacid.comment.s.x", "deep"),
            Map.entry("orcacid.comment.id", "a number"),
            Map.entry("orc.compress", "ZLIB"),
            Map.entry("hive.key", "kept"));
    table.alter().comment("").comment("id", "").unset("hive.key").commit();
    assertThat(table.definition().properties()).hasSize(2);
    assertThat(table.definition(0).properties()).isEmpty();
    for (Alteration refused :
        List.of(
            table.alter().set("orcacid.unknown", "1"),
            table.alter().set("orcacid.conflict.policy", "none"),
            table.alter().set("orcacid.conflict.policy", "nbcc"),
            table.alter().set("orcacid.ordering.column", "m"),
            table.alter().set("orc.nothing", "1"),
            table.alter().set("x".repeat(300), "1"),
            table.alter().comment("m", "no such column"),
            table.alter().unset("hive.key"))) {
      assertThatThrownBy(refused::commit).isInstanceOf(ValidationException.class);
    }
    assertThat(table.version()).isEqualTo(2);
    insert(table, row(1, 2, null));
    requireRows(table, "[1, 2, null]");
  }

  @Test
  void transactionsThatBeganBeforeCommitTheirRowsWithTheColumnsThatTheyKnow() throws IOException {
    AcidTable table = create("id int, n smallint");
    insert(table, row(1, (short) 1), row(2, (short) 2));
    try (AcidTable other = AcidTable.open(table.path());
        Transaction inserting = other.begin();
        Transaction updating = other.begin()) {
      inserting.insert().row(3, (short) 3);
      updating.update("n = 20", "id = 2");
      table.alter().addColumn("m int").widen("n", "bigint").commit();
      insert(table, row(4, 1L << 40, 40));
      inserting.commit();
      updating.commit();
      assertThatThrownBy(() -> insert(other, row(5, (short) 5)))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("another number of values");
      insert(other, row(5, 5L, null));
    }
    assertThat(schemaIds(table)).contains(0, 1);
    String[] rows = {
      "[1, 1, null]", "[2, 20, null]", "[3, 3, null]", "[4, 1099511627776, 40]", "[5, 5, null]"
    };
    requireRows(table, rows);
    assertThat(table.compaction().minor().run().get(0).version()).isPresent();
    requireRows(table, rows);
    table.delete("id = 5");
    assertThat(table.compaction().major().run().get(0).version()).isPresent();
    requireRows(table, Arrays.copyOf(rows, 4));
    assertThat(schemaIds(table)).containsExactly(1);
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    requireRows(table, Arrays.copyOf(rows, 4));
  }

  @Test
  void aStripeOfTheOlderColumnsIsEncodedAnewAndOneOfTheNewerIsCopied() throws IOException {
    AcidTable table = create("id int, n int");
    Object[][] many =
        IntStream.range(0, 60_000).mapToObj(i -> row(i, i % 7)).toArray(Object[][]::new);
    insert(table, many);
    table.alter().addColumn("m int").commit();
    Object[][] more =
        IntStream.range(0, 60_000).mapToObj(i -> row(-1 - i, i % 7, i)).toArray(Object[][]::new);
    insert(table, more);
    CompactionReport compacted = table.compaction().major().run().get(0);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(1);
    assertThat(table.scan().where("m IS NULL").count()).isEqualTo(60_000);
    assertThat(table.scan().where("m = 59999 AND id = -60000").count()).isEqualTo(1);
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  @Test
  void aTransactionOfALaxerPolicyThanTheNewOneIsAConflict() throws IOException {
    AcidTable table = create("id int");
    insert(table, row(1));
    try (Transaction before = table.begin()) {
      before.insert().row(2);
      table.alter().set("orcacid.conflict.policy", "serializable").commit();
      assertThatThrownBy(before::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("The table's conflict policy was changed");
    }
    try (Transaction before = table.begin()) {
      before.insert().row(3);
      table.alter().addColumn("m int").commit();
      assertThatThrownBy(before::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("compares rows by the columns that it knows");
    }
    try (Transaction before = table.begin()) {
      before.insert().row(4, 4);
      table.tag("here");
      before.commit();
    }
    requireRows(table, "[1, null]", "[4, 4]");
  }

  @Test
  void aWriterByKeyThatDoesNotKnowTheWidenedKeyIsAConflict() throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("k int, o int")
                .key("k")
                .property("orcacid.conflict.policy", "nbcc")
                .property("orcacid.ordering.column", "o"));
    try (Transaction before = table.begin()) {
      before.upsert().row(1, 1);
      table.alter().widen("k", "bigint").commit();
      try (Transaction after = table.begin()) {
        after.upsert().row(1L + (1L << 32), 2);
        after.commit();
      }
      assertThatThrownBy(before::commit).isInstanceOf(WriteConflictException.class);
    }
    try (Transaction again = table.begin()) {
      again.upsert().row(1L, 1).row(1L + (1L << 32), 3);
      again.commit();
    }
    requireRows(table, "[1, 1]", "[4294967297, 3]");
  }

  @Test
  void alterationsAndInsertsOfManyThreadsAllSucceed() throws Exception {
    AcidTable table = create("id int");
    int each = 8;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<Void>> work = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      String column = "c" + i;
      int id = i;
      work.add(
          () -> {
            table.alter().addColumn(column + " int").commit();
            return null;
          });
      work.add(
          () -> {
            try (AcidTable own = AcidTable.open(table.path());
                Transaction transaction = own.begin()) {
              Object[] values = new Object[1];
              try (Rows rows = transaction.scan().rows()) {
                values = new Object[rows.type().getChildren().size()];
              }
              values[0] = id;
              transaction.insert().row(values);
              transaction.commit();
            }
            return null;
          });
    }
    for (Future<Void> done : threads.invokeAll(work)) {
      done.get();
    }
    threads.shutdown();
    assertThat(table.definition().row().getChildren()).hasSize(each + 1);
    assertThat(table.scan().count()).isEqualTo(each);
    assertThat(table.scan().where("c0 IS NULL AND c7 IS NULL").count()).isEqualTo(each);
    table.compaction().major().run();
    assertThat(table.scan().count()).isEqualTo(each);
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  @Test
  void aPartitionedAndBucketedTableGetsColumnsBehindItsPartitionColumn() throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id int, day string").partitionedBy("day").bucketedBy(2, "id"));
    insert(table, row(1, "a"), row(2, "b"));
    table.alter().addColumn("m int").commit();
    insert(table, row(3, "a", 3));
    table.update("m = 2", "id = 2");
    requireRows(table, "[1, a, null]", "[2, b, 2]", "[3, a, 3]");
    assertThat(table.definition().partitionedBy()).containsExactly("day");
    table.compaction().minor().run();
    table.compaction().major().run();
    requireRows(table, "[1, a, null]", "[2, b, 2]", "[3, a, 3]");
  }
}
