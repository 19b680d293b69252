package io.orcacid.verify;

import static io.orcacid.verify.EventFiles.delete;
import static io.orcacid.verify.EventFiles.event;
import static io.orcacid.verify.EventFiles.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.testkit.Fixture;
import io.orcacid.verify.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of other writers, whose damage no log knows of. */
class HiveTableTest {
  private static final String DELTA = "delta_0000001_0000001_0000/bucket_00000";
  private static final String DELETES = "delete_delta_0000002_0000002_0000/bucket_00000";

  @TempDir private Path table;
  private EventFiles files;

  @BeforeEach
  void begin() {
    files = new EventFiles(table);
  }

  private Verification verification() throws IOException {
    return verification("default.t:9:9223372036854775807::");
  }

  private Verification verification(String writeIds) throws IOException {
    return AcidTable.openHive(
            table.toString(),
            TableDefinition.of(EventFiles.ROW),
            ValidWriteIdList.parse(writeIds),
            ValidTxnList.everything())
        .verify();
  }

  private List<Finding> deep() throws IOException {
    return verification().deep().run().findings();
  }

  private static void assertOnly(List<Finding> findings, Severity severity, Check code, Path path) {
    assertThat(findings)
        .extracting(Finding::severity, Finding::code, Finding::path)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(severity, code, path.toString()));
  }

  static Stream<Fixture> fixtures() {
    return Fixture.all().stream();
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void tablesOfHiveHaveNoErrorsButTheOneThatIsKnownToBeWrong(Fixture fixture) throws IOException {
    fixture.copyTable(table);
    for (Fixture.FixtureSnapshot snapshot : fixture.snapshots()) {
      VerificationReport report =
          AcidTable.openHive(
                  table.toString(),
                  TableDefinition.of(fixture.schema()),
                  ValidWriteIdList.parse(snapshot.validWriteIdList()),
                  Optional.of(ValidTxnList.parse(snapshot.validTxnList())),
                  AcidOptions.defaults())
              .verify()
              .deep()
              .forEngines(List.of(Engine.values()))
              .run();
      List<Finding> errors =
          report.findings().stream().filter(found -> found.severity() == Severity.ERROR).toList();
      if (snapshot.mustBeRefused()) {
        assertThat(errors).extracting(Finding::code).contains(Check.ROW_ORDER);
      } else {
        assertThat(errors).as("%s %s", fixture, snapshot.label()).isEmpty();
      }
      boolean twice =
          fixture.name().matches(".*/(dd|duplicate_delete)") && snapshot.label().isEmpty();
      assertThat(report.findings().stream().anyMatch(f -> f.code() == Check.DUPLICATE_DELETE))
          .as("%s %s", fixture, snapshot.label())
          .isEqualTo(twice);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hive-4.1/deletes",
        "hive-4.1/originals_converted",
        "hive-4.1/open_write_id",
        "hive-4.1/compacted_major",
        "hive-exec-4.0.1-generated/t3_open_snapshot",
        "hive-exec-4.0.1-generated/t5"
      })
  void adoptedTablesHaveNoErrors(String name) throws IOException {
    Fixture fixture = Fixture.named(name);
    fixture.copyTable(table);
    AcidTable adopted =
        AcidTable.adopt(
            table.toString(),
            TableDefinition.of(fixture.schema()),
            ValidWriteIdList.parse(fixture.snapshot("").validWriteIdList()),
            ValidTxnList.parse(fixture.snapshot("").validTxnList()));
    VerificationReport report = adopted.verify().deep().run();
    assertThat(report.findings()).filteredOn(found -> found.severity() == Severity.ERROR).isEmpty();
    assertThat(report.checked().insertEvents()).isPositive();
  }

  @Test
  void compactedDirectoriesWithoutATransactionListAreRefused() throws IOException {
    files.write("delta_0000001_0000002_v0000007/bucket_00000", insert(1, 0), insert(2, 0));
    Verification unknown =
        AcidTable.openHive(
                table.toString(),
                TableDefinition.of(EventFiles.ROW),
                ValidWriteIdList.everything(),
                Optional.empty(),
                AcidOptions.defaults())
            .verify();
    assertThatThrownBy(unknown::run).isInstanceOf(ValidationException.class);
  }

  @Test
  void rightFilesAreClean() throws IOException {
    files.write(DELTA, insert(1, 0), insert(1, 1));
    files.write(DELETES, delete(1, 0, 2));
    VerificationReport report = verification().deep().forEngines(List.of(Engine.TRINO)).run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.checked().insertEvents()).isEqualTo(2);
    assertThat(report.checked().deleteEvents()).isEqualTo(1);
    assertThat(report.performed()).doesNotContain(Check.Group.LOG, Check.Group.FILES);
  }

  @Test
  void aRowIdInTwoFilesIsFound() throws IOException {
    files.write(DELTA, insert(1, 0), insert(1, 1));
    Path again =
        files.write(
            "delta_0000001_0000001_0001/bucket_00000", event(0, 1, EventFiles.BUCKET_0, 1, 1));
    assertThat(deep())
        .extracting(Finding::severity, Finding::code, Finding::path)
        .contains(
            org.assertj.core.groups.Tuple.tuple(
                Severity.ERROR, Check.DUPLICATE_ROW, again.toString()));
  }

  @Test
  void aRowIdTwiceInOneFileIsAnErrorOfItsOrder() throws IOException {
    Path file = files.write(DELTA, insert(1, 0), insert(1, 1), insert(1, 1));
    assertOnly(deep(), Severity.ERROR, Check.ROW_ORDER, file);
  }

  @Test
  void unsortedDeletesAreFound() throws IOException {
    files.write(DELTA, insert(1, 0), insert(1, 1), insert(1, 2));
    Path file =
        files.withKey(AcidKeyIndex.KEY, null).write(DELETES, delete(1, 2, 2), delete(1, 0, 2));
    assertThat(deep())
        .extracting(Finding::code, Finding::path)
        .contains(org.assertj.core.groups.Tuple.tuple(Check.ROW_ORDER, file.toString()));
  }

  @Test
  void twoDeletesOfOneRowAreAWarning() throws IOException {
    files.write(DELTA, insert(1, 0), insert(1, 1));
    files.write(DELETES, delete(1, 0, 2));
    Path second = files.write("delete_delta_0000003_0000003_0000/bucket_00000", delete(1, 0, 3));
    assertOnly(deep(), Severity.WARNING, Check.DUPLICATE_DELETE, second);
    assertThat(verification("default.t:3:9223372036854775807::3").deep().run().findings())
        .as("the second one is aborted")
        .isEmpty();
  }

  @Test
  void aDeleteOfNoRowIsAWarning() throws IOException {
    files.write(DELTA, insert(1, 0));
    Path file = files.write(DELETES, delete(1, 7, 2));
    assertOnly(deep(), Severity.WARNING, Check.DELETE_OF_NO_ROW, file);
  }

  @Test
  void aWrongVersionFileIsAnErrorAndAMissingOneAWarning() throws IOException {
    Path wrong = files.withVersion("2\n").write(DELTA, insert(1, 0));
    Path missing = files.withVersion(null).write(DELETES, delete(1, 0, 2));
    assertThat(verification().run().findings())
        .extracting(Finding::severity, Finding::code, Finding::path)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(
                Severity.ERROR,
                Check.VERSION_FILE,
                wrong.resolveSibling("_orc_acid_version").toString()),
            org.assertj.core.groups.Tuple.tuple(
                Severity.WARNING,
                Check.VERSION_FILE,
                missing.resolveSibling("_orc_acid_version").toString()));
  }

  @Test
  void aMissingKeyIndexIsAWarningAndAWrongOneAnError() throws IOException {
    Path missing = files.withKey(AcidKeyIndex.KEY, null).write(DELTA, insert(1, 0));
    Path wrong =
        files
            .withKey(AcidKeyIndex.KEY, "1,536870912,0;1,536870912,0;")
            .write(DELETES, delete(1, 0, 2));
    assertThat(verification().run().findings())
        .extracting(Finding::severity, Finding::code, Finding::path)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(
                Severity.WARNING, Check.FOOTER_KEY, missing.toString()),
            org.assertj.core.groups.Tuple.tuple(Severity.ERROR, Check.KEY_INDEX, wrong.toString()));
  }

  @Test
  void aKeyIndexThatNamesARowInTheMiddleIsFoundByItsRows() throws IOException {
    Path file =
        files.withKey(AcidKeyIndex.KEY, "1,536870912,0;").write(DELTA, insert(1, 0), insert(1, 1));
    assertOnly(deep(), Severity.ERROR, Check.KEY_INDEX, file);
  }

  @Test
  void wrongCountsInTheFooterAreFound() throws IOException {
    Path file = files.withKey(AcidStats.KEY, "3,0,0").write(DELTA, insert(1, 0));
    assertOnly(verification().run().findings(), Severity.ERROR, Check.EVENT_COUNTS, file);
  }

  @Test
  void anotherVersionInTheFooterIsFound() throws IOException {
    Path file = files.withKey(AcidVersion.KEY, "1").write(DELTA, insert(1, 0));
    assertOnly(verification().run().findings(), Severity.ERROR, Check.FOOTER_KEY, file);
  }

  @Test
  void rowsOfAnotherBucketAreFound() throws IOException {
    Path file = files.write(DELTA, event(0, 1, EventFiles.BUCKET_0 + (1 << 16), 0, 1));
    assertOnly(verification().run().findings(), Severity.ERROR, Check.BUCKET, file);
  }

  @Test
  void eventsOfOtherTransactionsThanTheDirectorysAreFound() throws IOException {
    Path file = files.write(DELTA, insert(3, 0));
    assertThat(deep())
        .extracting(Finding::code, Finding::path)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Check.COLUMN_STATISTICS, file.toString()),
            org.assertj.core.groups.Tuple.tuple(Check.EVENT, file.toString()));
  }

  @Test
  void insertsInADeleteDeltaAreFound() throws IOException {
    Path file = files.withKey(AcidStats.KEY, "0,0,1").write(DELETES, insert(2, 0));
    assertThat(deep())
        .extracting(Finding::code, Finding::path)
        .contains(
            org.assertj.core.groups.Tuple.tuple(Check.COLUMN_STATISTICS, file.toString()),
            org.assertj.core.groups.Tuple.tuple(Check.EVENT, file.toString()));
  }

  @Test
  void aFileThatIsNoOrcFileIsFound() throws IOException {
    Path file = files.write(DELTA, insert(1, 0));
    Files.writeString(file, "not an ORC file at all, but long enough");
    assertOnly(verification().run().findings(), Severity.ERROR, Check.FILE_UNREADABLE, file);
  }

  @Test
  void aFileOfOtherColumnsIsFound() throws IOException {
    Path file = files.write(DELTA, insert(1, 0));
    List<Finding> findings =
        AcidTable.openHive(
                table.toString(),
                TableDefinition.of("id map<string,int>"),
                ValidWriteIdList.everything(),
                ValidTxnList.everything())
            .verify()
            .run()
            .findings();
    assertOnly(findings, Severity.ERROR, Check.FILE_SCHEMA, file);
  }

  private List<String> lint(Engine engine) throws IOException {
    return verification().forEngines(List.of(engine)).run().findings().stream()
        .filter(found -> found.code() == engine.check())
        .map(found -> table.relativize(Path.of(found.path())).toString())
        .toList();
  }

  @Test
  void hiveIsSaidToMissOwnDeletesInACompactedDelta() throws IOException {
    files.write("delta_0000001_0000001_v0000007/bucket_00000", insert(1, 0), insert(1, 1));
    files.write("delete_delta_0000001_0000001_v0000007/bucket_00000", delete(1, 0, 1));
    assertThat(lint(Engine.HIVE)).contains("delete_delta_0000001_0000001_v0000007/bucket_00000");
  }

  @Test
  void hiveIsSaidToTakeTwoCompactionsOfOneRange() throws IOException {
    files.write("delta_0000001_0000002_v0000007/bucket_00000", insert(1, 0), insert(2, 0));
    files.write("delta_0000001_0000002_v0000008/bucket_00000", insert(1, 0), insert(2, 0));
    assertThat(lint(Engine.HIVE)).contains("delta_0000001_0000002_v0000007");
  }

  @Test
  void hiveIsSaidToLoseRowsUnderALoneDeleteDelta() throws IOException {
    files.write("delta_0000003_0000003_0000/bucket_00000", insert(3, 0));
    files.write("delete_delta_0000001_0000005_v0000007/bucket_00000", delete(3, 0, 4));
    assertThat(lint(Engine.HIVE)).contains("delta_0000003_0000003_0000");
  }

  @Test
  void trinoIsSaidToMissDeletesWithAnAttemptSuffix() throws IOException {
    files.write(DELTA, insert(1, 0));
    files.write(DELETES + "_0", delete(1, 0, 2));
    assertThat(lint(Engine.TRINO)).containsExactly(DELETES + "_0");
  }

  @Test
  void trinoIsSaidToMissATruncation() throws IOException {
    files.write(DELTA, insert(1, 0));
    Path base = Files.createDirectories(table.resolve("base_0000002"));
    Files.writeString(
        base.resolve("_metadata_acid"), "{\"thisFileVersion\":\"0\",\"dataFormat\":\"truncated\"}");
    assertThat(lint(Engine.TRINO)).contains("base_0000002");
  }

  @Test
  void impalaIsSaidToRefuseSideFiles() throws IOException {
    Path file = files.write("delta_0000001_0000002/bucket_00000", insert(1, 0));
    Files.write(
        file.resolveSibling("bucket_00000_flush_length"),
        java.nio.ByteBuffer.allocate(8).putLong(Files.size(file)).array());
    assertThat(lint(Engine.IMPALA))
        .containsExactly("delta_0000001_0000002/bucket_00000_flush_length");
  }
}
