package io.orcacid.writer;

import static io.orcacid.writer.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RowId;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of more partitions and buckets than files may be open. */
class SpillingTest {
  private static final long LEAST_MEMORY = 64 << 10;

  @TempDir private Path directory;

  @Test
  void rowsOfHundredsOfPartitionsKeepTheirOrderAndTheirIdsAreUnique() {
    int[] openFiles = {0};
    Seeds.forEach(
        3,
        random -> {
          openFiles[0] = openFiles[0] % 3 + 1;
          Path root = directory.resolve("table" + random.nextLong());
          Path spill = Files.createDirectories(directory.resolve("spill" + random.nextLong()));
          WrittenTable table =
              WrittenTable.of(root, "n bigint, filler string, p int")
                  .partitionedBy("p")
                  .bucketedBy(2, "n");
          Map<Integer, List<Long>> expected = new HashMap<>();
          // Each row counts about 80 bytes, so this makes well over 16 runs, which are merged.
          List<Object[]> rows = new ArrayList<>();
          for (long n = 0; n < 30_000; n++) {
            int partition = random.nextInt(110);
            rows.add(row(n, n % 3 == 0 ? null : "filler ".repeat(5), partition));
            expected.computeIfAbsent(partition, key -> new ArrayList<>()).add(n);
          }
          WriterOptions options = new WriterOptions(openFiles[0], LEAST_MEMORY, spill);
          WriteResult result = table.write(table.insert(3, 1, options), rows);

          assertThat(result.events()).isEqualTo(30_000);
          assertThat(result.directories()).hasSize(expected.size());
          Set<RowId> ids = new HashSet<>();
          for (WriteResult.Directory written : result.directories()) {
            int partition = Integer.parseInt(written.partition().substring("p=".length()));
            List<Long> found = new ArrayList<>();
            for (WriteResult.File file : written.files()) {
              Path path = root.resolve(written.partition()).resolve(written.name());
              found.addAll(ascending(StoredEvents.read(path.resolve(file.name())), ids));
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected.get(partition));
          }
          assertThat(ids).hasSize(30_000);
          assertThat(spill).isEmptyDirectory();
        });
  }

  /** The rows' numbers, which rise within a file as they were given; so do their ids. */
  private static List<Long> ascending(List<StoredEvents.Event> events, Set<RowId> ids) {
    List<Long> numbers = new ArrayList<>();
    RowId before = null;
    for (StoredEvents.Event event : events) {
      long number = (long) event.row().get(0);
      if (before != null) {
        assertThat(number).isGreaterThan(numbers.get(numbers.size() - 1));
        assertThat(event.id()).isGreaterThan(before);
      }
      before = event.id();
      numbers.add(number);
      ids.add(event.id());
    }
    return numbers;
  }

  @Test
  void runsAreMergedLevelByLevelSoThatFewAreOpen() throws Exception {
    WrittenTable table = WrittenTable.of(directory.resolve("t"), "n bigint");
    Path spill = Files.createDirectory(directory.resolve("spill"));
    VectorizedRowBatch batch = table.batch(row(0L));
    try (SpilledRows rows =
        new SpilledRows(table.row(), new WriterOptions(1, LEAST_MEMORY, spill))) {
      // 4,097 rows of 16 bytes fill 64 KiB: 300 runs are one of 256, two of 16, twelve of one.
      int count = 4_097 * 300;
      for (int i = 0; i < count; i++) {
        ((LongColumnVector) batch.cols[0]).vector[0] = i;
        rows.add(i % 7, batch.cols, 0);
      }
      assertThat(StoredEvents.files(spill)).hasSize(15);
      long[] next = {0};
      int[] last = {-1};
      long[] drained = {0};
      rows.drain(
          (target, columns, row) -> {
            if (target != last[0]) {
              assertThat(target).isEqualTo(last[0] + 1);
              last[0] = target;
              next[0] = target;
            }
            if (((LongColumnVector) columns[0]).vector[row] != next[0]) {
              throw new AssertionError("out of order at " + next[0]);
            }
            next[0] += 7;
            drained[0]++;
          });
      assertThat(drained[0]).isEqualTo(count);
    }
    assertThat(spill).isEmptyDirectory();
  }

  /** Imports far more than fits its heap. */
  static final class Importer {
    public static void main(String[] arguments) throws Exception {
      Path root = Path.of(arguments[0]);
      WrittenTable table =
          WrittenTable.of(root, "n bigint, filler binary, p int").partitionedBy("p");
      VectorizedRowBatch batch = table.row().createRowBatch();
      LongColumnVector numbers = (LongColumnVector) batch.cols[0];
      BytesColumnVector fillers = (BytesColumnVector) batch.cols[1];
      LongColumnVector partitions = (LongColumnVector) batch.cols[2];
      Random random = new Random(1);
      byte[] filler = new byte[2_000];
      random.nextBytes(filler);
      WriterOptions options = new WriterOptions(2, 4 << 20, root.getParent());
      try (InsertWriter writer = table.insert(1, 0, options)) {
        for (int i = 0; i < 100; i++) {
          for (int row = 0; row < 1024; row++) {
            numbers.vector[row] = i * 1024L + row;
            partitions.vector[row] = random.nextInt(300);
            fillers.setRef(row, filler, random.nextInt(500), 1_500);
          }
          batch.size = 1024;
          writer.write(batch);
        }
        System.out.println(writer.finish().events());
      }
    }
  }

  @Test
  void hundredsOfPartitionsOfOverAHundredMegabytesFitAHeapOfSixtyFour() throws Exception {
    Path root = Files.createDirectories(directory.resolve("table"));
    try (ChildProcess importer =
        ChildProcess.of(Importer.class, root.toString()).withJvmOptions("-Xmx64m").start()) {
      int exitCode = importer.exitCode(Duration.ofMinutes(3));
      assertThat(exitCode).as(importer.err()).isZero();
      assertThat(importer.out().strip()).isEqualTo("102400");
    }
    assertThat(directory.toFile().list()).containsExactly("table");
  }
}
