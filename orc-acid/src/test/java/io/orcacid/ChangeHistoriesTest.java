package io.orcacid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories: what a version's content and the changes after it give is the content of every
 * later version. System property {@code orcacid.histories}: how many.
 */
class ChangeHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("orcacid.histories", 6);
  private static final int STEPS = 16;
  private static final AtomicInteger TABLES = new AtomicInteger();

  @TempDir(factory = MemoryDirectories.class)
  Path directory;

  @Test
  void changes_lead_from_the_content_of_a_version_to_that_of_every_later_one() {
    Seeds.forEach(
        HISTORIES,
        random -> {
          try (History history = new History(random)) {
            for (int i = 0; i < STEPS; i++) {
              history.step();
            }
            history.checkAllPairs();
          }
        });
  }

  /** A table, and what its versions held. */
  private final class History implements AutoCloseable {
    private final Random random;
    private final boolean partitioned;
    private final boolean keyed;
    private final AcidTable table;
    private final TreeMap<Long, Map<Address, String>> contents = new TreeMap<>();
    private long nextId;

    History(Random random) throws IOException {
      this.random = random;
      this.partitioned = random.nextBoolean();
      this.keyed = random.nextBoolean();
      TableDefinition definition = TableDefinition.of("id bigint, n int, text string, p int");
      definition = partitioned ? definition.partitionedBy("p") : definition;
      definition = random.nextBoolean() ? definition.bucketedBy(3, "id") : definition;
      definition = keyed ? definition.key("id") : definition;
      this.table =
          AcidTable.create(
              directory.resolve("t" + TABLES.incrementAndGet()).toString(), definition);
      record();
    }

    private void record() throws IOException {
      contents.put(table.version(), content(table.scan()));
    }

    private Map<Address, String> content(Scan scan) throws IOException {
      Map<Address, String> content = new HashMap<>();
      try (Rows rows = scan.withRowId().rows()) {
        for (Row row : rows) {
          content.put(row.address().orElseThrow(), row.toString());
        }
      }
      return content;
    }

    void step() throws IOException {
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> insert();
        case 3 -> table.update("n = n + 1", some());
        case 4 -> table.delete(some());
        case 5, 6 -> mixed();
        case 7 -> overwrite();
        case 8 -> truncate();
        case 9, 10 -> compact();
        default -> clean();
      }
      // A compaction of several partitions makes several versions, a cleaning two.
      for (long version = contents.lastKey() + 1; version <= table.version(); version++) {
        contents.put(
            version, content(table.scanAsOfVersion(floor() > version ? floor() : version)));
      }
    }

    private String some() {
      int modulus = 2 + random.nextInt(4);
      return "id % " + modulus + " = " + random.nextInt(modulus);
    }

    private int partition() {
      return random.nextInt(3);
    }

    private void rows(Inserter inserter) throws IOException {
      for (int i = random.nextInt(12); i >= 0; i--) {
        boolean known = nextId > 0 && random.nextInt(3) == 0;
        long id = known ? random.nextLong(nextId) : nextId++;
        inserter.row(id, random.nextInt(100), "row " + id, partition());
      }
    }

    private void insert() throws IOException {
      try (Transaction transaction = table.begin()) {
        rows(transaction.insert());
        transaction.commit();
      }
    }

    private void mixed() throws IOException {
      try (Transaction transaction = table.begin()) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          switch (random.nextInt(3)) {
            case 0 -> rows(transaction.insert());
            case 1 -> transaction.update("n = n + 1", some());
            default -> transaction.delete(some());
          }
        }
        transaction.commit();
      }
    }

    private void overwrite() throws IOException {
      try (Transaction transaction = table.begin()) {
        if (partitioned && random.nextBoolean()) {
          rows(transaction.overwriteTouched());
        } else {
          rows(transaction.overwrite());
        }
        transaction.commit();
      }
    }

    private void truncate() throws IOException {
      if (partitioned && random.nextBoolean()) {
        table.truncate(List.of("p=" + partition()));
      } else {
        table.truncate();
      }
    }

    /** The feed is the same before and after. */
    private void compact() throws IOException {
      long version = table.version();
      long from = floor();
      List<String> before = feed(from, version);
      List<String> net = texts(table.changes().afterVersion(from).upTo(version).net());
      if (random.nextBoolean()) {
        table.compaction().minor().run();
      } else {
        table.compaction().major().run();
      }
      assertThat(feed(from, version)).isEqualTo(before);
      assertThat(feed(from, table.version())).isEqualTo(before);
      assertThat(texts(table.changes().afterVersion(from).net())).isEqualTo(net);
    }

    private List<String> feed(long after, long upTo) throws IOException {
      return texts(table.changes().afterVersion(after).upTo(upTo));
    }

    private List<String> texts(ChangeScan scan) throws IOException {
      List<String> texts = new ArrayList<>();
      try (Changes changes = scan.read()) {
        changes.forEach(change -> texts.add(change.toString()));
      }
      return texts;
    }

    private void clean() throws IOException {
      table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    }

    private long floor() throws IOException {
      return table.clean().dryRun().oldestReadable();
    }

    void checkAllPairs() throws IOException {
      long floor = floor();
      for (long after : contents.keySet()) {
        if (after < floor) {
          assertThatThrownBy(() -> table.changes().afterVersion(after).read())
              .isInstanceOf(SnapshotTooOldException.class)
              .hasMessageContaining("oldestReadable=" + floor);
          continue;
        }
        for (long upTo : contents.tailMap(after).keySet()) {
          checkEach(after, upTo);
          checkNet(after, upTo);
        }
      }
    }

    private void checkEach(long after, long upTo) throws IOException {
      Map<Address, String> content = new HashMap<>(contents.get(after));
      long reached = after;
      long whole = after;
      Deque<Change> before = new ArrayDeque<>();
      try (Changes changes = table.changes().afterVersion(after).upTo(upTo).read()) {
        for (Change change : changes) {
          assertThat(change.version()).isBetween(Math.max(reached, whole + 1), upTo);
          reached = change.version();
          apply(change, content, before);
          if (changes.cursor().isPresent()) {
            whole = changes.cursor().getAsLong();
            assertThat(content).isEqualTo(contents.get(whole));
          }
        }
        assertThat(changes.cursor()).hasValue(upTo);
      }
      assertThat(before).isEmpty();
      assertThat(content).isEqualTo(contents.get(upTo));
    }

    private void apply(Change change, Map<Address, String> content, Deque<Change> before) {
      String values = change.row().toString();
      switch (change.kind()) {
        case INSERT -> {
          assertThat(content.put(change.address(), values)).isNull();
          assertThat(change.writeId()).isEqualTo(change.address().rowId().writeId());
        }
        case DELETE -> assertThat(content.remove(change.address())).isEqualTo(values);
        case UPDATE_BEFORE -> {
          assertThat(keyed).isTrue();
          assertThat(before).isEmpty();
          before.add(change);
          assertThat(content.remove(change.address())).isEqualTo(values);
        }
        case UPDATE_AFTER -> {
          Change old = before.remove();
          assertThat(change.row().get(0)).isEqualTo(old.row().get(0));
          assertThat(content.put(change.address(), values)).isNull();
        }
        default -> throw new AssertionError(change.kind());
      }
    }

    private void checkNet(long after, long upTo) throws IOException {
      Set<Address> gone = new HashSet<>(contents.get(after).keySet());
      gone.removeAll(contents.get(upTo).keySet());
      Set<Address> came = new HashSet<>(contents.get(upTo).keySet());
      came.removeAll(contents.get(after).keySet());
      Map<Address, String> content = new HashMap<>(contents.get(after));
      Set<Object> keysGone = new HashSet<>();
      Set<Object> keysCame = new HashSet<>();
      int number = 0;
      try (Changes changes = table.changes().afterVersion(after).upTo(upTo).net().read()) {
        Deque<Change> before = new ArrayDeque<>();
        for (Change change : changes) {
          number++;
          apply(change, content, before);
          if (change.kind() == Change.Kind.DELETE) {
            keysGone.add(change.row().get(0));
          } else if (change.kind() == Change.Kind.INSERT) {
            keysCame.add(change.row().get(0));
          }
          requireMaker(change);
        }
      }
      assertThat(number).isEqualTo(gone.size() + came.size());
      assertThat(content).isEqualTo(contents.get(upTo));
      if (keyed) {
        assertThat(Collections.disjoint(keysGone, keysCame)).isTrue();
      }
    }

    /** The row is there or gone from the version on that the change names, and not before. */
    private void requireMaker(Change change) {
      boolean comes =
          change.kind() == Change.Kind.INSERT || change.kind() == Change.Kind.UPDATE_AFTER;
      assertThat(contents.get(change.version()).containsKey(change.address())).isEqualTo(comes);
      assertThat(contents.get(change.version() - 1).containsKey(change.address()))
          .isEqualTo(!comes);
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }
}
