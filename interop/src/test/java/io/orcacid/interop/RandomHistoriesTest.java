package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Scan;
import io.orcacid.TableDefinition;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.ForeignHistory.Writers;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.testkit.Seeds;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dorcacid.interop.histories=N} runs N histories in place of the default number. */
class RandomHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("orcacid.interop.histories", 240);

  @TempDir private Path directory;
  private int tables;
  private long compactions;
  private long removedDirectories;
  private final Map<CompactionKind, Integer> ownCompactions = new EnumMap<>(CompactionKind.class);

  @Test
  void tablesOfHivesWriterAndOfOursAreReadAlike() {
    Agreement agreement = new Agreement();
    Map<Writers, Integer> histories = new EnumMap<>(Writers.class);
    Seeds.forEach(
        HISTORIES * 2 / 3,
        random -> histories.merge(foreign(agreement, random).writers(), 1, Integer::sum));
    System.out.println(
        "Histories by writer " + histories + ", compactions " + compactions + ": " + agreement);
    assertThat(agreement.readings()).isPositive();
  }

  @Test
  void tablesOfTheFrontDoorAreReadAlikeAtEveryVersion() {
    Agreement agreement = new Agreement();
    Seeds.forEach(HISTORIES - HISTORIES * 2 / 3, random -> own(agreement, random));
    System.out.printf(
        "Histories of the front door %d, compactions %s, %d directories cleaned away: %s%n",
        tables, ownCompactions, removedDirectories, agreement);
    assertThat(agreement.readings()).isPositive();
  }

  private Path newDirectory() throws IOException {
    return Files.createDirectory(directory.resolve("table" + tables++));
  }

  private ForeignHistory foreign(Agreement agreement, Random random) throws IOException {
    Path root = newDirectory();
    ForeignHistory history = new ForeignHistory(root, random);
    history.write();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      Lists lists = history.snapshot();
      agreement.require(
          root, history.partitions(), ForeignHistory.DATA, lists, () -> foreignScan(root, lists));
    }
    compactions += history.compactions();
    return history;
  }

  private static Scan foreignScan(Path root, Lists lists) {
    try {
      return AcidTable.openHive(
              root.toString(),
              ForeignHistory.TABLE,
              ValidWriteIdList.parse(lists.writeIds()),
              ValidTxnList.parse(lists.transactions()))
          .scan();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void own(Agreement agreement, Random random) throws IOException {
    Path root = newDirectory();
    try (OwnHistory history = new OwnHistory(root, random)) {
      history.write();
      AcidTable table = history.table();
      Map<String, Deletes> partitions = new HashMap<>();
      table.inspect().partitions().forEach(each -> partitions.put(each.name(), Deletes.ONCE));
      history.compactions().forEach((kind, n) -> ownCompactions.merge(kind, n, Integer::sum));
      removedDirectories += history.removedDirectories();
      TableDefinition definition = table.definition();
      for (var version : history.versions()) {
        agreement.require(
            root,
            partitions,
            TableShape.of(definition.row(), definition.partitionedBy()).data(),
            version.lists(),
            () -> table.scanAsOfVersion(version.version()));
      }
    }
  }
}
