package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.Address;
import io.orcacid.format.RowId;
import io.orcacid.simulation.HistoryGenerator.Ability;
import io.orcacid.simulation.OracleTable.Effect;
import io.orcacid.simulation.OracleTable.Found;
import io.orcacid.testkit.disk.CrashingDisk;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The judge is judged: what is wrong with a table it does not let pass. */
class OracleTableTest {
  private static final RowValues ONE = new RowValues(1, 0, 10, "a");
  private static final RowValues TWO = new RowValues(2, 0, 20, "b");

  private final OracleTable oracle = new OracleTable();

  private void insert(RowValues... rows) {
    Effect effect = oracle.begin(oracle.newest());
    effect.apply(new Change.Insert(List.of(rows)));
    oracle.commit(oracle.after(effect).orElseThrow());
  }

  private void change(Change change) {
    Effect effect = oracle.begin(oracle.newest());
    effect.apply(change);
    oracle.commit(oracle.after(effect).orElseThrow());
  }

  private static Found found(RowValues values, long writeId, long rowId) {
    return new Found(values, new Address("", new RowId(writeId, 0, rowId)));
  }

  private void check(long version, Found... rows) {
    oracle.check(oracle.rows(version), List.of(rows));
  }

  private void requireWrong(long version, Found... rows) {
    assertThatThrownBy(() -> check(version, rows)).isInstanceOf(AssertionError.class);
  }

  @Test
  void what_is_right_passes_in_any_order_and_again() {
    insert(ONE, TWO);
    check(1, found(TWO, 1, 1), found(ONE, 1, 0));
    check(1, found(ONE, 1, 0), found(TWO, 1, 1));
    check(0);
  }

  @Test
  void a_lost_row_is_found() {
    insert(ONE, TWO);
    requireWrong(1, found(ONE, 1, 0));
  }

  @Test
  void a_row_that_nobody_wrote_is_found() {
    insert(ONE);
    requireWrong(1, found(ONE, 1, 0), found(TWO, 1, 1));
    requireWrong(0, found(ONE, 1, 0));
  }

  @Test
  void a_row_that_shows_twice_is_found() {
    insert(ONE);
    requireWrong(1, found(ONE, 1, 0), found(ONE, 1, 1));
  }

  @Test
  void another_value_is_found() {
    insert(ONE);
    requireWrong(1, found(ONE.plus(1), 1, 0));
  }

  @Test
  void a_deleted_row_that_comes_back_is_found() {
    insert(ONE, TWO);
    change(new Change.Delete(new Change.Range(1, 1)));
    check(2, found(TWO, 1, 1));
    requireWrong(2, found(ONE, 1, 0), found(TWO, 1, 1));
  }

  @Test
  void an_address_that_changes_without_a_write_is_found() {
    insert(ONE);
    insert(TWO);
    check(1, found(ONE, 1, 0));
    requireWrong(2, found(ONE, 1, 7), found(TWO, 2, 0));
  }

  @Test
  void an_address_that_is_used_twice_is_found() {
    insert(ONE);
    check(1, found(ONE, 1, 0));
    change(new Change.Update(new Change.Range(1, 1), 5));
    requireWrong(2, found(ONE.plus(5), 1, 0));
  }

  @Test
  void an_old_version_that_changes_is_found() {
    insert(ONE);
    change(new Change.Update(new Change.Range(1, 1), 5));
    check(2, found(ONE.plus(5), 2, 0));
    requireWrong(1, found(ONE.plus(5), 2, 0));
    check(1, found(ONE, 1, 0));
  }

  @Test
  void two_transactions_that_remove_one_row_cannot_both_be_committed() {
    insert(ONE);
    Effect first = oracle.begin(1);
    Effect second = oracle.begin(1);
    first.apply(new Change.Delete(new Change.Range(1, 1)));
    second.apply(new Change.Update(new Change.Range(1, 1), 1));
    oracle.commit(oracle.after(first).orElseThrow());
    assertThat(oracle.after(second)).isEmpty();
  }

  @Test
  void what_a_transaction_wrote_and_removed_itself_never_shows() {
    Effect effect = oracle.begin(0);
    effect.apply(new Change.Insert(List.of(ONE)));
    effect.apply(new Change.Update(new Change.Range(1, 1), 1));
    effect.apply(new Change.Delete(new Change.Range(1, 1)));
    assertThat(effect.isEmpty()).isTrue();
  }

  @Test
  void compaction_and_cleaning_are_plugged_in() throws Exception {
    List<String> calls = new ArrayList<>();
    Maintenance maintenance =
        new Maintenance() {
          @Override
          public void compact(AcidTable table, Step.Kind kind) {
            calls.add("compact");
          }

          @Override
          public long clean(AcidTable table, int versionsKept) throws java.io.IOException {
            calls.add("clean");
            return table.version();
          }
        };
    History history = new HistoryGenerator(new Random(5), EnumSet.allOf(Ability.class)).next(60);
    HistoryRunner runner =
        new HistoryRunner(history, CrashCycles.table(CrashingDisk.empty(), history), maintenance);
    runner.run();
    runner.close();
    assertThat(calls).contains("compact", "clean");
    assertThat(runner.oracle().oldestReadable()).isPositive();
  }
}
