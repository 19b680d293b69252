package io.orcacid;

import static io.orcacid.TestTables.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.testkit.Fixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of Hive that become ours (PROTOCOL.md R26). */
class AdoptionTest {
  @TempDir private Path directory;

  static Stream<Arguments> tables() {
    return Fixture.all().stream()
        .filter(fixture -> !fixture.name().endsWith("/empty_table"))
        .flatMap(
            fixture ->
                fixture.snapshots().stream()
                    .filter(snapshot -> !snapshot.mustBeRefused())
                    .map(snapshot -> Arguments.of(fixture, snapshot)));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void anAdoptedTableHasTheSameRowsAndCanBeChanged(
      Fixture fixture, Fixture.FixtureSnapshot snapshot) throws IOException {
    String path = fixture.copyTable(directory.resolve("adopted")).toString();
    TableDefinition definition = TableDefinition.of(fixture.schema());
    ValidWriteIdList writeIds = ValidWriteIdList.parse(snapshot.validWriteIdList());
    ValidTxnList transactions = ValidTxnList.parse(snapshot.validTxnList());
    List<String> before =
        addressed(AcidTable.openHive(path, definition, writeIds, transactions).scan());
    assertThat(before).hasSameSizeAs(snapshot.expected().orElseThrow());

    AcidTable table = AcidTable.adopt(path, definition, writeIds, transactions);
    assertThat(addressed(table.scan())).isEqualTo(before);
    assertThat(table.version()).isZero();

    String key = SchemaText.quoted(definition.row().getFieldNames().get(0));
    long updated = table.update(key + " = " + key, key + " IS NOT NULL").rows();
    assertThat(updated).isEqualTo(table.scan().where(key + " IS NOT NULL").count());
    assertThat(table.scan().count()).isEqualTo(before.size());
    if (!before.isEmpty()) {
      Address first = rows(table.scan().withRowId().ordered()).get(0).address().orElseThrow();
      try (Transaction transaction = table.begin()) {
        transaction.delete(first);
        transaction.commit();
      }
      assertThat(table.scan().count()).isEqualTo(before.size() - 1L);
    }
    assertThat(addressed(table.scanAsOfVersion(0))).isEqualTo(before);
    assertThat(addressed(AcidTable.open(path).scan())).isEqualTo(addressed(table.scan()));

    TableInspection inspection = table.inspect();
    AcidTable foreign =
        AcidTable.openHive(
            path,
            definition,
            ValidWriteIdList.parse(inspection.validWriteIds()),
            ValidTxnList.parse(inspection.validTxns()));
    assertThat(addressed(foreign.scan())).isEqualTo(addressed(table.scan()));
  }

  @Test
  void newWriteIdsStartAboveEverythingThatLiesThere() throws IOException {
    Fixture fixture = Fixture.named("hive-4.1/open_write_id");
    String path = fixture.copyTable(directory.resolve("t")).toString();
    AcidTable table =
        AcidTable.adopt(
            path,
            TableDefinition.of(fixture.schema()),
            ValidWriteIdList.parse("default.t:1:9223372036854775807::"),
            ValidTxnList.everything());
    table.delete("id = 1");
    assertThat(table.inspect().validWriteIds()).isEqualTo("default.t:4:9223372036854775807::2,3");
  }

  @Test
  void aTableIsAdoptedOnce() throws IOException {
    Fixture fixture = Fixture.named("hive-4.1/deletes");
    String path = fixture.copyTable(directory.resolve("t")).toString();
    TableDefinition definition = TableDefinition.of(fixture.schema());
    ValidWriteIdList writeIds = ValidWriteIdList.parse(fixture.snapshot("").validWriteIdList());
    AcidTable.adopt(path, definition, writeIds, ValidTxnList.everything());
    assertThatThrownBy(() -> AcidTable.adopt(path, definition, writeIds, ValidTxnList.everything()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("commit log already");
  }

  private static List<String> addressed(Scan scan) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Row row : rows(scan.withRowId().ordered())) {
      texts.add(row.address().orElseThrow() + " " + plain(row.values()));
    }
    return texts;
  }

  /** Arrays of bytes have no text of their own. */
  private static List<String> plain(List<Object> values) {
    return values.stream()
        .map(
            value -> value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value))
        .toList();
  }
}
