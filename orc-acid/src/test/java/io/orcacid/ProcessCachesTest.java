package io.orcacid;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.reader.ScanStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process keeps of files: it is used again, and never for another file. */
class ProcessCachesTest {
  private static final int ROWS = 60_000;

  @TempDir private Path temporary;

  private Path path() {
    return temporary.resolve("table");
  }

  /** Keys of neighbours lie far apart, so that only bloom filters rule a stripe out. */
  private static long key(long row) {
    return row * 7919 % 60_013;
  }

  private AcidTable create(String prefix) throws IOException {
    AcidTable table =
        AcidTable.create(
            path().toString(),
            TableDefinition.of("id bigint, name string")
                .property("orc.bloom.filter.columns", "id")
                .property("orc.stripe.row.count", "20000"));
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (long row = 0; row < ROWS; row++) {
        inserter.row(key(row), prefix + row);
      }
      transaction.commit();
    }
    return table;
  }

  private static ScanStatistics read(Scan scan, List<Object> names) throws IOException {
    try (Rows rows = scan.rows()) {
      rows.forEach(row -> names.add(row.get(1)));
      return rows.statistics();
    }
  }

  @Test
  void aSecondLookUpReadsNothingOfFilesThatDoNotHaveTheKey() throws IOException {
    try (AcidTable table = create("a")) {
      String missing = "id = " + key(60_005);
      List<Object> names = new ArrayList<>();
      assertThat(read(table.scan().where(missing), names).bytesRead()).isPositive();
      assertThat(read(table.scan().where(missing), names).bytesRead()).isZero();
      assertThat(names).isEmpty();
      for (int i = 0; i < 2; i++) {
        ScanStatistics found = read(table.scan().where("id = " + key(30_000)), names);
        assertThat(found.stripesSkipped()).isGreaterThanOrEqualTo(1);
      }
      assertThat(names).containsExactly("a30000", "a30000");
    }
  }

  @Test
  void deleteFilesThatAreKnownAreNotOpenedAgain() throws IOException {
    try (AcidTable table = create("a")) {
      table.delete("id < 1000");
      List<Object> first = new ArrayList<>();
      List<Object> second = new ArrayList<>();
      ScanStatistics cold = read(table.scan(), first);
      assertThat(cold.deleteFilesOpened() + cold.deleteFilesKnown()).isEqualTo(1);
      ScanStatistics warm = read(table.scan(), second);
      assertThat(warm.deleteFilesOpened()).isZero();
      assertThat(warm.deleteFilesKnown()).isEqualTo(1);
      assertThat(second).isEqualTo(first).hasSize(ROWS - 1000 + missingBelow(1000));
    }
  }

  private static int missingBelow(long bound) {
    int missing = 0;
    for (long row = ROWS; row < 60_013; row++) {
      missing += key(row) < bound ? 1 : 0;
    }
    return missing;
  }

  /** Paths, and mostly lengths, are the same as before. */
  @Test
  void aTableThatWasPutInThePlaceOfAnotherIsReadAsItIs() throws IOException {
    String condition = "id = " + key(12_345);
    for (String prefix : List.of("a", "b", "c")) {
      try (AcidTable table = create(prefix)) {
        for (int i = 0; i < 2; i++) {
          List<Object> names = new ArrayList<>();
          read(table.scan().where(condition), names);
          assertThat(names).containsExactly(prefix + "12345");
        }
        table.delete(condition);
        List<Object> left = new ArrayList<>();
        read(table.scan().where(condition), left);
        assertThat(left).isEmpty();
        assertThat(table.scan().count()).isEqualTo(ROWS - 1);
      }
      Files.move(path(), temporary.resolve("away-" + prefix));
    }
  }
}
