package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Address;
import io.orcacid.Compaction;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.Transaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.compactor.CompactionReport.Outcome;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.Hive.InSplits;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.interop.Hive.Reader;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import io.orcacid.testkit.Seeds;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables that Hive's writers or ours made, compacted by us and read by Hive again. {@code
 * -Dorcacid.interop.compacted=N} compacts N random histories of Hive in place of the default
 * number.
 */
class HiveReadsCompactedTablesTest {
  private static final int HISTORIES = Integer.getInteger("orcacid.interop.compacted", 40);
  private static final Agreement AGREEMENT = new Agreement();
  private static final Map<CompactionKind, Integer> COMPACTIONS =
      new EnumMap<>(CompactionKind.class);

  @TempDir private Path directory;
  private int tables;

  @AfterAll
  static void sayWhatWasCompared() {
    System.out.println("Compacted tables, compactions " + COMPACTIONS + ": " + AGREEMENT);
  }

  private Path newDirectory() throws IOException {
    return Files.createDirectory(directory.resolve("table" + tables++));
  }

  private static boolean compact(AcidTable table, CompactionKind kind) throws IOException {
    Compaction compaction = table.compaction();
    boolean published = false;
    for (CompactionReport report :
        (kind == CompactionKind.MAJOR ? compaction.major() : compaction.minor()).run()) {
      if (report.outcome() == Outcome.PUBLISHED) {
        COMPACTIONS.merge(kind, 1, Integer::sum);
        published = true;
      } else {
        assertThat(report.outcome()).as(report.reason()).isEqualTo(Outcome.NOTHING_TO_DO);
      }
    }
    return published;
  }

  private static TypeDescription data(AcidTable table) throws IOException {
    TableDefinition definition = table.definition();
    return TableShape.of(definition.row(), definition.partitionedBy()).data();
  }

  private static Lists lists(AcidTable table) throws IOException {
    TableInspection inspection = table.inspect();
    return new Lists(inspection.validWriteIds(), inspection.validTxns());
  }

  private static Map<String, List<String>> requireAgreement(
      AcidTable table, Map<String, Deletes> partitions) throws IOException {
    AGREEMENT.require(Path.of(table.path()), partitions, data(table), lists(table), table::scan);
    return OurRows.ordered(table.scan(), data(table));
  }

  /** Compacts and cleans: what is read, the version before too, is always what was read before. */
  private static boolean requireSameRows(
      AcidTable table, Map<String, Deletes> partitions, CompactionKind kind) throws IOException {
    Map<String, List<String>> before = requireAgreement(table, partitions);
    final long version = table.version();
    final Lists old = lists(table);
    boolean published = compact(table, kind);
    assertThat(requireAgreement(table, partitions)).isEqualTo(before);
    AGREEMENT.require(
        Path.of(table.path()), partitions, data(table), old, () -> table.scanAsOfVersion(version));
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    assertThat(requireAgreement(table, partitions)).isEqualTo(before);
    return published;
  }

  static Stream<Fixture> fixtures() {
    return HiveReadsAdoptedTablesTest.tables();
  }

  @ParameterizedTest
  @EnumSource(CompactionKind.class)
  void everyFixtureHasTheRowsAndRowIdsThatItHad(CompactionKind kind) throws IOException {
    int compacted = 0;
    for (Fixture fixture : (Iterable<Fixture>) fixtures()::iterator) {
      FixtureSnapshot snapshot = fixture.snapshot("");
      Map<String, Deletes> partitions =
          Map.of(
              "",
              HiveFixturesTest.DELETED_TWICE.contains(fixture.name())
                  ? Deletes.TWICE
                  : Deletes.ONCE);
      try (AcidTable table =
          AcidTable.adopt(
              fixture.copyTable(newDirectory()).toString(),
              TableDefinition.of(fixture.schema()),
              ValidWriteIdList.parse(snapshot.validWriteIdList()),
              ValidTxnList.parse(snapshot.validTxnList()))) {
        compacted += requireSameRows(table, partitions, kind) ? 1 : 0;
        deleteEveryOther(table);
        requireSameRows(table, partitions, kind);
        requireSameRows(table, partitions, CompactionKind.MAJOR);
      } catch (AssertionError | IOException | RuntimeException e) {
        throw new AssertionError(fixture.name() + ": " + e.getMessage(), e);
      }
    }
    assertThat(compacted).isGreaterThan(10);
  }

