package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Address;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.Transaction;
import io.orcacid.format.SchemaText;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of Hive that became ours and were changed, read by Hive again (PROTOCOL.md R26). */
class HiveReadsAdoptedTablesTest {
  private static final Agreement AGREEMENT = new Agreement();

  @TempDir private Path directory;

  static Stream<Fixture> tables() {
    return Fixture.all().stream()
        .filter(fixture -> !fixture.name().endsWith("/empty_table"))
        .filter(fixture -> !fixture.snapshot("").mustBeRefused());
  }

  @AfterAll
  static void sayWhatWasCompared() {
    System.out.println("Adopted tables: " + AGREEMENT);
    assertThat(AGREEMENT.readings()).isGreaterThan(60);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void asItWasAndAfterAnUpdateAndADelete(Fixture fixture) throws IOException {
    Path path = fixture.copyTable(directory.resolve("adopted"));
    FixtureSnapshot snapshot = fixture.snapshot("");
    AcidTable table =
        AcidTable.adopt(
            path.toString(),
            TableDefinition.of(fixture.schema()),
            ValidWriteIdList.parse(snapshot.validWriteIdList()),
            ValidTxnList.parse(snapshot.validTxnList()));
    requireAgreement(fixture, table);

    String column = SchemaText.quoted(table.definition().row().getFieldNames().get(0));
    table.update(column + " = " + column, column + " IS NOT NULL");
    requireAgreement(fixture, table);

    List<Address> addresses = addresses(table);
    try (Transaction transaction = table.begin()) {
      for (int i = 0; i < addresses.size(); i += 2) {
        transaction.delete(addresses.get(i));
      }
      transaction.commit();
    }
    assertThat(table.scan().count()).isEqualTo(addresses.size() / 2);
    requireAgreement(fixture, table);
  }

  private static List<Address> addresses(AcidTable table) throws IOException {
    List<Address> addresses = new ArrayList<>();
    try (Rows rows = table.scan().withRowId().ordered().rows()) {
      for (Row row : rows) {
        addresses.add(row.address().orElseThrow());
      }
    }
    return addresses;
  }

  private static void requireAgreement(Fixture fixture, AcidTable table) throws IOException {
    TableInspection inspection = table.inspect();
    AGREEMENT.require(
        Path.of(table.path()),
        Map.of(
            "",
            HiveFixturesTest.DELETED_TWICE.contains(fixture.name()) ? Deletes.TWICE : Deletes.ONCE),
        table.definition().row(),
        new Lists(inspection.validWriteIds(), inspection.validTxns()),
        table::scan);
  }
}
