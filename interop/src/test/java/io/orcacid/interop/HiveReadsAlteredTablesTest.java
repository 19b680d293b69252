package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.StructValue;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables that were altered, restored, or cleaned around a tag, read by Hive's readers and ours:
 * each alteration that is allowed (PROTOCOL.md R24) is measured here.
 */
class HiveReadsAlteredTablesTest {
  private static final Agreement AGREEMENT = new Agreement();

  @TempDir private Path directory;

  @AfterAll
  static void sayWhatWasCompared() {
    System.out.println("Altered tables: " + AGREEMENT);
    assertThat(AGREEMENT.readings()).isGreaterThan(50);
  }

  static Stream<Arguments> widenings() {
    List<Object> floats =
        List.of(1.1f, Float.NaN, Float.MIN_VALUE, Float.MAX_VALUE, -0.0f, 16777217f);
    List<Object> decimals = List.of(new BigDecimal("1.25"), new BigDecimal("-999.99"));
    List<Object> texts = List.of("abc", "", "ab ", "äöü€x");
    return Stream.of(
        Arguments.of("tinyint", "smallint", List.of((byte) -128, (byte) 127), (short) 30000),
        Arguments.of("tinyint", "int", List.of((byte) -128, (byte) 127), 1 << 30),
        Arguments.of("tinyint", "bigint", List.of((byte) -128, (byte) 127), 1L << 60),
        Arguments.of("smallint", "int", List.of(Short.MIN_VALUE, Short.MAX_VALUE), 1 << 30),
        Arguments.of("smallint", "bigint", List.of(Short.MIN_VALUE, Short.MAX_VALUE), 1L << 60),
        Arguments.of(
            "int", "bigint", List.of(Integer.MIN_VALUE, Integer.MAX_VALUE), Long.MIN_VALUE),
        Arguments.of("float", "double", floats, 1e300),
        Arguments.of("decimal(5,2)", "decimal(10,2)", decimals, new BigDecimal("99999999.99")),
        Arguments.of("decimal(5,2)", "decimal(20,2)", decimals, new BigDecimal("1e10")),
        Arguments.of("decimal(5,2)", "decimal(38,2)", decimals, new BigDecimal("1e30")),
        Arguments.of("decimal(5,2)", "decimal(10,4)", decimals, new BigDecimal("0.0001")),
        Arguments.of("decimal(5,2)", "decimal(38,20)", decimals, new BigDecimal("1e-20")),
        Arguments.of(
            "decimal(18,2)",
            "decimal(19,2)",
            List.of(new BigDecimal("1234567890123456.78"), new BigDecimal("-0.01")),
            new BigDecimal("1e16")),
        Arguments.of("varchar(5)", "varchar(10)", texts, "longer "),
        Arguments.of("varchar(5)", "string", texts, "much longer than before"),
        Arguments.of("char(5)", "char(10)", texts, "longer"));
  }

  @ParameterizedTest
  @MethodSource("widenings")
  void aWidenedColumnInFilesOfBothTypes(String from, String to, List<Object> before, Object after)
      throws IOException {
    AcidTable table = create("id bigint, c " + from + ", s struct<x:" + from + ">, z string");
    try (Transaction transaction = table.begin()) {
      long id = 0;
      for (Object value : before) {
        transaction.insert().row(id++, value, new StructValue(List.of(value)), "z");
      }
      transaction.insert().row(id++, null, null, "z").row(100L, before.get(0), null, "deleted");
      transaction.commit();
    }
    table.delete("id = 100");
    table.alter().widen("c", to).widen("s.x", to).commit();
    requireAgreement(table);

    try (Transaction transaction = table.begin()) {
      transaction.insert().row(200L, after, new StructValue(List.of(after)), "new");
      transaction.insert().row(201L, null, null, "new");
      transaction.commit();
    }
    table.update("z = 'updated'", "id = 0");
    requireAgreement(table);
    table.compaction().minor().run();
    requireAgreement(table);
    table.compaction().major().run();
    requireAgreement(table);
    assertThat(table.scan().count()).isEqualTo(before.size() + 3);
  }

