package io.orcacid;

import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tags, restorations, alterations, cleanings and writers at once, each as a process of its own. The
 * system property {@code orcacid.rounds} is how often each does its step.
 */
class TagRaceTest {
  private static final int ROUNDS = Integer.getInteger("orcacid.rounds", 6);

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private final long seed = Long.getLong("orcacid.seed", System.nanoTime());
  private String path;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("t").toString();
    AcidTable.create(path, TableDefinition.of("n int, p int").partitionedBy("p")).close();
  }

  private AcidTable open() throws IOException {
    return AcidTable.open(path, AcidOptions.of(Map.of("orcacid.log.retention", "0s")));
  }

  private static List<String> sorted(Scan scan) throws IOException {
    return texts(scan).stream().sorted().toList();
  }

  /** A step of one of the processes; whoever loses a race tries the next one. */
  private interface Step {
    void run(AcidTable table, Random random, int round) throws IOException;
  }

  private Callable<Void> process(int number, Step step) {
    return () -> {
      Random random = new Random(seed + number);
      try (AcidTable table = open()) {
        for (int round = 0; round < ROUNDS; round++) {
          try {
            step.run(table, random, round);
          } catch (WriteConflictException | SnapshotTooOldException lost) {
            assertThat(lost.getMessage()).isNotEmpty();
          }
        }
      }
      return null;
    };
  }

  private static void write(AcidTable table, Random random, int round) throws IOException {
    try (Transaction transaction = table.begin()) {
      Object[] values = new Object[columns(transaction)];
      values[0] = round;
      values[1] = random.nextInt(2);
      transaction.insert().row(values);
      transaction.commit();
    }
    if (random.nextInt(3) == 0) {
      table.delete("n = " + random.nextInt(ROUNDS));
    }
  }

  private static int columns(Transaction transaction) throws IOException {
    try (Rows rows = transaction.scan().limit(0).rows()) {
      return rows.type().getChildren().size();
    }
  }

  private static void maintain(AcidTable table, Random random, int round) throws IOException {
    if (random.nextBoolean()) {
      table.compaction().minor().run();
    } else {
      table.compaction().major().run();
    }
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
  }

  /** Reads each tag that it set again and again, and drops some. */
  private final class Tagger implements Step {
    private final String name;
    private final Map<String, List<String>> expected = new TreeMap<>();

    Tagger(String name) {
      this.name = name;
    }

    @Override
    public void run(AcidTable table, Random random, int round) throws IOException {
      String tag = name + round;
      table.tag(tag);
      expected.put(tag, sorted(table.scanAsOfTag(tag)));
      if (random.nextInt(4) == 0) {
        String dropped = List.copyOf(expected.keySet()).get(random.nextInt(expected.size()));
        table.dropTag(dropped);
        expected.remove(dropped);
      }
      check(table);
    }

    void check(AcidTable table) throws IOException {
      for (Map.Entry<String, List<String>> each : expected.entrySet()) {
        assertThat(sorted(table.scanAsOfTag(each.getKey())))
            .as("%s, seed %d", each.getKey(), seed)
            .isEqualTo(each.getValue());
      }
    }
  }

  @Test
  void everyTaggedVersionReadsTheSameUntilItsTagIsDropped() throws Exception {
    Tagger one = new Tagger("one");
    Tagger other = new Tagger("other");
    List<Callable<Void>> work = new ArrayList<>();
    work.add(process(0, TagRaceTest::write));
    work.add(process(1, TagRaceTest::write));
    work.add(process(2, TagRaceTest::maintain));
    work.add(process(3, TagRaceTest::maintain));
    work.add(process(4, one));
    work.add(process(5, other));
    work.add(
        process(
            6, (table, random, round) -> table.alter().addColumn("c" + round + " int").commit()));
    work.add(
        process(
            7,
            (table, random, round) -> {
              long newest = table.version();
              table.restore().toVersion(Math.max(0, newest - random.nextInt(4)));
            }));
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
    try (AcidTable table = open()) {
      one.check(table);
      other.check(table);
      table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
      one.check(table);
      other.check(table);
      assertThat(table.definition().row().getChildren()).hasSize(2 + ROUNDS);
      assertThat(table.verify().deep().run().findings()).as("seed %d", seed).isEmpty();
    }
  }
}
