package io.orcacid.cli;

import static io.orcacid.cli.CommandProcess.out;
import static io.orcacid.cli.CommandProcess.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.cli.output.NewFile;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verb export, and what import makes of its files. */
class ExportCommandTest {
  private static final String COLUMNS =
      "b boolean, t tinyint, s smallint, i int, p string, l bigint, f float, d double,"
          + " m decimal(12,3), g decimal(38,10), st string, c char(8), v varchar(12), bin binary,"
          + " da date, ts timestamp, lo timestamp with local time zone, li array<int>,"
          + " ma map<string,int>, sr struct<a:int,b:string>, un uniontype<int,string>, q date";

  @TempDir private Path folder;
  private String table;

  @BeforeEach
  void makeATable() throws IOException {
    table = path("t");
    try (AcidTable made =
        AcidTable.create(table, TableDefinition.of(COLUMNS).partitionedBy("p", "q"))) {
      try (Transaction transaction = made.begin()) {
        transaction.insert().row(full());
        Object[] nulls = new Object[22];
        transaction.insert().row(nulls);
        transaction.commit();
      }
      try (Transaction transaction = made.begin()) {
        Object[] other = full();
        other[3] = 8;
        other[4] = "o, \"ther\"";
        transaction.insert().row(other);
        transaction.commit();
      }
    }
  }

