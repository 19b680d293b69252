package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.error.UnsupportedTableException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
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
    create(path).close();
    try (Worker one = Worker.start();
        Worker other = Worker.start()) {
      one.open(path, settings());
      other.open(path, settings());
      for (int turn = 0; turn < 4; turn++) {
        Worker worker = turn % 2 == 0 ? one : other;
        assertThat(worker.ask("append", "" + 10 * turn, "3", "d" + turn % 2))
            .isEqualTo("%d %d %d".formatted(3 * turn + 1, 3 * turn + 2, 3 * turn + 3));
      }
      // Both read the same version, and the one that commits later has to give way.
      one.order("begin");
      other.order("begin");
      one.order("update", "n = 1", "id = 0");
      other.order("update", "n = 2", "id = 0");
      assertThat(one.ask("commit")).isEqualTo("13");
      assertThat(other.ask("commit")).startsWith("conflict ");
      assertThat(other.ask("compact", "MAJOR", "d0")).isEqualTo("PUBLISHED");
      one.order("close");
      other.order("close");
    }
    try (AcidTable table = AcidTable.open(path, options())) {
      assertThat(ids(table))
          .isEqualTo(List.of(0L, 1L, 2L, 10L, 11L, 12L, 20L, 21L, 22L, 30L, 31L, 32L));
      assertThat(table.scan().where("n = 1").count()).isEqualTo(1);
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
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
