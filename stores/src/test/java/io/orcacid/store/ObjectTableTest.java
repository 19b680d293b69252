package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.RetryPolicy;
import io.orcacid.TableDefinition;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.store.object.DiskObjects;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables on an object store whose every answer can be lost, and that renames nothing. */
class ObjectTableTest extends ObjectTableContract {
  private static final int WRITERS = 4;
  private static final int COMMITS = 8;

  @Override
  Map<String, String> settings() throws Exception {
    return Place.OBJECTS.settings();
  }

  @Override
  String newPath() {
    return Place.OBJECTS.path(null);
  }

  @Override
  long listings(FileSystem files) {
    return DiskObjects.LISTINGS.get();
  }

  private static AcidOptions with(Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(Place.OBJECTS.settings());
    settings.put("fs.objects.impl.disable.cache", "true");
    settings.putAll(more);
    return AcidOptions.of(settings);
  }

  @Test
  void a_long_log_is_opened_from_its_newest_checkpoint_without_a_listing() throws Exception {
    String path = newPath();
    try (AcidTable table = AcidTable.create(path, onePartition(), options())) {
      for (long id = 0; id < 230; id++) {
        append(table, id);
      }
      FileSystem files = files(path);
      String checkpoints = path + "/_acid_log/_checkpoints";
      assertThat(files.exists(new Path(checkpoints + "/_n00000000000000000002"))).isTrue();
      requireUnlisted(path, 230);
      // The hint is only one.
      files.delete(new Path(checkpoints + "/_last"), false);
      requireUnlisted(path, 230);
      // Nobody needs the entries that a checkpoint stands for.
      for (long version = 0; version <= 100; version++) {
        files.delete(new Path(path + "/_acid_log/_v%020d.json".formatted(version)), false);
      }
      requireUnlisted(path, 230);
      assertThat(AcidTable.exists(path, options())).isTrue();
    }
  }

  private void requireUnlisted(String path, int rows) throws Exception {
    long before = DiskObjects.LISTINGS.get();
    try (AcidTable reader = AcidTable.open(path, options())) {
      assertThat(reader.scan().count()).isEqualTo(rows);
    }
    assertThat(DiskObjects.LISTINGS.get()).isEqualTo(before);
  }

  private static TableDefinition onePartition() {
    return TableDefinition.of("id bigint, n bigint");
  }

  private static void append(AcidTable table, long id) throws IOException {
    table.transact(
        RetryPolicy.of(1000),
        transaction -> {
          transaction.insert().row(id, 0L);
          return 1;
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void of_many_writers_whose_answers_are_lost_each_commit_is_there_once_or_never(long number)
      throws Exception {
    long seed = Long.getLong("orcacid.seed", number);
    System.out.println("of_many_writers_whose_answers_are_lost: -Dorcacid.seed=" + seed);
    String path = newPath();
    AcidTable.create(path, onePartition(), options()).close();
    Set<Long> committed = new ConcurrentSkipListSet<>();
    Set<Long> unknown = new ConcurrentSkipListSet<>();
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        long first = 100L * writer;
        AcidOptions faulty = with(Map.of("fs.objects.seed", Long.toString(31 * seed + writer)));
        writers.add(pool.submit(() -> write(path, faulty, first, committed, unknown)));
      }
      for (Future<?> writer : writers) {
        writer.get(2, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(committed).hasSizeGreaterThan(WRITERS);
    try (AcidTable table = AcidTable.open(path, options())) {
      List<Long> ids = ids(table);
      assertThat(ids).doesNotHaveDuplicates().containsAll(committed);
      ids.removeAll(committed);
      assertThat(unknown).containsAll(ids);
      long version = table.version();
      assertThat(table.history().stream().map(VersionInfo::version).toList())
          .isEqualTo(numbers(0, version));
      table.compaction().major().run();
      assertThat(table.scan().count()).isEqualTo(committed.size() + ids.size());
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }

  private static Void write(
      String path, AcidOptions options, long first, Set<Long> committed, Set<Long> unknown)
      throws IOException {
    try (AcidTable table = AcidTable.open(path, options)) {
      for (long id = first; id < first + COMMITS; id++) {
        try {
          append(table, id);
          committed.add(id);
        } catch (CommitStateUnknownException e) {
          unknown.add(id);
        } catch (IOException | OrcAcidException e) {
          // It says that nothing was committed, which the test believes and looks after.
          assertThat(e).hasMessageNotContaining("null");
        }
      }
    }
    return null;
  }

  @Test
  void a_store_that_ignores_the_condition_is_refused_before_anything_is_there() throws Exception {
    String path = newPath();
    AcidOptions ignoring = with(Map.of("fs.objects.condition", "ignored"));
    assertThatThrownBy(() -> AcidTable.create(path, onePartition(), ignoring))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=zookeeper");
    AcidOptions without = with(Map.of("fs.objects.condition", "missing"));
    assertThatThrownBy(() -> AcidTable.create(path, onePartition(), without))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("fs.option.create.conditional.overwrite");
    assertThat(AcidTable.exists(path, options())).isFalse();
    AcidTable.create(path, onePartition(), options()).close();
  }

  @Test
  void a_scheme_without_a_file_system_names_the_jar_that_is_missing() {
    assertThatThrownBy(() -> AcidTable.open("nowhere://bucket/table"))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("hadoop-aws");
  }
}
