package io.orcacid.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.junit.jupiter.api.Test;

class SeededRowsTest {
  private static final int[] ALL = {0, 1, 2, 3, 4, 5};

  @Test
  void the_values_never_change() {
    assertThat(SeededRows.digest(10_000, DeletedIds.none(), ALL).text())
        .isEqualTo("1d507bf55a459a73");
  }

  @Test
  void vectors_have_the_digest_of_their_rows() {
    DeletedIds deleted = DeletedIds.of("random:20", 1000);
    VectorizedRowBatch batch = new VectorizedRowBatch(6, 1000);
    batch.cols[0] = new LongColumnVector(1000);
    batch.cols[2] = new DoubleColumnVector(1000);
    batch.cols[3] = new TimestampColumnVector(1000);
    for (int text : new int[] {1, 4, 5}) {
      BytesColumnVector vector = new BytesColumnVector(1000);
      vector.initBuffer();
      batch.cols[text] = vector;
    }
    fill(batch);
    batch.size = 1000;
    assertThat(digest(batch)).isEqualTo(SeededRows.digest(1000, DeletedIds.none(), ALL).text());

    batch.selectedInUse = true;
    batch.size = 0;
    LongStream.range(0, 1000)
        .filter(id -> !deleted.contains(id))
        .forEach(id -> batch.selected[batch.size++] = (int) id);
    assertThat(digest(batch)).isEqualTo(SeededRows.digest(1000, deleted, ALL).text());
  }

  private static void fill(VectorizedRowBatch batch) {
    SeededRows rows = new SeededRows();
    for (int row = 0; row < 1000; row++) {
      rows.next();
      ((LongColumnVector) batch.cols[0]).vector[row] = rows.id();
      ((BytesColumnVector) batch.cols[1]).setVal(row, rows.name());
      ((DoubleColumnVector) batch.cols[2]).vector[row] = rows.amount();
      ((TimestampColumnVector) batch.cols[3]).time[row] = rows.epochMillis();
      ((TimestampColumnVector) batch.cols[3]).nanos[row] = rows.nanosOfSecond();
      ((BytesColumnVector) batch.cols[4]).setVal(row, rows.category());
      ((BytesColumnVector) batch.cols[5]).setVal(row, rows.payload());
    }
  }

  private static String digest(VectorizedRowBatch batch) {
    Digest digest = new Digest();
    new VectorDigest(digest).add(batch, ALL, ALL);
    return digest.text();
  }

  @Test
  void a_null_and_a_repeated_value_count_for_each_of_their_rows() {
    VectorizedRowBatch batch = new VectorizedRowBatch(2, 4);
    LongColumnVector repeated = new LongColumnVector(4);
    repeated.isRepeating = true;
    repeated.vector[0] = 5;
    LongColumnVector nulls = new LongColumnVector(4);
    nulls.noNulls = false;
    nulls.isNull[2] = true;
    nulls.vector[3] = 11;
    batch.cols[0] = repeated;
    batch.cols[1] = nulls;
    batch.size = 4;
    Digest digest = new Digest();
    new VectorDigest(digest).add(batch, new int[] {0, 1}, new int[] {0, 1});

    assertThat(digest.rows()).isEqualTo(4);
    assertThat(digest.text()).isEqualTo(String.format("%016x", 4 * 5 + 2 * (7 + 11)));
  }

  @Test
  void deleted_ids_are_as_many_as_was_said() {
    assertThat(count("none")).isZero();
    assertThat(count("random:1")).isBetween(900L, 1100L);
    assertThat(count("random:20")).isBetween(19_500L, 20_500L);
    assertThat(count("clustered:20")).isEqualTo(20_000);
    assertThatThrownBy(() -> DeletedIds.of("some", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("some");
  }

  private static long count(String text) {
    DeletedIds deleted = DeletedIds.of(text, 100_000);
    return LongStream.range(0, 100_000).filter(deleted::contains).count();
  }

  @Test
  void a_report_is_one_line_of_json() throws Exception {
    Measurement measurement =
        Measurement.of(1, 2, clock -> SeededRows.digest(10, DeletedIds.none(), 0));

    assertThat(PeerReport.of("p \"q\"", "1", "scan", measurement).with("bytes", 3).line())
        .matches(
            "\\{\"peer\":\"p \\\\\"q\\\\\"\",\"version\":\"1\",\"operation\":\"scan\",\"rows\":10,"
                + "\"digest\":\"000000000000002d\",\"cpuSeconds\":\\[[0-9.]+,[0-9.]+],"
                + "\"processCpuSeconds\":\\[[0-9.]+,[0-9.]+],\"wallSeconds\":\\[[0-9.]+,[0-9.]+],"
                + "\"peakHeapMiB\":[0-9.]+,\"bytes\":3}");
  }

  @Test
  void runs_that_touch_different_values_are_no_measurement() {
    long[] rows = {1};
    assertThatThrownBy(
            () -> Measurement.of(0, 2, clock -> SeededRows.digest(++rows[0], DeletedIds.none(), 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("touched");
  }
}
