package io.orcacid.compactor.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RowId;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random histories with compactions at random points: no compaction changes what is read. */
class RandomHistoryCompactionTest {
  private static final String COLUMNS = "id bigint, name string, v int";

  @TempDir private Path directory;

  @Test
  void noCompactionOfAnyKindAtAnyPointChangesARow() {
    int[] table = {0};
    Seeds.forEach(25, random -> new History(random, directory.resolve("table" + table[0]++)).run());
  }

  private static final class History {
    private final Random random;
    private final Writes writes;
    private final List<Long> aborted = new ArrayList<>();
    private Table table;
    private long writeId;
    private long nextId;

    History(Random random, Path root) {
      this.random = random;
      Map<String, String> properties =
          Map.of(
              "orc.stripe.row.count", "1000",
              "orc.rows.between.memory.checks", "500",
              "orc.row.index.stride", "1000",
              "orc.compress", random.nextBoolean() ? "ZSTD" : "SNAPPY");
      Writes plain = Writes.to(root, COLUMNS).with(properties);
      this.writes = random.nextBoolean() ? plain.bucketedBy(3, "id") : plain;
      long small = random.nextInt(3) * 600L;
      this.table =
          Table.of(root, COLUMNS)
              .with(properties)
              .with(
                  RewriteOptions.defaults()
                      .withSmallStripes(small == 0 ? 0 : Long.MAX_VALUE, small)
                      .withThreads(1 + random.nextInt(3))
                      .withDeleteMemory(random.nextInt(3) == 0 ? 0 : 1 << 20));
    }

    void run() throws IOException {
      int transactions = 4 + random.nextInt(12);
      for (int i = 0; i < transactions; i++) {
        transaction();
        if (random.nextInt(4) == 0) {
          compact();
        }
      }
      compact();
    }

    private void transaction() throws IOException {
      writeId++;
      boolean aborts = random.nextInt(6) == 0;
      int statement = 0;
      if (random.nextInt(3) > 0) {
        List<RowId> ids = table().byMerge().stream().map(Table.Found::id).toList();
        List<RowId> chosen = chosen(ids);
        if (!chosen.isEmpty()) {
          writes.delete(writeId, statement++, chosen);
        }
      }
      for (int inserts = random.nextInt(3); inserts > 0; inserts--) {
        long from = nextId;
        nextId += 1 + random.nextInt(random.nextInt(4) == 0 ? 5000 : 300);
        writes.insert(
            writeId,
            statement++,
            from,
            nextId,
            id -> new Object[] {id, random.nextInt(9) == 0 ? null : "name " + id % 50, (int) id});
      }
      if (aborts) {
        aborted.add(writeId);
      }
    }

    /** Some here and there, or many next to each other. */
    private List<RowId> chosen(List<RowId> ids) {
      if (ids.isEmpty()) {
        return List.of();
      }
      if (random.nextBoolean()) {
        int from = random.nextInt(ids.size());
        return ids.subList(from, Math.min(ids.size(), from + random.nextInt(2000)));
      }
      List<RowId> some = new ArrayList<>(ids);
      Collections.shuffle(some, random);
      return some.subList(0, Math.min(ids.size(), random.nextInt(40)));
    }

    private Table table() {
      String list = aborted.toString().replaceAll("[\\[\\] ]", "");
      return table.at("t:" + writeId + ":9223372036854775807::" + list);
    }

    private void compact() throws IOException {
      Table before = table();
      List<Table.Found> rows = before.byMerge();
      PartitionLayout layout = before.layout();
      long base = layout.base().map(found -> found.directory().maxWriteId()).orElse(0L);
      boolean minor = random.nextBoolean() && writeId - base >= 2;
      String what;
      Table.Compacted compacted;
      if (minor) {
        long min = base + 1;
        long max = writeId;
        if (!hasDeltas(layout, min, max) || hasRange(layout, min, max)) {
          return;
        }
        what = "minor " + min + ".." + max;
        compacted = before.minor(min, max);
      } else {
        if (writeId == 0 || base == writeId && random.nextBoolean()) {
          return;
        }
        what = "major " + writeId;
        compacted = before.major(writeId);
      }
      table = compacted.table();
      assertThat(table().byMerge()).as(what).isEqualTo(rows);
      assertThat(table().byMask()).as(what).isEqualTo(rows);
      // Aborted rows are gone from what was written, not only hidden.
      if (!minor) {
        assertThat(table.at("t:" + writeId + ":9223372036854775807::").byMerge())
            .as(what)
            .isEqualTo(rows);
      }
    }

    private static boolean hasDeltas(PartitionLayout layout, long min, long max) {
      return directories(layout).stream()
          .anyMatch(found -> found.minWriteId() >= min && found.maxWriteId() <= max);
    }

    private static boolean hasRange(PartitionLayout layout, long min, long max) {
      return directories(layout).stream()
          .anyMatch(found -> found.minWriteId() == min && found.maxWriteId() == max);
    }

    private static List<AcidDirectory> directories(PartitionLayout layout) {
      List<AcidDirectory> all = new ArrayList<>();
      layout.deltas().forEach(delta -> all.add(delta.directory()));
      layout.deleteDeltas().forEach(delta -> all.add(delta.directory()));
      return all;
    }
  }
}
