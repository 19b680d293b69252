package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Change;
import io.orcacid.Changes;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes write old and new keys of one table at the same time. {@code
 * -Dorcacid.keyed.histories=N} runs N histories in place of the default number.
 */
class KeyedProcessesTest {
  private static final int HISTORIES = Integer.getInteger("orcacid.keyed.histories", 50);
  private static final int PROCESSES = 4;
  private static final int UPSERTS = 4;
  private static final int KEYS = 40;

  private static List<Worker> workers;

  @TempDir Path directory;
  private int tables;

  @BeforeAll
  static void start() {
    workers = Worker.start(PROCESSES);
  }

  @AfterAll
  static void stop() {
    workers.forEach(Worker::close);
  }

  @Test
  void no_key_is_there_twice_and_the_last_row_of_each_stays() {
    Seeds.forEach(HISTORIES, this::history);
  }

  private void history(Random random) throws IOException {
    String path = directory.resolve("t" + tables++).toString();
    String policy = List.of("hive", "row", "serializable", "nbcc").get(random.nextInt(4));
    TableDefinition definition =
        TableDefinition.of("id bigint, n bigint, day string")
            .partitionedBy("day")
            .key("id")
            .property("orcacid.conflict.policy", policy);
    boolean ordered = policy.equals("nbcc") || random.nextBoolean();
    if (ordered) {
      definition = definition.property("orcacid.ordering.column", "n");
    }
    AcidTable.create(path, definition).close();
    boolean indexed = random.nextBoolean();
    for (Worker worker : workers) {
      worker.open(path, indexed ? Map.of("orcacid.key.index", "memory") : Map.of());
    }
    for (Worker worker : workers) {
      worker.tell("upserts", "" + random.nextLong(), "" + UPSERTS, "" + KEYS);
    }
    for (Worker worker : workers) {
      assertThat(worker.answer()).as(policy).isEqualTo("done");
    }
    workers.forEach(worker -> worker.order("close"));
    requireLastRows(path, policy, ordered);
  }

  private static void requireLastRows(String path, String policy, boolean ordered)
      throws IOException {
    try (AcidTable table = AcidTable.open(path)) {
      assertThat(table.history()).hasSizeGreaterThan(PROCESSES * UPSERTS);
      Map<Object, List<Object>> found = new TreeMap<>();
      try (Rows rows = table.scan().rows()) {
        for (Row row : rows) {
          assertThat(found.put(row.get(0), new ArrayList<>(row.values())))
              .as("%s: key %s is there twice", policy, row.get(0))
              .isNull();
        }
      }
      assertThat(found).as(policy).isEqualTo(replayed(table, ordered));
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }

  /** What is left if the rows that each version added are taken one after the other. */
  private static Map<Object, List<Object>> replayed(AcidTable table, boolean ordered)
      throws IOException {
    Map<Object, List<Object>> rows = new HashMap<>();
    try (Changes changes = table.changes().afterVersion(0).read()) {
      for (Change change : changes) {
        if (change.kind() == Change.Kind.INSERT || change.kind() == Change.Kind.UPDATE_AFTER) {
          List<Object> row = change.row().values();
          List<Object> before = rows.get(row.get(0));
          boolean older = ordered && before != null && (Long) before.get(1) > (Long) row.get(1);
          assertThat(older).as("an older row of a key was added").isFalse();
          rows.put(row.get(0), new ArrayList<>(row));
        }
      }
    }
    return new TreeMap<>(rows);
  }
}
