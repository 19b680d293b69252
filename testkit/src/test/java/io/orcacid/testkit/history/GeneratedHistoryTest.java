package io.orcacid.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.history.Anomaly.Kind;
import io.orcacid.testkit.history.GeneratedHistory.Reads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Correct histories are clean, a damaged one is not, and a large one is checked in little memory.
 */
class GeneratedHistoryTest {
  private static List<Anomaly> check(List<RecordedTransaction> history) {
    return HistoryCheck.of(history).all(ConflictRule.sameRows());
  }

  @Test
  void serializable_histories_are_clean() {
    Seeds.forEach(
        200,
        random ->
            assertThat(check(new GeneratedHistory(random, 5, Reads.CHECKED).next(200))).isEmpty());
  }

  @Test
  void histories_of_snapshot_isolation_have_write_skews_and_nothing_else() {
    Seeds.forEach(
        200,
        random ->
            assertThat(check(new GeneratedHistory(random, 5, Reads.FREE).next(200)))
                .allMatch(anomaly -> anomaly.kind() == Kind.WRITE_SKEW));
    assertThat(check(new GeneratedHistory(new Random(1), 5, Reads.FREE).next(200))).isNotEmpty();
  }

  @Test
  void a_read_that_is_changed_is_found() {
    Seeds.forEach(
        200,
        random -> {
          List<RecordedTransaction> history =
              new ArrayList<>(new GeneratedHistory(random, 5, Reads.CHECKED).next(100));
          int place = random.nextInt(history.size());
          history.set(place, withWrongRead(history.get(place)));
          assertThat(check(history)).isNotEmpty();
        });
  }

  private static RecordedTransaction withWrongRead(RecordedTransaction right) {
    List<Operation> operations = new ArrayList<>(right.operations());
    Operation.Read read = (Operation.Read) operations.get(0);
    long key = read.keys()[0];
    operations.set(
        0,
        new Operation.Read(
            read.keys(),
            read.rows().isEmpty()
                ? List.of(new Operation.Seen(key, new long[] {Long.MAX_VALUE}))
                : List.of()));
    return new RecordedTransaction(
        right.id(),
        right.begin(),
        right.acknowledged(),
        right.readVersion(),
        right.outcome(),
        right.position(),
        operations);
  }

  @Test
  void a_hundred_thousand_transactions_are_checked_in_half_a_gigabyte() {
    try (ChildProcess child =
        ChildProcess.of(LargeHistory.class)
            .withJvmOptions("-Xmx512m", "-XX:+UseSerialGC")
            .start()) {
      assertThat(child.exitCode(Duration.ofMinutes(5))).as(child.err()).isZero();
      System.out.print(child.out());
      assertThat(child.out()).contains("100000 transactions");
    }
  }

  /** Makes a large history and checks it. */
  static final class LargeHistory {
    private LargeHistory() {}

    public static void main(String[] arguments) {
      List<RecordedTransaction> history =
          new GeneratedHistory(new Random(7), 20_000, Reads.CHECKED).next(100_000);
      long start = System.nanoTime();
      List<Anomaly> anomalies = check(history);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      if (!anomalies.isEmpty()) {
        throw new AssertionError(anomalies);
      }
      System.out.println(history.size() + " transactions checked in " + millis + " ms");
    }
  }
}
