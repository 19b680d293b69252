package io.orcacid.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.history.Anomaly.Kind;
import io.orcacid.testkit.history.Operation.Append;
import io.orcacid.testkit.history.Operation.Clear;
import io.orcacid.testkit.history.Operation.Delete;
import io.orcacid.testkit.history.Operation.Read;
import io.orcacid.testkit.history.Operation.Seen;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import io.orcacid.testkit.history.RecordedTransaction.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each anomaly is found by its name, and nothing else is. */
class HistoryCheckTest {
  private static final long X = 1;
  private static final long Y = 2;
  private static final long Z = 3;

  private final List<RecordedTransaction> history = new ArrayList<>();

  private void committed(long id, long readVersion, long version, Operation... operations) {
    add(id, readVersion, Outcome.COMMITTED, Optional.of(new Position(version, 0)), operations);
  }

  private void onlyRead(long id, long readVersion, Operation... operations) {
    add(id, readVersion, Outcome.COMMITTED, Optional.empty(), operations);
  }

  private void add(
      long id,
      long readVersion,
      Outcome outcome,
      Optional<Position> position,
      Operation... operations) {
    history.add(
        new RecordedTransaction(
            id, 0, RecordedTransaction.NEVER, readVersion, outcome, position, List.of(operations)));
  }

  private static Read read(long key, long... values) {
    return new Read(
        new long[] {key}, values.length == 0 ? List.of() : List.of(new Seen(key, values)));
  }

  private List<Kind> found() {
    return HistoryCheck.of(history).all(ConflictRule.sameRows()).stream()
        .map(Anomaly::kind)
        .distinct()
        .toList();
  }

  @Test
  void a_history_in_which_everybody_saw_the_state_of_their_version_is_clean() {
    committed(1, 0, 1, read(X), new Append(X, 10), new Append(Y, 11), read(X, 10));
    committed(2, 1, 2, read(X, 10), new Append(X, 20));
    committed(3, 1, 3, read(Y, 11), new Delete(Y), read(Y));
    onlyRead(
        4, 2, Read.all(List.of(new Seen(X, new long[] {10, 20}), new Seen(Y, new long[] {11}))));
    committed(5, 3, 4, new Clear(key -> true), Read.all(List.of()), new Append(Z, 50));
    add(6, 3, Outcome.ABORTED, Optional.empty(), new Append(X, 60), read(X, 10, 20, 60));
    onlyRead(7, 4, Read.all(List.of(new Seen(Z, new long[] {50}))));
    add(8, 4, Outcome.UNKNOWN, Optional.of(new Position(5, 0)), new Append(Z, 80));
    add(9, 4, Outcome.UNKNOWN, Optional.empty(), new Append(Z, 90));
    onlyRead(10, 5, read(Z, 50, 80));
    assertThat(found()).isEmpty();
  }

  @Test
  void two_writers_that_wrote_over_each_other_are_a_dirty_write() {
    committed(1, 0, 1, new Append(X, 10), new Append(Y, 11));
    committed(2, 1, 2, new Append(X, 20), new Append(Y, 21));
    onlyRead(3, 2, read(X, 10, 20), read(Y, 21, 11));
    assertThat(found()).containsExactly(Kind.DIRTY_WRITE);
  }

  @Test
  void a_value_of_an_aborted_transaction_is_an_aborted_read() {
    add(1, 0, Outcome.ABORTED, Optional.empty(), new Append(X, 10));
    onlyRead(2, 0, read(X, 10));
    assertThat(found()).containsExactly(Kind.ABORTED_READ);
  }

  @Test
  void a_value_that_its_writer_replaced_is_an_intermediate_read() {
    committed(1, 0, 1, new Append(X, 10), new Append(X, 11));
    onlyRead(2, 1, read(X, 10));
    assertThat(found()).containsExactly(Kind.INTERMEDIATE_READ);
  }

  @Test
  void two_that_saw_each_other_are_a_circular_read() {
    committed(1, 0, 1, read(Y, 20), new Append(X, 10));
    committed(2, 1, 2, read(X, 10), new Append(Y, 20));
    assertThat(found()).containsExactly(Kind.CIRCULAR_READ);
  }

  @Test
  void an_update_of_what_another_one_updated_meanwhile_is_a_lost_update() {
    committed(1, 0, 1, new Append(X, 10));
    committed(2, 1, 2, read(X, 10), new Append(X, 20));
    committed(3, 1, 3, read(X, 10), new Append(X, 30));
    onlyRead(4, 3, read(X, 10, 30));
    assertThat(found()).containsExactly(Kind.LOST_UPDATE);
  }

