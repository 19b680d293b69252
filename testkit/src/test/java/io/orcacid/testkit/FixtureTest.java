package io.orcacid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixtureTest {
  @TempDir Path directory;

  @Test
  void everyFixtureHasAMainSnapshotAndRowsOrARefusal() {
    List<Fixture> all = Fixture.all();
    assertThat(all).hasSize(46);
    assertThat(all)
        .allSatisfy(
            fixture -> {
              assertThat(fixture.schema()).isNotBlank().doesNotContain(";");
              assertThat(fixture.snapshots().get(0).label()).isEmpty();
            });
    assertThat(all.stream().flatMap(fixture -> fixture.snapshots().stream())).hasSize(68);
  }

  @Test
  void aFurtherSnapshotBringsItsOwnRows() {
    Fixture deletes = Fixture.named("hive-4.1/deletes");
    assertThat(deletes.snapshot("at2").validWriteIdList())
        .isEqualTo("default.t:2:9223372036854775807::");
    assertThat(deletes.snapshot("at2").expected().orElseThrow())
        .hasSizeGreaterThan(deletes.snapshot("").expected().orElseThrow().size());
    assertThatThrownBy(() -> deletes.snapshot("none")).hasMessageContaining("none");
  }

  @Test
  void theUnsortedTableMustBeRefused() {
    assertThat(Fixture.named("hive-exec-4.0.1-generated/us").snapshot("").mustBeRefused()).isTrue();
    assertThat(Fixture.named("hive-4.1/deletes").snapshot("").mustBeRefused()).isFalse();
  }

  @Test
  void aTableIsCopiedWithItsHiddenFiles() throws IOException {
    Fixture.named("hive-exec-4.0.1-generated/t3_open_snapshot").copyTable(directory);
    try (Stream<Path> files = Files.list(directory.resolve("delta_0000005_0000008"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "_orc_acid_version", "bucket_00000", "bucket_00000_flush_length");
    }
  }

  @Test
  void aTableWithoutADirectoryGivesAnEmptyOne() {
    Path table = Fixture.named("hive-4.1/empty_table").copyTable(directory.resolve("table"));
    assertThat(table).isEmptyDirectory();
  }

  @Test
  void bareFilesAndDirectoriesAreCopiedToo() {
    assertThat(Fixture.copyFiles("orc/acid5k.orc", directory.resolve("a.orc"))).isNotEmptyFile();
    Path nation = Fixture.copyFiles("trino/dummy_id_data_orc", directory.resolve("dummy"));
    assertThat(nation.resolve("delete_delta_10000001_10000001_0000/bucket_00000")).isNotEmptyFile();
    assertThatThrownBy(() -> Fixture.copyFiles("trino/none", directory))
        .hasMessageContaining("trino/none");
  }

  @Test
  void theGoldenAnswersAreThere() {
    assertThat(Golden.acidStateCases()).contains("\"id\":46");
    assertThat(Golden.writeIdListVectors().lines().filter(line -> line.contains("\"kind\"")))
        .hasSize(150);
  }
}
