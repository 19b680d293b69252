package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb changes. */
class ChangesCommandTest {
  @TempDir(factory = MemoryDirectories.class)
  Path folder;

  private String path;

  @BeforeEach
  void make_a_table_of_three_versions() throws IOException {
    path = folder.resolve("t").toString();
    TableDefinition definition =
        TableDefinition.of("id bigint, text string, p int").partitionedBy("p").key("id");
    try (AcidTable table = AcidTable.create(path, definition)) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row(1L, "a", 1).row(2L, "say \"b\", c", 1);
        transaction.commit();
      }
      table.update("text = 'new'", "id = 1");
      table.delete("id = 2");
    }
  }

  private static String out(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out().replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
  }

  private static String refusal(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as(run.out()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    return run.err();
  }

  @Test
  void as_json_a_change_is_an_object_a_line() {
    assertThat(out("changes", path, "--after", "1", "--format", "json"))
        .isEqualTo(
            """
            {"change":"update_before","version":2,"time":"TIME","writeId":2,"values":{"id":1,"text":"a","p":1}}
            {"change":"update_after","version":2,"time":"TIME","writeId":2,"values":{"id":1,"text":"new","p":1}}
            {"change":"delete","version":3,"time":"TIME","writeId":3,"values":{"id":2,"text":"say \\"b\\", c","p":1}}
            """);
  }

  @Test
  void a_row_id_comes_with_its_partition() {
    assertThat(
            out("changes", path, "--after", "2", "--format", "json", "--row-id", "--columns", "id"))
        .isEqualTo(
            "{\"change\":\"delete\",\"version\":3,\"time\":\"TIME\",\"writeId\":3,"
                + "\"ROW__ID\":{\"writeId\":1,\"bucket\":536870912,\"rowId\":1},"
                + "\"partition\":\"p=1\",\"values\":{\"id\":2}}\n");
  }

  @Test
  void as_csv_it_is_a_record_with_a_header() {
    assertThat(out("changes", path, "--after", "1", "--up-to", "2", "--format", "csv"))
        .isEqualTo(
            """
            _change,_version,_time,_write_id,id,text,p
            update_before,2,TIME,2,1,a,1
            update_after,2,TIME,2,1,new,1
            """);
    assertThat(out("changes", path, "--after", "3", "--format", "csv"))
        .isEqualTo("_change,_version,_time,_write_id,id,text,p\n");
  }

  @Test
  void net_leaves_out_what_lies_between() {
    assertThat(
            out("changes", path, "--after", "0", "--net", "--format", "json", "--where", "id < 5"))
        .isEqualTo(
            "{\"change\":\"insert\",\"version\":2,\"time\":\"TIME\",\"writeId\":2,"
                + "\"values\":{\"id\":1,\"text\":\"new\",\"p\":1}}\n");
  }

  @Test
  void a_cursor_says_where_to_go_on() {
    String all = out("changes", path, "--after", "0", "--format", "json", "--cursors");
    assertThat(all.lines().filter(line -> line.startsWith("{\"cursor\"")))
        .containsExactly("{\"cursor\":1}", "{\"cursor\":2}", "{\"cursor\":3}");
    String rest = out("changes", path, "--after", "2", "--format", "json", "--cursors");
    assertThat(all).endsWith(rest);
  }

  @Test
  void it_follows_until_nothing_comes_for_a_while() {
    assertThat(
            out(
                "changes",
                path,
                "--after",
                "1",
                "--follow",
                "--idle",
                "0",
                "--columns",
                "id",
                "--format",
                "csv"))
        .isEqualTo(
            """
            _change,_version,_time,_write_id,id
            update_before,2,TIME,2,1
            update_after,2,TIME,2,1
            delete,3,TIME,3,2
            """);
  }

  @Test
  void what_it_cannot_do_is_said() throws IOException {
    assertThat(refusal("changes", path)).contains("error VALIDATION", "--after");
    assertThat(refusal("changes", path, "--after", "0", "--after-time", "2026-01-01"))
        .contains("one beginning");
    assertThat(refusal("changes", path, "--after", "0", "--follow")).contains("json or csv");
    assertThat(refusal("changes", path, "--after", "0", "--cursors")).contains("--format json");
    assertThat(refusal("changes", path, "--after", "0", "--idle", "5")).contains("--follow");
    assertThat(
            refusal(
                "changes", path, "--after", "0", "--up-to", "1", "--follow", "--format", "json"))
        .contains("no last one");
    assertThat(refusal("changes", path, "--after", "9")).contains("error TOO_OLD", "newest=3");
    assertThat(refusal("changes", path, "--after-time", "1999-01-01")).contains("error TOO_OLD");
    try (AcidTable table = AcidTable.open(path)) {
      table.compaction().major().run();
      table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    }
    assertThat(refusal("changes", path, "--after", "1"))
        .contains("error TOO_OLD", "version=1", "oldestReadable=4");
  }
}