  @Test
  void two_that_read_what_the_other_wrote_are_a_write_skew() {
    committed(1, 0, 1, read(X), read(Y), new Append(X, 10));
    committed(2, 0, 2, read(X), read(Y), new Append(Y, 20));
    assertThat(found()).containsExactly(Kind.WRITE_SKEW);
  }

  @Test
  void a_row_that_is_added_and_deleted_again_is_missed_before_and_after_alike() {
    committed(1, 0, 1, new Append(X, 10), new Append(Z, 11), new Delete(Z));
    committed(2, 0, 2, read(Z), new Append(Y, 20));
    onlyRead(3, 1, read(X, 10), read(Y));
    assertThat(found()).isEmpty();
  }

  @Test
  void a_part_of_a_commit_is_a_read_skew() {
    committed(1, 0, 1, new Append(X, 10), new Append(Y, 11));
    onlyRead(2, 0, read(X), read(Y, 11));
    assertThat(found()).containsExactly(Kind.READ_SKEW);
  }

  @Test
  void a_deleted_row_that_is_there_is_a_resurrected_delete() {
    committed(1, 0, 1, new Append(X, 10));
    committed(2, 1, 2, new Delete(X));
    onlyRead(3, 2, read(X, 10));
    assertThat(found()).contains(Kind.RESURRECTED_DELETE);
  }

  @Test
  void a_row_that_is_there_twice_is_a_duplicate_row() {
    committed(1, 0, 1, new Append(X, 10));
    onlyRead(2, 1, Read.all(List.of(new Seen(X, new long[] {10}), new Seen(X, new long[] {10}))));
    assertThat(found()).containsExactly(Kind.DUPLICATE_ROW);
  }

  @Test
  void a_row_that_is_not_there_is_found_in_reads_of_a_key_and_of_all() {
    committed(1, 0, 1, new Append(X, 10), new Append(Y, 11));
    onlyRead(2, 1, Read.all(List.of(new Seen(Y, new long[] {11}))));
    assertThat(found()).containsExactly(Kind.READ_SKEW);
    history.clear();
    committed(1, 0, 1, new Append(X, 10));
    committed(2, 1, 2, new Append(Y, 20));
    onlyRead(3, 2, read(X));
    assertThat(found()).isNotEmpty();
  }

  @Test
  void outcomes_that_the_log_does_not_bear_out_are_found() {
    add(1, 0, Outcome.COMMITTED, Optional.empty(), new Append(X, 10));
    add(2, 0, Outcome.ABORTED, Optional.of(new Position(1, 0)), new Append(Y, 20));
    assertThat(found()).containsExactlyInAnyOrder(Kind.LOST_COMMIT, Kind.FALSE_ABORT);
  }

  @Test
  void what_begins_after_an_acknowledgement_comes_after_it() {
    history.add(timed(1, 10, 20, 0, 2, X));
    history.add(timed(2, 15, 40, 0, 1, Y));
    assertThat(found()).isEmpty();
    history.add(timed(3, 21, 30, 1, 3, Z));
    assertThat(found()).containsExactly(Kind.REAL_TIME);
  }

  private static RecordedTransaction timed(
      long id, long begin, long acknowledged, long readVersion, long version, long key) {
    return new RecordedTransaction(
        id,
        begin,
        acknowledged,
        readVersion,
        Outcome.COMMITTED,
        Optional.of(new Position(version, 0)),
        List.of(new Append(key, 10 * id)));
  }

  @Test
  void transactions_of_one_version_count_in_their_order() {
    add(1, 0, Outcome.COMMITTED, Optional.of(new Position(1, 0)), new Append(X, 10));
    add(2, 0, Outcome.COMMITTED, Optional.of(new Position(1, 1)), new Append(Y, 20));
    onlyRead(3, 1, Read.all(List.of(new Seen(X, new long[] {10}), new Seen(Y, new long[] {20}))));
    assertThat(found()).isEmpty();
    add(4, 0, Outcome.COMMITTED, Optional.of(new Position(1, 2)), new Append(X, 40));
    assertThat(HistoryCheck.of(history).snapshotIsolation(ConflictRule.sameRows()))
        .extracting(Anomaly::kind)
        .contains(Kind.FORBIDDEN_PAIR);
  }
}