  private static void deleteEveryOther(AcidTable table) throws IOException {
    List<Address> addresses = addresses(table);
    try (Transaction transaction = table.begin()) {
      for (int i = 0; i < addresses.size(); i += 2) {
        transaction.delete(addresses.get(i));
      }
      transaction.commit();
    }
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

  @Test
  void tablesOfHivesWriterHaveTheRowsAndRowIdsThatTheyHad() {
    int[] outcomes = new int[2];
    Seeds.forEach(HISTORIES, random -> outcomes[compactForeign(random) ? 1 : 0]++);
    System.out.printf(
        "Histories of Hive adopted: %d compacted, %d refused or with nothing to do%n",
        outcomes[1], outcomes[0]);
    assertThat(outcomes[1]).isPositive();
  }

  private boolean compactForeign(Random random) throws IOException {
    Path root = newDirectory();
    ForeignHistory history = new ForeignHistory(root, random);
    history.write();
    Lists lists = history.snapshot();
    AcidTable adopted;
    try {
      adopted =
          AcidTable.adopt(
              root.toString(),
              ForeignHistory.TABLE,
              ValidWriteIdList.parse(lists.writeIds()),
              ValidTxnList.parse(lists.transactions()));
    } catch (UnsupportedTableException refused) {
      return false;
    }
    try (AcidTable table = adopted) {
      CompactionKind kind = random.nextBoolean() ? CompactionKind.MAJOR : CompactionKind.MINOR;
      boolean compacted = requireSameRows(table, history.partitions(), kind);
      table.update("s = 'changed'", "id < 20");
      deleteEveryOther(table);
      compacted |= requireSameRows(table, history.partitions(), kind);
      return compacted | requireSameRows(table, history.partitions(), CompactionKind.MAJOR);
    }
  }

  /**
   * Hive's readers take the keys between which a split's deletes lie from the key index: one of a
   * copied stripe that is wrong loses deletes of its first or last rows.
   */
  @ParameterizedTest
  @EnumSource(CompactionKind.class)
  void deletesOfTheFirstAndLastRowsOfCopiedStripesAreApplied(CompactionKind kind)
      throws IOException {
    Path root = directory.resolve("stripes");
    try (AcidTable table = tableOfStripes(root)) {
      CompactionReport report =
          (kind == CompactionKind.MAJOR ? table.compaction().major() : table.compaction().minor())
              .run()
              .get(0);
      assertThat(report.counts().stripesEncoded()).isZero();
      COMPACTIONS.merge(kind, 1, Integer::sum);
      List<StripeInformation> stripes =
          stripes(root.resolve(report.outputs().get(0)).resolve("bucket_00000"));
      assertThat((long) stripes.size()).isEqualTo(report.counts().stripesCopied()).isGreaterThan(6);

      List<Address> addresses = addresses(table);
      try (Transaction transaction = table.begin()) {
        int row = 0;
        for (StripeInformation stripe : stripes) {
          int next = row + (int) stripe.getNumberOfRows();
          transaction.delete(addresses.get(row));
          transaction.delete(addresses.get(next - 1));
          row = next;
        }
        assertThat(row).isEqualTo(addresses.size());
        transaction.commit();
      }
      assertThat(table.scan().count()).isEqualTo(addresses.size() - 2L * stripes.size());
      List<String> rows = requireAgreementByStripe(table, stripes.size());
      assertThat(compact(table, CompactionKind.MAJOR)).isTrue();
      assertThat(requireAgreementByStripe(table, stripes.size())).isEqualTo(rows);
    }
  }

  /** Two deltas of several stripes of random text each. */
  private static AcidTable tableOfStripes(Path root) throws IOException {
    AcidTable table =
        AcidTable.create(
            root.toString(),
            TableDefinition.of("id bigint, text string")
                .property("orc.compress", "NONE")
                .property("orc.stripe.size", "65536")
                .property("orc.row.index.stride", "1000"),
            AcidOptions.of(Map.of("orcacid.compactor.copy.min.stripe", "0")));
    Random random = new Random(3);
    for (int delta = 0; delta < 2; delta++) {
      try (Transaction transaction = table.begin()) {
        for (long id = 0; id < 20_000; id++) {
          transaction.insert().row(id, Long.toHexString(random.nextLong()));
        }
        transaction.commit();
      }
    }
    return table;
  }

  private static List<StripeInformation> stripes(Path file) throws IOException {
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file))) {
      return input.stripes();
    }
  }

  private static List<String> requireAgreementByStripe(AcidTable table, int stripes)
      throws IOException {
    List<String> ours = requireAgreement(table, Map.of("", Deletes.ONCE)).get("");
    for (Reader reader : Reader.values()) {
      InSplits read =
          Hive.shared().readByStripe(Path.of(table.path()), data(table), lists(table), reader);
      assertThat(read.splits()).as("splits for %s", reader).isGreaterThanOrEqualTo(stripes);
      assertThat(read.rows()).as("stripe by stripe, %s", reader).isEqualTo(ours);
    }
    return ours;
  }
}
