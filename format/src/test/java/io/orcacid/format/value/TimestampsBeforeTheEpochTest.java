package io.orcacid.format.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.testkit.Seeds;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ORC splits a time into whole seconds, cut towards 1970, and nanoseconds (ORC-611, ORC-763). What
 * that loses must be refused, and all else must come back.
 */
class TimestampsBeforeTheEpochTest {
  private static final TypeDescription ROW =
      TypeDescription.fromString("struct<t:timestamp,z:timestamp with local time zone>");

  @TempDir Path directory;

  /** The times as a file gives them back, without the check of {@link ValueSetter}. */
  private List<List<Instant>> throughAFile(List<Instant> times) throws Exception {
    Storage storage = Storage.local();
    String file = directory.resolve("f" + System.nanoTime()).toString();
    VectorizedRowBatch batch = Batches.create(ROW, times.size());
    for (Instant time : times) {
      for (int i = 0; i < 2; i++) {
        TimestampColumnVector column = (TimestampColumnVector) batch.cols[i];
        column.time[batch.size] = time.toEpochMilli();
        column.nanos[batch.size] = time.getNano();
      }
      batch.size++;
    }
    try (Writer writer =
        OrcFiles.create(storage, storage.create(file), ROW, Map.of(), OrcFiles.noCallback())) {
      writer.addRowBatch(batch);
    }
    List<List<Instant>> read = List.of(new ArrayList<>(), new ArrayList<>());
    try (OrcInput input = OrcFiles.open(storage, file, storage.length(file));
        OrcInput.Rows rows = input.rows(input.options())) {
      VectorizedRowBatch in = Batches.create(ROW);
      while (rows.next(in)) {
        for (int row = 0; row < in.size; row++) {
          LocalDateTime local =
              (LocalDateTime) VectorValues.get(ROW.getChildren().get(0), in.cols[0], row);
          read.get(0).add(local.toInstant(ZoneOffset.UTC));
          read.get(1).add((Instant) VectorValues.get(ROW.getChildren().get(1), in.cols[1], row));
        }
      }
    }
    return read;
  }

  private static boolean isTaken(Instant time) {
    VectorizedRowBatch batch = Batches.create(ROW, 1);
    try {
      ValueSetter.set(ROW.getChildren().get(1), batch.cols[1], 0, time);
      return true;
    } catch (io.orcacid.error.ValidationException refused) {
      return false;
    }
  }

  private static List<Instant> edges() {
    List<Instant> times = new ArrayList<>();
    long[] seconds = {-86_401, -3600, -2, -1, 0, 1, 86_400, 1_420_070_399, 1_420_070_400};
    int[] nanos = {
      0, 1, 999, 1000, 999_999, 1_000_000, 500_000_000, 999_000_000, 999_500_000, 999_999_999
    };
    for (long second : seconds) {
      for (int nano : nanos) {
        times.add(Instant.ofEpochSecond(second, nano));
      }
    }
    for (int year : new int[] {1, 1500, 1582, 1899, 1900, 1969, 1971, 9999}) {
      times.add(LocalDateTime.of(year, 6, 30, 23, 59, 59, 999_500_000).toInstant(ZoneOffset.UTC));
    }
    return times;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "America/Los_Angeles",
        "Asia/Kolkata",
        "Europe/London",
        "Africa/Monrovia",
        "Pacific/Apia"
      })
  void aTimeIsRefusedOrComesBackWhateverTheZoneOfTheMachine(String zone) throws Exception {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try {
      List<Instant> taken = edges().stream().filter(TimestampsBeforeTheEpochTest::isTaken).toList();
      List<List<Instant>> read = throughAFile(taken);
      assertThat(read.get(0)).isEqualTo(taken);
      assertThat(read.get(1)).isEqualTo(taken);
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void aRandomTimeNearTheEpochIsRefusedOrComesBack() {
    Seeds.forEach(
        5,
        random -> {
          List<Instant> taken = new ArrayList<>();
          while (taken.size() < 500) {
            Instant time =
                Instant.ofEpochSecond(random.nextInt(9) - 5, random.nextInt(1_000_000_000));
            if (isTaken(time)) {
              taken.add(time);
            }
          }
          List<List<Instant>> read = throughAFile(taken);
          assertThat(read.get(0)).isEqualTo(taken);
          assertThat(read.get(1)).isEqualTo(taken);
        });
  }

  @Test
  void exactlyTheTimesThatAFileLosesAreRefused() throws Exception {
    List<Instant> times = edges();
    List<List<Instant>> read = throughAFile(times);
    for (int i = 0; i < times.size(); i++) {
      Instant time = times.get(i);
      assertThat(isTaken(time)).as(time.toString()).isEqualTo(read.get(0).get(i).equals(time));
      assertThat(isTaken(time)).as(time.toString()).isEqualTo(read.get(1).get(i).equals(time));
    }
  }

  @Test
  void theLastSecondBefore1970ComesBackOneSecondLater() throws Exception {
    Instant time = Instant.parse("1969-12-31T23:59:59.9995Z");
    assertThat(throughAFile(List.of(time)).get(0)).containsExactly(time.plusSeconds(1));
    assertThat(isTaken(time)).isFalse();
    assertThat(isTaken(Instant.parse("1969-12-31T23:59:59.000999999Z"))).isTrue();
    assertThat(isTaken(Instant.parse("1969-12-31T23:59:58.999999999Z"))).isTrue();
  }
}
