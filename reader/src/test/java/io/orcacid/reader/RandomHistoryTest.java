package io.orcacid.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.PartitionName;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.testkit.Seeds;
import io.orcacid.writer.BucketingVersion;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories of inserts, updates and deletes over many write ids, read at random snapshots,
 * against rows kept in memory.
 */
class RandomHistoryTest {
  private static final TypeDescription ROW =
      SchemaText.parse("id bigint, p int, name string, v int");

  @TempDir private Path directory;

  /** A row that was ever inserted, and by which write ids it was deleted. */
  private static final class Remembered {
    final String partition;
    final RowId id;
    final List<Object> values;
    final Set<Long> deletedBy = new HashSet<>();

    Remembered(String partition, RowId id, List<Object> values) {
      this.partition = partition;
      this.id = id;
      this.values = values;
    }

    boolean isVisible(ValidWriteIdList list) {
      return list.isValid(id.writeId()) && deletedBy.stream().noneMatch(list::isValid);
    }
  }

  private record Condition(String text, Predicate<List<Object>> holds) {}

  /** One history on disk and in memory. */
  private static final class History {
    private final Random random;
    private final WriteTarget target;
    private final ScannedTable table;
    private final Path spill;
    private final List<Remembered> rows = new ArrayList<>();
    private long nextId;

    History(Random random, Path directory) {
      this.random = random;
      this.spill = directory;
      boolean partitioned = random.nextBoolean();
      List<String> partitions = partitioned ? List.of("p") : List.of();
      Path root = directory.resolve("table" + random.nextLong());
      this.target =
          new WriteTarget(
              Storage.local(),
              root.toString(),
              TableShape.of(ROW, partitions),
              random.nextBoolean()
                  ? Optional.of(new WriteTarget.Bucketing(List.of("id"), 3, BucketingVersion.V2))
                  : Optional.empty(),
              Map.of(
                  "orc.stripe.row.count", String.valueOf(1_000 + random.nextInt(3) * 1_000),
                  "orc.row.index.stride", "1000",
                  "orc.bloom.filter.columns", "name"));
      ScannedTable plain = ScannedTable.of(root, ROW);
      this.table = partitioned ? plain.partitionedBy("p") : plain;
    }

    void insert(long writeId, int statement, List<List<Object>> newRows) throws IOException {
      WriterOptions options = new WriterOptions(1 + random.nextInt(3), 64 << 10, spill);
      WriteResult result;
      try (InsertWriter writer = new InsertWriter(target, writeId, statement, options)) {
        VectorizedRowBatch batch = Batches.create(ROW);
        for (List<Object> values : newRows) {
          for (int i = 0; i < values.size(); i++) {
            ValueSetter.set(ROW.getChildren().get(i), batch.cols[i], batch.size, values.get(i));
          }
          batch.size++;
          if (batch.size == batch.getMaxSize()) {
            writer.write(batch);
            batch.reset();
          }
        }
        writer.write(batch);
        result = writer.finish();
      }
      remember(result, newRows);
    }

    /** Ids are read from each file alone, without deletes or snapshot. */
    private void remember(WriteResult result, List<List<Object>> newRows) throws IOException {
      Map<Object, List<Object>> byId = new HashMap<>();
      newRows.forEach(values -> byId.put(values.get(0), values));
      for (WriteResult.Directory written : result.directories()) {
        String parent =
            written.partition().isEmpty()
                ? target.root()
                : target.root() + "/" + written.partition();
        for (WriteResult.File file : written.files()) {
          for (StoredIds.Stored stored :
              StoredIds.read(parent + "/" + written.name() + "/" + file.name())) {
            List<Object> values = byId.remove(stored.key());
            rows.add(new Remembered(written.partition(), stored.id(), values));
            if (target.shape().isPartitioned()) {
              assertThat(written.partition())
                  .isEqualTo(
                      PartitionName.of(
                          List.of("p"),
                          Arrays.asList(values.get(1) == null ? null : values.get(1).toString())));
            }
          }
        }
      }
      assertThat(byId).isEmpty();
    }