  private static Object[] full() {
    return new Object[] {
      true,
      (byte) -7,
      (short) 300,
      7,
      "a",
      1L << 40,
      1.5f,
      0.1,
      new BigDecimal("-12.345"),
      new BigDecimal("1234567890123456789.0000000001"),
      "x,\"y\"\né",
      "abc",
      "",
      new byte[] {0, -1},
      LocalDate.of(1500, 2, 28),
      LocalDateTime.of(1400, 1, 1, 1, 2, 3, 4),
      Instant.parse("2026-11-30T10:00:00.123456789Z"),
      Arrays.asList(1, null),
      Map.of("k", 3),
      new StructValue(Arrays.asList(1, null)),
      new UnionValue(1, "u"),
      LocalDate.of(1200, 12, 31)
    };
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> rows(String table) {
    return out("scan", table, "--format", "json").lines().sorted().toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f.csv", "f.csv.gz", "f.json", "f.ndjson.gz", "f.orc"})
  void what_is_exported_is_imported_as_the_same_rows(String name) {
    String file = path(name);
    assertThat(out("export", table, file)).isEqualTo("exported 3 rows to " + file + "\n");
    String copy = path("copy");
    out("create", copy, "--schema", COLUMNS, "--partitioned-by", "q,p");
    assertThat(out("import", copy, file)).startsWith("imported 3 rows");
    assertThat(rows(copy)).isEqualTo(rows(table)).hasSize(3);
  }

  @Test
  void text_is_what_a_scan_prints() throws IOException {
    out("export", table, path("f.csv"));
    out("export", table, path("f"), "--format", "json");
    assertThat(Files.readString(folder.resolve("f.csv")))
        .isEqualTo(out("scan", table, "--format", "csv"));
    assertThat(Files.readString(folder.resolve("f")))
        .isEqualTo(out("scan", table, "--format", "json"))
        .isEqualTo(out("export", table, "-", "--format", "json"));
  }

  @Test
  void a_name_that_ends_with_gz_is_packed() throws IOException {
    out("export", table, path("f.json.gz"));
    try (GZIPInputStream in =
        new GZIPInputStream(Files.newInputStream(folder.resolve("f.json.gz")))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(out("scan", table, "--format", "json"));
    }
  }

  @Test
  void an_orc_file_has_the_columns_in_declared_order_and_nothing_of_acid() throws IOException {
    out("export", table, path("f.orc"));
    String file = path("f.orc");
    try (OrcInput input =
        OrcFiles.open(Storage.local(), file, Files.size(folder.resolve("f.orc")))) {
      assertThat(input.isAcid()).isFalse();
      assertThat(input.rowCount()).isEqualTo(3);
      assertThat(input.schema().getFieldNames())
          .containsExactly(
              "b", "t", "s", "i", "p", "l", "f", "d", "m", "g", "st", "c", "v", "bin", "da", "ts",
              "lo", "li", "ma", "sr", "un", "q");
      assertThat(input.reader().getMetadataKeys()).isEmpty();
    }
  }

  @Test
  void a_file_that_says_its_types_makes_a_table_of_them() {
    out("export", table, path("f.orc"));
    String copy = path("copy");
    assertThat(CommandProcess.here("import", copy, path("f.orc")).err())
        .contains("t tinyint")
        .contains("c char(8)")
        .contains("un uniontype<int,string>");
    assertThat(rows(copy)).isEqualTo(rows(table));
  }

  @Test
  void an_old_version_columns_and_a_condition_are_exported() throws IOException {
    out("export", table, path("old.csv"), "--as-of-version", "1", "--select", "i,p");
    assertThat(Files.readString(folder.resolve("old.csv")).lines())
        .containsExactlyInAnyOrder("i,p", "7,a", ",");
    out("export", table, path("some.orc"), "--where", "i = 8", "--columns", "q,i");
    out("import", path("copy"), path("some.orc"));
    assertThat(rows(path("copy"))).containsExactly("{\"q\":\"1200-12-31\",\"i\":8}");
  }

  @Test
  void a_table_of_hive_is_exported_by_its_lists() {
    String lists = "t:1:" + Long.MAX_VALUE + "::";
    out(
        "export",
        table,
        path("f.orc"),
        "--write-ids",
        lists,
        "--schema",
        COLUMNS,
        "--partitioned-by",
        "p,q");
    out("import", path("copy"), path("f.orc"));
    assertThat(rows(path("copy"))).hasSize(2).isSubsetOf(rows(table));
  }

  @Test
  void a_table_without_rows_gives_a_file_with_its_columns() {
    out("create", path("none"), "--schema", "id int, t string");
    out("export", path("none"), path("f.orc"));
    assertThat(CommandProcess.here("import", path("copy"), path("f.orc")).err())
        .contains("(id int, t string)");
    assertThat(rows(path("copy"))).isEmpty();
  }

  @Test
  void a_file_that_is_there_stays_unless_it_is_to_be_replaced() throws IOException {
    String file = path("f.csv");
    Files.writeString(Path.of(file), "mine");
    assertThat(refused("export", table, file)).contains("--overwrite");
    assertThat(refused("export", table, file, "--overwrite", "--where", "nosuch = 1"))
        .contains("nosuch");
    assertThat(Files.readString(Path.of(file))).isEqualTo("mine");
    out("export", table, file, "--overwrite");
    assertThat(Files.readString(Path.of(file))).isEqualTo(out("scan", table, "--format", "csv"));
    assertThat(files()).containsExactly("f.csv", "t");
  }

  @Test
  void what_cannot_be_written_is_refused_and_leaves_nothing() throws IOException {
    assertThat(refused("export", table, path("f.txt"))).contains("--format");
    assertThat(refused("export", table, path("f.orc.gz"))).contains(".gz");
    assertThat(refused("export", table, "-", "--format", "orc")).contains("Standard output");
    assertThat(refused("export", table, path("no/f.csv"))).contains("directory");
    assertThat(refused("export", table, folder.toString(), "--format", "csv"))
        .contains("directory");
    assertThat(refused("export", table, "/dev/null", "--format", "csv", "--overwrite"))
        .contains("regular");
    assertThat(refused("export", table, path("f.orc"), "--as-of-version", "99")).contains("99");
    assertThat(files()).containsExactly("t");
  }

  @Test
  void a_file_has_its_name_only_when_it_is_whole() throws IOException {
    String file = path("f.csv");
    try (NewFile created = NewFile.create(file, NewFile.Existing.REFUSED)) {
      created.output().write('x');
      assertThat(Path.of(file)).doesNotExist();
      assertThat(files()).hasSize(2).anyMatch(name -> name.matches("\\.f\\.csv\\..*\\.tmp"));
    }
    assertThat(files()).containsExactly("t");
    try (NewFile created = NewFile.create(file, NewFile.Existing.REFUSED)) {
      created.output().write('x');
      created.output().close();
      created.publish();
    }
    assertThat(files()).containsExactly("f.csv", "t");
  }

  @Test
  void a_file_that_comes_meanwhile_is_not_replaced() throws IOException {
    String file = path("f.csv");
    try (NewFile created = NewFile.create(file, NewFile.Existing.REFUSED)) {
      created.output().write('x');
      created.output().close();
      Files.writeString(Path.of(file), "another's");
      assertThatThrownBy(created::publish).isInstanceOf(ValidationException.class);
    }
    assertThat(Files.readString(Path.of(file))).isEqualTo("another's");
    assertThat(files()).containsExactly("f.csv", "t");
  }
}
