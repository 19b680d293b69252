package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.Transaction;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables made through the front door, read by Hive under the two lists that {@code inspect} gives.
 */
class HiveReadsOurTablesTest {
  private static final TableDefinition EVENTS =
      TableDefinition.of("id bigint, name string, n int, p string");
  private static final Agreement AGREEMENT = new Agreement();

  @TempDir private Path directory;
  private String path;

  @BeforeEach
  void chooseAPath() {
    path = directory.resolve("events").toString();
  }

  @AfterAll
  static void sayWhatWasCompared() {
    System.out.println("Our tables: " + AGREEMENT);
  }

  @Test
  void valuesOfAllTypes() throws IOException {
    Fixture fixture = Fixture.named("hive-4.1/all_types");
    FixtureSnapshot snapshot = fixture.snapshot("");
    TableDefinition definition = TableDefinition.of(fixture.schema());
    AcidTable foreign =
        AcidTable.openHive(
            fixture.copyTable(directory.resolve("hive")).toString(),
            definition,
            ValidWriteIdList.parse(snapshot.validWriteIdList()),
            ValidTxnList.parse(snapshot.validTxnList()));
    AcidTable table = AcidTable.create(path, definition);
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      try (var rows = foreign.scan().rows()) {
        for (var row : rows) {
          inserter.row(row.values().toArray());
        }
      }
      transaction.commit();
    }
    table.delete("c_int < 0");
    table.update("c_str = 'new', c_dec = NULL", "c_bool");

    requireAgreement(table);
  }

  @Test
  void hiveKnowsNoTimestampWithLocalTimeZoneInOrcAndRefusesIt() throws IOException {
    AcidTable table =
        AcidTable.create(path, TableDefinition.of("id int, t timestamp with local time zone"));
    try (Transaction transaction = table.begin()) {
      transaction
          .insert()
          .row(1, java.time.Instant.parse("2024-02-29T23:59:59.123456789Z"))
          .row(2, java.time.Instant.parse("1969-12-31T23:59:59Z"))
          .row(3, null);
      transaction.commit();
    }
    assertThatThrownBy(() -> requireAgreement(table))
        .isInstanceOf(Hive.HiveException.class)
        .hasMessageContaining("Unknown type TIMESTAMP_INSTANT");
  }

  @Test
  void updatesAndDeletesOfSeveralTransactions() throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS);
    insert(table, 0, 500);
    table.update("n = n + 1000", "n > 250");
    table.delete("id < 50");
    table.update("name = 'again'", "n > 1300");

    requireAgreement(table);
  }

  @Test
  void aTransactionThatDeletesAndUpdatesItsOwnRows() throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS);
    insert(table, 0, 20);
    try (Transaction transaction = table.begin()) {
      rows(transaction.insert(), 100, 150);
      transaction.delete("id > 140 OR id = 3");
      transaction.update("name = 'own'", "id > 110");
      rows(transaction.insert(), 200, 220);
      transaction.delete("name = 'own' AND id > 130");
      transaction.commit();
    }
    requireAgreement(table);
  }

  @Test
  void partitionsOfSeveralLevels() throws IOException {
    AcidTable table =
        AcidTable.create(
            path,
            TableDefinition.of("p string, id bigint, name string, q int, n int")
                .partitionedBy("p", "q"));
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (int i = 0; i < 300; i++) {
        inserter.row(i % 7 == 0 ? null : "p" + i % 3, (long) i, "name " + i, i % 4, i);
      }
      transaction.commit();
    }
    table.delete("id > 200 AND q = 1");
    table.update("name = 'changed'", "n < 60");

    requireAgreement(table);
  }

  @Test
  void buckets() throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS.bucketedBy(5, "id", "name"));
    insert(table, 0, 400);
    table.update("n = -1", "id < 100");
    table.delete("id > 350");

    requireAgreement(table);
  }

  @Test
  void bucketsInPartitions() throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS.partitionedBy("p").bucketedBy(3, "id"));
    insert(table, 0, 200);
    table.update("n = -1", "id < 50");
    table.delete("id > 150");

    requireAgreement(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ZLIB", "SNAPPY", "ZSTD", "NONE"})
  void everyCodec(String codec) throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS.property("orc.compress", codec));
    insert(table, 0, 3000);
    table.update("n = 0", "id > 2500");

    requireAgreement(table);
  }

  @Test
  void severalStripesOfOneFile() throws IOException {
    AcidTable table =
        AcidTable.create(
            path,
            EVENTS
                .property("orc.compress", "NONE")
                .property("orc.stripe.size", "65536")
                .property("orc.row.index.stride", "1000"));
    insert(table, 0, 30_000);
    table.delete("id > 9000 AND id < 21000");
    table.update("n = 0", "id > 29500");

    requireAgreement(table);
  }

  @Test
  void abortedAndOpenWriteIdsInBetween() throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS);
    insert(table, 0, 10);
    try (Transaction aborted = table.begin()) {
      rows(aborted.insert(), 1000, 1010);
      aborted.delete("id = 1");
    }
    try (Transaction open = table.begin()) {
      rows(open.insert(), 2000, 2010);
      open.delete("id = 2");
      insert(table, 10, 20);
      table.delete("id = 3");

      TableInspection inspection = table.inspect();
      assertThat(inspection.openWriteIds()).hasSize(1);
      requireAgreement(table);
    }
    insert(table, 20, 30);
    requireAgreement(table);
  }

  /** Columns that a table got after its files were written are NULL in them for both. */
  @Test
  void columnsAddedAfterTheFilesWereWritten() throws IOException {
    AcidTable narrow = AcidTable.create(path, TableDefinition.of("id bigint, name string"));
    try (Transaction transaction = narrow.begin()) {
      for (int i = 0; i < 100; i++) {
        transaction.insert().row((long) i, "name " + i);
      }
      transaction.commit();
    }
    narrow.delete("id > 80");
    narrow.update("name = NULL", "id < 10");
    TableInspection inspection = narrow.inspect();
    TableDefinition wide = TableDefinition.of("id bigint, name string, n int, at timestamp");
    AcidTable widened =
        AcidTable.openHive(
            path,
            wide,
            ValidWriteIdList.parse(inspection.validWriteIds()),
            ValidTxnList.parse(inspection.validTxns()));

    AGREEMENT.require(
        Path.of(path),
        Map.of("", Deletes.ONCE),
        wide.row(),
        new Lists(inspection.validWriteIds(), inspection.validTxns()),
        widened::scan);
    assertThat(widened.scan().where("n IS NULL AND at IS NULL").count()).isEqualTo(81);
  }

  @Test
  void aTableWithoutARow() throws IOException {
    AcidTable table = AcidTable.create(path, EVENTS);
    requireAgreement(table);
    insert(table, 0, 5);
    table.delete("true");
    requireAgreement(table);
    assertThat(table.scan().count()).isZero();
  }

  private static void requireAgreement(AcidTable table) throws IOException {
    AGREEMENT.requireOfNewest(table);
  }

  private static void insert(AcidTable table, int from, int to) throws IOException {
    try (Transaction transaction = table.begin()) {
      rows(transaction.insert(), from, to);
      transaction.commit();
    }
  }

  private static void rows(Inserter inserter, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      inserter.row((long) i, i % 11 == 0 ? null : "name " + i, i, "p" + i % 3);
    }
  }
}
