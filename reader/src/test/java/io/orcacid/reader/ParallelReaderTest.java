package io.orcacid.reader;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans by several threads: all rows, errors as they are, and no thread left behind. */
@Timeout(60)
class ParallelReaderTest {
  private static final String COLUMNS = "id bigint, name string";
  private static final int DELTAS = 20;
  private static final int ROWS = 5_000;

  @TempDir private Path root;

  private static Path file(Path root, int writeId) {
    return root.resolve(String.format("delta_%07d_%07d_0000/bucket_00000", writeId, writeId));
  }

  private ScannedTable table() throws IOException {
    for (int delta = 1; delta <= DELTAS; delta++) {
      try (AcidFileMaker file = AcidFileMaker.acid(file(root, delta), COLUMNS)) {
        for (long row = 0; row < ROWS; row++) {
          long id = (delta - 1L) * ROWS + row;
          file.insert(delta, BUCKET_0, row, id, "name " + id);
        }
      }
    }
    return ScannedTable.of(root, COLUMNS);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("orc-acid-"))
        .filter(thread -> thread.getName().contains("decode") || thread.getName().contains("read"))
        .filter(Thread::isAlive)
        .count();
  }

  private static void assertNoThreadIsLeft() throws InterruptedException {
    for (int i = 0; i < 200 && threads() > 0; i++) {
      Thread.sleep(10);
    }
    assertThat(threads()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,4", "2,1", "3,8", "8,2", "64,64"})
  void everyRowComesOnce(int decoding, int openAhead) throws Exception {
    List<ScannedTable.Found> found = table().foundBy(new ReadThreads(decoding, openAhead), 7_000);
    assertThat(found.stream().map(row -> row.values().get(0)))
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, DELTAS * (long) ROWS).boxed().toList());
    assertThat(found)
        .allSatisfy(
            row -> assertThat(row.values().get(1)).isEqualTo("name " + row.values().get(0)));
    assertNoThreadIsLeft();
  }

  @Test
  void oneThatDecodesWithFilesOpenedAheadKeepsTheOrder() throws IOException {
    ScannedTable table = table();
    assertThat(table.foundBy(new ReadThreads(1, 4), 7_000)).isEqualTo(table.found());
  }

  /** A batch is looked at while all threads could go on. */
  @Test
  void aBatchStaysAsItIsUntilTheNextIsAskedFor() throws Exception {
    Set<Object> seen = new HashSet<>();
    try (BatchReader reader = table().plan().readAll(new ReadThreads(4, 4), 7_000)) {
      for (Optional<ScanBatch> batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        long[] ids =
            ((org.apache.hadoop.hive.ql.exec.vector.LongColumnVector) batch.get().rows().cols[0])
                .vector;
        long[] before = ids.clone();
        if (seen.size() < 20_000) {
          Thread.sleep(20);
        }
        assertThat(ids).isEqualTo(before);
        for (int i = 0; i < batch.get().rows().size; i++) {
          assertThat(seen.add(ids[i])).isTrue();
        }
      }
    }
    assertThat(seen).hasSize(DELTAS * ROWS);
  }

  @ParameterizedTest
  @CsvSource({"1,4", "4,4"})
  void whoStopsEarlyLeavesNoThread(int decoding, int openAhead) throws Exception {
    ScanPlan plan = table().plan();
    for (int batches = 0; batches < 10; batches++) {
      try (BatchReader reader = plan.readAll(new ReadThreads(decoding, openAhead), 7_000)) {
        for (int i = 0; i < batches; i++) {
          assertThat(reader.next()).isPresent();
        }
      }
    }
    assertNoThreadIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"1,4", "4,4"})
  void aDamagedFileIsNamedWhoeverReadIt(int decoding, int openAhead) throws Exception {
    ScannedTable table = table();
    Path damaged = file(root, 13);
    byte[] bytes = Files.readAllBytes(damaged);
    java.util.Arrays.fill(bytes, 3, bytes.length / 2, (byte) 0x5a);
    Files.write(damaged, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    ScanPlan plan = table.plan();
    assertThatThrownBy(() -> readAll(plan, new ReadThreads(decoding, openAhead)))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("delta_0000013_0000013_0000");
    assertNoThreadIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"1,4", "4,4"})
  void aFileThatIsGoneIsNamedWhoeverReadIt(int decoding, int openAhead) throws Exception {
    ScanPlan plan = table().plan();
    Files.delete(file(root, 13));
    assertThatThrownBy(() -> readAll(plan, new ReadThreads(decoding, openAhead)))
        .isInstanceOf(FileNotFoundException.class);
    assertNoThreadIsLeft();
  }

  private static List<Long> readAll(ScanPlan plan, ReadThreads threads) throws IOException {
    List<Long> sizes = new ArrayList<>();
    try (BatchReader reader = plan.readAll(threads, 7_000)) {
      for (Optional<ScanBatch> batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        sizes.add((long) batch.get().rows().size);
      }
    }
    return sizes;
  }

  @Test
  void noThreadsAreNotEnough() {
    assertThatThrownBy(() -> new ReadThreads(0, 1)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> new ReadThreads(1, 0)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> new ReadThreads(1, 5_000)).isInstanceOf(ValidationException.class);
  }
}
