package io.orcacid.cli;

import static io.orcacid.cli.CommandProcess.out;
import static io.orcacid.cli.CommandProcess.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.AcidTable;
import io.orcacid.Transaction;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs alter, tag, restore and diff. */
class AlterCommandTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path folder;

  private String table;

  @BeforeEach
  void makeATable() {
    table = folder.resolve("t").toString();
    out("create", table, "--schema", "id int, s struct<x:int>, p string", "--partitioned-by", "p");
    out("insert", table, "--values", "(1, NULL, 'a'), (2, NULL, 'b')");
  }

  @Test
  void everyChangeIsAVersionWhoseColumnsSchemaShows() {
    assertThat(out("alter", table, "add-column", "m int, `a b` string"))
        .isEqualTo("altered, version 2\n");
    assertThat(out("alter", table, "add-field", "s", "y string")).isEqualTo("altered, version 3\n");
    assertThat(out("alter", table, "widen", "id", "bigint")).isEqualTo("altered, version 4\n");
    assertThat(out("alter", table, "widen", "s.x", "bigint")).isEqualTo("altered, version 5\n");
    assertThat(out("alter", table, "comment", "clicks of a day")).contains("version 6");
    assertThat(out("alter", table, "comment", "m", "how many")).contains("version 7");
    assertThat(out("alter", table, "set", "a=1", "orcacid.conflict.policy=row"))
        .contains("version 8");
    assertThat(out("alter", table, "unset", "a")).contains("version 9");
    assertThat(out("alter", table, "widen", "id", "bigint"))
        .isEqualTo("nothing to change, version 9\n");
    assertThat(out("schema", table))
        .isEqualTo(
            """
            id bigint, s struct<x:bigint,y:string>, p string, m int, `a b` string
            partitioned by p
            property comment=clicks of a day
            property orcacid.comment.m=how many
            property orcacid.conflict.policy=row
            """);
    assertThat(out("schema", table, "--version", "1"))
        .isEqualTo("id int, s struct<x:int>, p string\npartitioned by p\n");
    assertThat(out("scan", table, "--format", "csv", "--where", "id = 1")).contains("1,,a,,");
    assertThat(out("verify", table, "--deep")).doesNotContain("ERROR");
  }

  @Test
  void whatIsRefusedIsRefusedWithTheReasonAndWhatToDo() {
    for (String change :
        List.of(
            "rename-column", "drop-column", "move-column", "partition-by", "bucket-by", "key")) {
      assertThat(refused("alter", table, change, "id"))
          .startsWith("error VALIDATION: ")
          .contains("Make a new table as you want it, and insert the rows of this one");
    }
    assertThat(refused("alter", table, "add", "m int")).contains("No such change");
    assertThat(refused("alter", table, "widen", "id")).contains("The change takes other arguments");
    assertThat(refused("alter", table, "widen", "id", "smallint"))
        .contains("make a new table with the columns you want")
        .contains("from=int, to=smallint");
    assertThat(refused("alter", table, "widen", "p", "string")).contains("partition column");
    assertThat(refused("alter", table, "set", "x")).contains("KEY=VALUE");
    assertThat(refused("alter", table, "set", "orcacid.conflict.policy=x")).contains("policy");
    assertThat(refused("alter", table, "unset")).contains("other arguments");
    assertThat(out("alter", table, "add-column", "m int", "--dry-run")).isEqualTo("allowed\n");
    assertThat(refused("alter", table, "add-column", "ID int", "--dry-run"))
        .contains("There is such a column already");
    assertThat(out("history", table).lines()).hasSize(3);
  }

  @Test
  void aTransactionThatAnotherProcessAltersTheTableUnderCommits() throws IOException {
    try (AcidTable opened = AcidTable.open(table);
        Transaction transaction = opened.begin()) {
      transaction.insert().row(3, null, "c");
      CommandProcess.Run run = CommandProcess.run(folder, "alter", table, "add-column", "m int");
      assertThat(run.exit()).as(run.err()).isZero();
      transaction.update("id = 10", "id = 1");
      transaction.commit();
      assertThat(opened.scan().where("m IS NULL").count()).isEqualTo(3);
      assertThat(opened.definition().row().getFieldNames()).contains("m");
    }
    out("compact", table, "--major");
    assertThat(out("count", table, "--where", "id = 10 AND m IS NULL")).isEqualTo("1\n");
  }

  @Test
  void aTaggedVersionIsKeptListedReadRestoredAndDropped() throws IOException {
    assertThat(out("tag", table)).isEqualTo("no tags\n");
    assertThat(out("tag", table, "start", "1")).isEqualTo("tagged version 1 as start\n");
    assertThat(out("tag", table, "now")).isEqualTo("tagged version 2 as now\n");
    assertThat(out("tag", table, "--list"))
        .matches("now +version 2, since .* by .*\nstart +version 1, since .* by .*\n");
    JsonNode tags = new ObjectMapper().readTree(out("tag", table, "--format", "json"));
    assertThat(tags.get(1).get("name").asText()).isEqualTo("start");
    assertThat(tags.get(1).get("version").asLong()).isEqualTo(1);
    assertThat(refused("tag", table, "now", "0")).contains("Another version has the tag");
    assertThat(refused("tag", table, "x", "--list")).contains("one of them");
    assertThat(refused("tag", table, "a/b")).contains("A tag's name has");

    out("insert", table, "--values", "(3, NULL, 'a')");
    out("delete", table, "--where", "id = 1");
    out("compact", table, "--major");
    out("insert", table, "--values", "(4, NULL, 'a')");
    out("compact", table, "--major");
    String cleaned = out("clean", table, "--retention", "0s", "--no-foreign-readers");
    assertThat(cleaned)
        .containsPattern("keep +p=a/delta_0000001_0000001_0000: kept by tag now of version 2");
    assertThat(out("count", table, "--tag", "start")).isEqualTo("2\n");
    assertThat(out("count", table, "--as-of-version", "1")).isEqualTo("2\n");
    refused("count", table, "--as-of-version", "4");
    assertThat(refused("count", table, "--tag", "never")).contains("There is no such tag");
    assertThat(refused("count", table, "--tag", "now", "--as-of-version", "1"))
        .contains("one of them");

    assertThat(out("restore", table, "--tag", "start"))
        .isEqualTo("restored 1 rows of p=a as of version 1, version 12\n");
    assertThat(out("count", table)).isEqualTo("2\n");
    assertThat(out("tag", table, "--drop", "start")).isEqualTo("dropped tag start\n");
    assertThat(refused("tag", table, "--drop", "start")).contains("There is no such tag");
  }

  @Test
  void aRestorationNamesOneVersionAndSaysWhatItDid() {
    out("delete", table, "--where", "id = 1");
    assertThat(refused("restore", table)).contains("--version, --time or --tag");
    assertThat(refused("restore", table, "--version", "1", "--tag", "x"))
        .contains("--version, --time or --tag");
    assertThat(refused("restore", table, "--version", "9")).contains("no such version");
    assertThat(out("restore", table, "--version", "1"))
        .isEqualTo("restored 1 rows of p=a as of version 1, version 3\n");
    assertThat(out("restore", table, "--version", "3"))
        .isEqualTo("the rows are those of version 3 already: nothing was done\n");
    assertThat(out("restore", table, "--time", "2100-01-01"))
        .isEqualTo("the rows are those of version 3 already: nothing was done\n");
    assertThat(out("history", table)).contains("RESTORE");
  }

  @Test
  void aComparisonShowsRowsColumnsAndProperties() throws IOException {
    out("alter", table, "add-column", "m int");
    out("alter", table, "set", "a=1");
    out("insert", table, "--values", "(3, NULL, 'b', 1), (4, NULL, 'c', 1)");
    out("delete", table, "--where", "id = 1");
    assertThat(out("diff", table, "1", "5"))
        .isEqualTo(
            """
            - columns id int, s struct<x:int>, p string
            + columns id int, s struct<x:int>, p string, m int
            + property a=1
            p=a: +0 rows, -1 rows; +1 directories (1 files), -0 directories (0 files)
            p=b: +1 rows, -0 rows; +1 directories (1 files), -0 directories (0 files)
            p=c: +1 rows, -0 rows; +1 directories (1 files), -0 directories (0 files)
            +2 rows, -1 rows
            """);
    JsonNode json = new ObjectMapper().readTree(out("diff", table, "5", "1", "--format", "json"));
    assertThat(json.get("rowsAdded").asLong()).isEqualTo(1);
    assertThat(json.get("rowsRemoved").asLong()).isEqualTo(2);
    assertThat(json.get("properties").get("a").get("from").asText()).isEqualTo("1");
    assertThat(json.get("partitions")).hasSize(3);
    assertThat(out("diff", table, "1", "1"))
        .isEqualTo("the versions have the same rows, columns and properties\n");
    refused("diff", table, "1", "9");
  }
}