  @Test
  void columnsAndFieldsThatWereAdded() throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of(
                    "id bigint, p string, a struct<x:int,in:struct<y:int>>,"
                        + " l array<struct<x:int>>, m map<string,struct<x:int>>")
                .partitionedBy("p"));
    StructValue one = new StructValue(List.of(1));
    for (int i = 0; i < 4; i++) {
      try (Transaction transaction = table.begin()) {
        transaction
            .insert()
            .row(
                (long) i,
                "p" + i % 2,
                new StructValue(List.of(1, one)),
                List.of(one, one),
                Map.of("k", one))
            .row(10L + i, "p" + i % 2, null, null, null);
        transaction.commit();
      }
    }
    table.delete("id = 0");
    table
        .alter()
        .addColumn("n int, at timestamp, d decimal(10,2), deep struct<q:array<int>>")
        .addField("a", "z string")
        .addField("a.in", "w bigint")
        .addField("l.element", "y double")
        .addField("m.value", "y date")
        .commit();
    requireAgreement(table);
    table.update("n = 5, d = 1.5", "id > 11");
    requireAgreement(table);
    table.compaction().minor().run();
    requireAgreement(table);
    table.compaction().major().run();
    requireAgreement(table);
    assertThat(table.scan().where("n IS NULL").count()).isEqualTo(5);
  }

  @Test
  void rowsOfATransactionThatBeganBeforeTheAlteration() throws IOException {
    AcidTable table = create("id bigint, c int");
    try (Transaction before = table.begin()) {
      before.insert().row(1L, 1).row(2L, null);
      table.alter().widen("c", "bigint").addColumn("m string").commit();
      try (Transaction after = table.begin()) {
        after.insert().row(3L, 1L << 40, "new");
        after.commit();
      }
      before.commit();
    }
    requireAgreement(table);
    table.compaction().minor().run();
    requireAgreement(table);
  }

  @Test
  void aRestoredTable() throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id bigint, p string, c int").partitionedBy("p"));
    for (int i = 0; i < 6; i++) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row((long) i, "p" + i % 3, i).row(10L + i, "p" + i % 3, null);
        transaction.commit();
      }
    }
    table.tag("full");
    table.delete("id < 3");
    table.update("c = -1", "p = 'p1'");
    table.truncate(List.of("p=p2"));
    table.alter().widen("c", "bigint").addColumn("m int").commit();
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(100L, "p9", 1L << 40, 9);
      transaction.commit();
    }
    table.compaction().partition("p=p0").major().run();
    table.restore().toTag("full");
    assertThat(table.scan().count()).isEqualTo(12);
    requireAgreement(table);
    table.update("m = 1", "id = 1");
    requireAgreement(table);
    table.compaction().major().run();
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    requireAgreement(table);
  }

  @Test
  void aTaggedVersionAroundWhichAllElseWasCleaned() throws IOException {
    AcidTable table = create("id bigint, c int");
    for (int i = 0; i < 5; i++) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row((long) i, i).row(10L + i, i);
        transaction.commit();
      }
      table.delete("id = " + (10 + i));
      if (i == 2) {
        table.compaction().minor().run();
        table.tag("half");
        table.compaction().major().run();
      }
    }
    table.alter().addColumn("m int").commit();
    table.compaction().major().run();
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    requireAgreement(table);

    long version = table.tags().get(0).version();
    TableState state =
        CommitLog.open(Storage.local(), table.path(), LogOptions.defaults()).stateAt(version);
    AGREEMENT.require(
        Path.of(table.path()),
        Map.of("", Deletes.ONCE),
        table.definition(version).row(),
        new Lists(
            state.snapshot("default.t").writeIds().toString(),
            state.snapshot("default.t").transactions().toString()),
        () -> table.scanAsOfTag("half"));
    assertThat(table.scanAsOfTag("half").count()).isEqualTo(3);
  }

  @Test
  void anAdoptedTableThatIsAltered() throws IOException {
    Fixture fixture = Fixture.named("hive-4.1/all_types");
    FixtureSnapshot snapshot = fixture.snapshot("");
    AcidTable table =
        AcidTable.adopt(
            fixture.copyTable(directory.resolve("adopted")).toString(),
            TableDefinition.of(fixture.schema()),
            ValidWriteIdList.parse(snapshot.validWriteIdList()),
            ValidTxnList.parse(snapshot.validTxnList()));
    long rows = table.scan().count();
    table.tag("adopted");
    table.alter().addColumn("added int").widen("c_int", "bigint").commit();
    requireAgreement(table);
    table.update("added = 1, c_int = 5000000000", "c_bool");
    requireAgreement(table);
    table.compaction().major().run();
    requireAgreement(table);
    table.restore().toTag("adopted");
    assertThat(table.scan().where("added IS NULL").count()).isEqualTo(rows);
    requireAgreement(table);
  }

  private AcidTable create(String columns) throws IOException {
    return AcidTable.create(directory.resolve("t").toString(), TableDefinition.of(columns));
  }

  private static void requireAgreement(AcidTable table) throws IOException {
    AGREEMENT.requireOfNewest(table);
  }
}
