package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.testkit.Fixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs verify and file. */
class VerifyCommandTest {
  private static final String FILE = "delta_0000001_0000001_0000/bucket_00000";

  @TempDir private Path folder;
  private String table;
  private String out;
  private String err;

  @BeforeEach
  void makeATable() throws IOException {
    table = folder.resolve("t").toString();
    try (AcidTable made = AcidTable.create(table, TableDefinition.of("id bigint, name string"));
        Transaction transaction = made.begin()) {
      transaction.insert().row(1L, "a").row(2L, null);
      transaction.commit();
      made.delete("id = 2");
    }
  }

  private int run(String... arguments) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int code =
        OrcAcidCommand.run(
            new PrintStream(results, true, StandardCharsets.UTF_8),
            new PrintStream(errors, true, StandardCharsets.UTF_8),
            arguments);
    out = results.toString(StandardCharsets.UTF_8);
    err = errors.toString(StandardCharsets.UTF_8);
    return code;
  }

  @Test
  void aSoundTableGivesALineForEachPartAndExitsWithZero() {
    assertThat(run("verify", table, "--deep")).as(err).isZero();
    assertThat(out)
        .isEqualTo(
            "OK   commit log (3 entries)\n"
                + "OK   what the log names is there (2 directories, "
                + bytes()
                + " bytes)\n"
                + "OK   names and layout (1 partitions)\n"
                + "OK   ORC footers (2 files)\n"
                + "OK   order and unique row ids (2 rows, 1 deletes)\n");
  }

  private String bytes() {
    return out.replaceAll("(?s).*directories, (\\d+) bytes.*", "$1");
  }

  @Test
  void warningsAloneExitWithZero() {
    assertThat(run("verify", table, "--for", "hive,Trino")).isZero();
    assertThat(out).contains("WARN " + table + "/" + FILE + "  HIVE: compressed with ZSTD");
  }

  @Test
  void anErrorNamesThePathAndExitsWithOne() throws IOException {
    Files.delete(Path.of(table, FILE));
    assertThat(run("verify", table)).isOne();
    assertThat(out).contains("FAIL " + table + "/" + FILE + "  MISSING_FILE: ");

    assertThat(run("verify", table, "--format", "json")).isOne();
    assertThat(out).contains("\"code\" : \"MISSING_FILE\"").contains("\"errors\" : true");
  }

  @Test
  void aDamagedLogIsAFindingTooNoFailure() throws IOException {
    Path entry = Path.of(table, "_acid_log", "_v00000000000000000001.json");
    Files.writeString(entry, Files.readString(entry).replaceFirst("INSERT", "DELETE"));
    assertThat(run("verify", table)).isOne();
    assertThat(out).contains("FAIL " + entry + "  LOG_UNREADABLE: ");
  }

  @Test
  void tablesOfHiveAreVerifiedByTheirLists() {
    Fixture fixture = Fixture.named("hive-exec-4.0.1-generated/us");
    fixture.copyTable(folder.resolve("us"));
    assertThat(
            run(
                "verify",
                folder.resolve("us").toString(),
                "--deep",
                "--write-ids",
                fixture.snapshot("").validWriteIdList(),
                "--txns",
                fixture.snapshot("").validTxnList(),
                "--schema",
                fixture.schema()))
        .as(err)
        .isOne();
    assertThat(out).contains("ROW_ORDER");
  }

  @Test
  void wrongUseIsRefused() {
    assertThat(run("verify", table, "--for", "spark")).isEqualTo(2);
    assertThat(run("verify", table, "--as-of-version", "1")).isEqualTo(2);
    assertThat(run("verify", folder.resolve("nothing").toString())).isEqualTo(2);
    assertThat(run("file", "meta", folder.resolve("nothing").toString())).isEqualTo(2);
    assertThat(out).isEmpty();
  }

  @Test
  void metaShowsTheFooterKeysDecoded() {
    assertThat(run("file", "meta", table + "/" + FILE)).as(err).isZero();
    assertThat(out)
        .contains("codec                ZSTD\n")
        .contains("hive.acid.version    2\n")
        .contains("hive.acid.stats      2 inserts, 0 updates, 0 deletes\n")
        .contains("hive.acid.key.index  1 entries\n");
  }

  @Test
  void keysShowsEachStripesRowIdsBesideTheIndex() {
    assertThat(run("file", "keys", table + "/" + FILE)).as(err).isZero();
    assertThat(out.lines().skip(1).toList())
        .singleElement()
        .asString()
        .matches(" +0 +3 +\\d+ +2 +1,536870912,0 +1,536870912,1 +right");
  }

  @Test
  void dumpPrintsEveryEvent() {
    String id = "\"ROW__ID\":{\"writeId\":1,\"bucket\":536870912,\"rowId\":";
    String rest = "},\"writer\":0,\"statement\":0,\"currentTransaction\":";
    assertThat(run("file", "dump", table + "/" + FILE)).as(err).isZero();
    assertThat(out.lines())
        .containsExactly(
            "{\"operation\":0," + id + "0" + rest + "1,\"row\":{\"id\":1,\"name\":\"a\"}}",
            "{\"operation\":0," + id + "1" + rest + "1,\"row\":{\"id\":2,\"name\":null}}");
    assertThat(run("file", "dump", table + "/delete_delta_0000002_0000002_0000/bucket_00000"))
        .isZero();
    assertThat(out.lines())
        .containsExactly("{\"operation\":2," + id + "1" + rest + "2,\"row\":null}");
  }

  @Test
  void aDamagedLastEntryOfTheLogIsSetAsideByTheOperatorsWordOnly() throws IOException {
    Path entry = Path.of(table, "_acid_log/_v00000000000000000002.json");
    Files.writeString(entry, Files.readString(entry).replace("DELETE", "INSERT"));
    assertThat(run("verify", table)).isOne();
    assertThat(out).contains("LOG_UNREADABLE").contains("verify --repair-log");
    assertThat(entry).exists();

    assertThat(run("verify", table, "--repair-log")).isZero();
    assertThat(err).contains("Version 2 was damaged and counts no more");
    assertThat(entry).doesNotExist();
    assertThat(run("count", table)).isZero();
    assertThat(out).isEqualTo("2\n");

    assertThat(run("verify", table, "--repair-log")).isZero();
    assertThat(err).contains("The log is sound: nothing was set aside");
  }
}
