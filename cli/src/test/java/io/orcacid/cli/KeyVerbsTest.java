package io.orcacid.cli;

import static io.orcacid.cli.CommandProcess.out;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that find rows by key. */
class KeyVerbsTest {
  @TempDir private Path folder;
  private String table;

  @BeforeEach
  void makeATable() throws IOException {
    table = folder.resolve("t").toString();
    out("create", table, "--schema", "id bigint, n int, name string", "--key", "id");
    out("insert", table, "--values", "(1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c')");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String rows() {
    return out("scan", table, "--format", "csv", "--ordered");
  }

  @Test
  void an_upsert_replaces_rows_of_known_keys_and_adds_the_others() throws IOException {
    String changes = file("changes.csv", "id,n,name\n2,20,x\n4,40,y\n4,41,z\n");
    assertThat(out("upsert", table, changes)).isEqualTo("upserted 3 rows, version 2\n");
    assertThat(rows()).contains("1,1,a").contains("2,20,x").contains("4,41,z").contains("3,3,c");
    assertThat(out("count", table)).isEqualTo("4\n");
  }

  @Test
  void an_import_may_upsert() throws IOException {
    String changes = file("changes.json", "{\"id\":1,\"n\":9}\n{\"id\":7}\n");
    assertThat(out("import", table, changes, "--upsert")).contains("imported 2 rows");
    assertThat(out("count", table)).isEqualTo("4\n");
    assertThat(rows()).contains("1,9,");
  }

  @Test
  void rows_are_deleted_by_a_file_of_keys() throws IOException {
    String gone = file("gone.csv", "name,id\nwhatever,1\n,3\n,99\n");
    assertThat(out("delete", table, "--keys", gone)).isEqualTo("deleted 2 rows, version 2\n");
    assertThat(rows()).contains("2,2,b").doesNotContain("1,1,a");
  }

  @Test
  void a_merge_updates_deletes_and_inserts() throws IOException {
    String changes =
        file("changes.csv", "id,n,gone\n1,10,false\n2,0,true\n5,50,false\n6,60,true\n");
    assertThat(
            out(
                "merge",
                table,
                changes,
                "--when-matched",
                "if source.gone then delete",
                "--when-matched",
                "then update n = n + source.n",
                "--when-not-matched",
                "if NOT source.gone then insert id = source.id, n = source.n, name = 'new'"))
        .isEqualTo("updated 1, deleted 1, inserted 1 rows, version 2\n");
    assertThat(rows()).contains("1,11,a").contains("5,50,new").contains("3,3,c");
    assertThat(out("count", table)).isEqualTo("3\n");
  }

  @Test
  void clauses_that_say_nothing_are_refused() throws IOException {
    String changes = file("changes.csv", "id,n\n1,10\n");
    for (String clause : new String[] {"delete", "then drop", "if then delete", "then insert"}) {
      CommandProcess.Run run =
          CommandProcess.here("merge", table, changes, "--when-matched", clause);
      assertThat(run.exit()).as(clause).isEqualTo(2);
    }
    assertThat(out("count", table)).isEqualTo("3\n");
  }
}
