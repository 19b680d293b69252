package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiveFixturesTest {
  static final Set<String> DELETED_TWICE =
      Set.of("hive-4.1/duplicate_delete", "hive-exec-4.0.1-generated/dd");

  @Test
  void everyFixtureIsReadByUsAsByHiveNow(@TempDir Path directory) throws IOException {
    Agreement agreement = new Agreement();
    int number = 0;
    for (Fixture fixture : Fixture.all()) {
      Path path = fixture.copyTable(directory.resolve("table" + number++));
      TableDefinition definition = TableDefinition.of(fixture.schema());
      for (FixtureSnapshot snapshot : fixture.snapshots()) {
        if (!snapshot.mustBeRefused()) {
          agreement.require(
              path,
              Map.of("", DELETED_TWICE.contains(fixture.name()) ? Deletes.TWICE : Deletes.ONCE),
              definition.row(),
              new Lists(snapshot.validWriteIdList(), snapshot.validTxnList()),
              () -> open(path, definition, snapshot).scan());
        }
      }
    }
    System.out.println("Fixtures: " + agreement);
    assertThat(agreement.readings()).isGreaterThan(60);
  }

  private static AcidTable open(Path path, TableDefinition definition, FixtureSnapshot snapshot) {
    try {
      return AcidTable.openHive(
          path.toString(),
          definition,
          ValidWriteIdList.parse(snapshot.validWriteIdList()),
          ValidTxnList.parse(snapshot.validTxnList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