    void delete(long writeId, int statement, List<Remembered> chosen) throws IOException {
      try (DeleteWriter writer = new DeleteWriter(target, writeId, statement)) {
        for (Remembered row : chosen) {
          writer.delete(row.partition, row.id.writeId(), row.id.bucketProperty(), row.id.rowId());
        }
        writer.finish();
      }
      chosen.forEach(row -> row.deletedBy.add(writeId));
    }

    List<List<Object>> newRows(int count) {
      List<List<Object>> made = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        made.add(
            Arrays.asList(
                nextId++,
                random.nextInt(8) == 0 ? null : random.nextInt(5),
                random.nextInt(6) == 0 ? null : "n" + random.nextInt(50),
                random.nextInt(6) == 0 ? null : random.nextInt(1000)));
      }
      return made;
    }

    /** Some rows together, or some here and there. */
    List<Remembered> choose() {
      List<Remembered> chosen = new ArrayList<>();
      if (rows.isEmpty()) {
        return chosen;
      }
      int from = random.nextInt(rows.size());
      int step = random.nextBoolean() ? 1 : 1 + random.nextInt(200);
      int most = random.nextInt(1_500);
      for (int i = from; i < rows.size() && chosen.size() < most; i += step) {
        chosen.add(rows.get(i));
      }
      return chosen;
    }
  }

  @Test
  void everyWayOfReadingGivesTheRowsOfTheSnapshot() {
    Seeds.forEach(
        12,
        random -> {
          History history = new History(random, directory);
          long writeIds = 2 + random.nextInt(8);
          for (long writeId = 1; writeId <= writeIds; writeId++) {
            int statements = 1 + random.nextInt(3);
            for (int statement = 0; statement < statements * 2; statement += 2) {
              step(random, history, writeId, statement);
            }
          }
          for (int i = 0; i < 6; i++) {
            compare(random, history, snapshot(random, writeIds));
          }
        });
  }

  private static void step(Random random, History history, long writeId, int statement)
      throws IOException {
    switch (random.nextInt(4)) {
      case 0 -> history.delete(writeId, statement, history.choose());
      case 1 -> {
        List<Remembered> chosen = history.choose();
        history.delete(writeId, statement, chosen);
        history.insert(writeId, statement + 1, history.newRows(chosen.size()));
      }
      default -> history.insert(writeId, statement, history.newRows(random.nextInt(4_000)));
    }
  }

  private static ValidWriteIdList snapshot(Random random, long writeIds) {
    long highWaterMark = random.nextInt(3) == 0 ? random.nextLong(writeIds + 1) : writeIds;
    List<Long> open = new ArrayList<>();
    List<Long> aborted = new ArrayList<>();
    for (long writeId = 1; writeId <= highWaterMark; writeId++) {
      int fate = random.nextInt(8);
      if (fate < 2) {
        (fate == 0 ? open : aborted).add(writeId);
      }
    }
    return ValidWriteIdList.of(
        "default.t",
        highWaterMark,
        open.stream().mapToLong(id -> id).toArray(),
        aborted.stream().mapToLong(id -> id).toArray());
  }

  private static Condition condition(Random random) {
    int k = random.nextInt(1_000);
    int p = random.nextInt(5);
    return switch (random.nextInt(7)) {
      case 0 -> new Condition("v < " + k, row -> row.get(3) != null && (int) row.get(3) < k);
      case 1 -> new Condition("id >= " + k, row -> (long) row.get(0) >= k);
      case 2 -> new Condition("p = " + p, row -> Integer.valueOf(p).equals(row.get(1)));
      case 3 -> new Condition("name = 'n" + p + "'", row -> ("n" + p).equals(row.get(2)));
      case 4 ->
          new Condition(
              "v IS NULL OR id < " + k, row -> row.get(3) == null || (long) row.get(0) < k);
      case 5 ->
          new Condition(
              "p IS NULL AND id BETWEEN " + k + " AND " + k * 3,
              row -> row.get(1) == null && (long) row.get(0) >= k && (long) row.get(0) <= k * 3L);
      default -> new Condition("true", row -> true);
    };
  }

  private static void compare(Random random, History history, ValidWriteIdList list)
      throws IOException {
    Condition condition = condition(random);
    List<String> names = new ArrayList<>(ROW.getFieldNames());
    java.util.Collections.shuffle(names, random);
    List<String> columns = names.subList(0, random.nextInt(names.size() + 1));
    List<ScannedTable.Found> expected =
        history.rows.stream()
            .filter(row -> row.isVisible(list) && condition.holds.test(row.values))
            .map(
                row ->
                    new ScannedTable.Found(
                        row.partition,
                        row.id,
                        columns.stream()
                            .map(name -> row.values.get(ROW.getFieldNames().indexOf(name)))
                            .toList()))
            .sorted(
                Comparator.comparing(ScannedTable.Found::partition)
                    .thenComparing(ScannedTable.Found::id))
            .toList();
    long[] sizes = {1 + random.nextInt(3_000), 20_000, ScanRequest.DEFAULT_SPLIT_SIZE};
    ScannedTable table =
        history
            .table
            .at(list.toString())
            .where(condition.text)
            .select(columns.toArray(new String[0]))
            .inSplitsOf(sizes[random.nextInt(sizes.length)]);
    String about = list + " " + condition.text + " " + columns;
    assertThat(table.ordered()).as("ordered: %s", about).isEqualTo(expected);
    assertThat(sorted(table.found())).as("by mask: %s", about).isEqualTo(expected);
    ReadThreads threads = new ReadThreads(1 + random.nextInt(4), 1 + random.nextInt(4));
    assertThat(sorted(table.foundBy(threads, 1 + random.nextInt(10_000))))
        .as("by %s: %s", threads, about)
        .isEqualTo(expected);
    assertThat(sorted(table.foundFarAway())).as("by splits: %s", about).isEqualTo(expected);
    assertThat(table.values())
        .as("without ids: %s", about)
        .containsExactlyInAnyOrderElementsOf(
            expected.stream().map(ScannedTable.Found::values).toList());
    assertThat(table.select().plan().count()).as("counted: %s", about).isEqualTo(expected.size());
  }

  private static List<ScannedTable.Found> sorted(List<ScannedTable.Found> found) {
    return found.stream()
        .sorted(
            Comparator.comparing(ScannedTable.Found::partition)
                .thenComparing(ScannedTable.Found::id))
        .toList();
  }

  /** Keys and ids as a file has them, read without any of the code under test. */
  private static final class StoredIds {
    record Stored(Object key, RowId id) {}

    static List<Stored> read(String path) throws IOException {
      List<Stored> stored = new ArrayList<>();
      var options =
          org.apache.orc.OrcFile.readerOptions(new org.apache.hadoop.conf.Configuration(false));
      try (var reader =
              org.apache.orc.OrcFile.createReader(
                  new org.apache.hadoop.fs.Path("file://" + path), options);
          var rows = reader.rows()) {
        VectorizedRowBatch batch = reader.getSchema().createRowBatch();
        while (rows.nextBatch(batch)) {
          for (var column : batch.cols) {
            column.flatten(false, null, batch.size);
          }
          var fields =
              ((org.apache.hadoop.hive.ql.exec.vector.StructColumnVector) batch.cols[5]).fields;
          for (int i = 0; i < batch.size; i++) {
            stored.add(
                new Stored(
                    number(fields[0], i),
                    new RowId(
                        number(batch.cols[1], i),
                        (int) number(batch.cols[2], i),
                        number(batch.cols[3], i))));
          }
        }
      }
      return stored;
    }

    private static long number(org.apache.hadoop.hive.ql.exec.vector.ColumnVector column, int row) {
      return ((org.apache.hadoop.hive.ql.exec.vector.LongColumnVector) column).vector[row];
    }
  }
}
