package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tables on S3 through S3A. Races are not for this server: it keeps puts apart only that do not
 * overlap.
 */
class S3aTableTest extends ObjectTableContract {
  private long renames;

  @Override
  Map<String, String> settings() throws Exception {
    return Servers.s3Settings();
  }

  @Override
  String newPath() {
    return "s3a://" + S3Server.BUCKET + "/warehouse/" + UUID.randomUUID();
  }

  @Override
  long listings(FileSystem files) {
    return count(files, "object_list_request");
  }

  private static long count(FileSystem files, String request) {
    IOStatistics statistics = ((IOStatisticsSource) files).getIOStatistics();
    return statistics.counters().get(request);
  }

  private long renames() throws Exception {
    FileSystem files = files(newPath());
    return count(files, "op_rename") + count(files, "object_copy_requests");
  }

  @BeforeEach
  void countRenames() throws Exception {
    renames = renames();
  }

  @AfterEach
  void nothing_was_renamed_or_copied() throws Exception {
    assertThat(renames()).isEqualTo(renames);
  }

  @Test
  void two_processes_that_take_turns_write_compact_and_read_one_table() throws Exception {
    String path = newPath();
    try (AcidTable table = create(path);
        Worker other = Worker.start()) {
      other.open(path, settings());
      assertThat(other.ask("append", "0", "2", "d0")).isEqualTo("1 2");
      insert(table, 2, 3);
      assertThat(other.ask("append", "4", "2", "d0")).isEqualTo("4 5");
      assertThat(ids(table)).isEqualTo(numbers(0, 5));
      // Both read the same version, and the one that commits later has to give way.
      try (Transaction late = table.begin()) {
        other.order("begin");
        other.order("update", "n = 1", "id = 0");
        late.update("n = 2", "id = 0");
        assertThat(other.ask("commit")).isEqualTo("6");
        assertThatThrownBy(late::commit).isInstanceOf(WriteConflictException.class);
      }
      assertThat(other.ask("compact", "MAJOR", "d0")).isEqualTo("PUBLISHED");
      assertThat(ids(table)).isEqualTo(numbers(0, 5));
      assertThat(table.scan().where("n = 1").count()).isEqualTo(1);
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
      other.order("close");
    }
  }

  @Test
  void the_settings_of_the_documentation_reach_a_server() throws Exception {
    Map<String, String> documented = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "stores.md"))) {
      if (line.matches("fs\\.s3a\\.[a-z0-9.]+=.*")) {
        String[] setting = line.split("=", 2);
        documented.put(setting[0], setting[1]);
      }
    }
    assertThat(documented.keySet()).isEqualTo(settings().keySet());
    documented.put("fs.s3a.endpoint", settings().get("fs.s3a.endpoint"));
    documented.put("fs.s3a.impl.disable.cache", "true");
    String path = newPath();
    try (AcidTable table =
        AcidTable.create(path, TableDefinition.of("id bigint"), AcidOptions.of(documented))) {
      assertThat(table.scan().count()).isZero();
    }
    assertThat(AcidTable.exists(path, options())).isTrue();
  }

  @Test
  void a_bucket_that_is_not_there_is_an_error_that_names_it() {
    assertThatThrownBy(
            () ->
                AcidTable.create(
                    "s3a://no-such-bucket/t", TableDefinition.of("id bigint"), options()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-bucket");
  }

  @Test
  void conditional_creation_that_is_switched_off_is_refused_with_the_setting_to_look_at()
      throws Exception {
    Map<String, String> without = new HashMap<>(settings());
    without.put("fs.s3a.create.conditional.enabled", "false");
    without.put("fs.s3a.impl.disable.cache", "true");
    String path = newPath();
    assertThatThrownBy(
            () -> AcidTable.create(path, TableDefinition.of("id bigint"), AcidOptions.of(without)))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("fs.s3a.create.conditional.enabled")
        .hasMessageContaining("orcacid.store.kind=zookeeper");
    assertThat(AcidTable.exists(path, options())).isFalse();
  }
}
