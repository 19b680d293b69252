package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.DiskTable;
import io.orcacid.Inserter;
import io.orcacid.Transaction;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.simulation.OracleTable.Effect;
import io.orcacid.simulation.OracleTable.Written;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Takes a table through a history by the front door, and the oracle along. At any moment it says
 * what a table that is opened then must hold. Not thread-safe.
 */
final class HistoryRunner {
  private final History history;
  private final OracleTable oracle;
  private final Maintenance maintenance;
  private DiskTable disk;
  private Optional<AcidTable> table = Optional.empty();
  private Optional<AcidTable> other = Optional.empty();
  private final Deque<Open> open = new ArrayDeque<>();
  private Optional<Pending> pending = Optional.empty();
  private long surelyReadable;
  private boolean created;
  private int step;

  private record Open(Transaction transaction, Effect effect) {}

  /** Most versions that one step of upkeep makes: more would be a fault of its own. */
  private static final int MOST_OF_UPKEEP = 100;

  /**
   * A change of the table that is going on.
   *
   * @param rows what each of its versions holds
   * @param mostVersions how many it may make
   */
  record Pending(SortedMap<Long, Written> rows, int mostVersions) {}

  /**
   * What a table that is opened now must hold.
   *
   * @param created whether the table must be there
   * @param oldestReadable oldest version that must be readable
   * @param version the newest version that was acknowledged
   * @param pending what is going on and may have landed
   */
  record Expectation(
      boolean created, long oldestReadable, long version, Optional<Pending> pending) {
    /** Greatest version that may be there. */
    long mostVersion() {
      return version + pending.map(Pending::mostVersions).orElse(0);
    }
  }

  HistoryRunner(History history, DiskTable disk, Maintenance maintenance) {
    this.history = history;
    this.disk = disk;
    this.maintenance = maintenance;
    this.oracle = new OracleTable();
  }

  OracleTable oracle() {
    return oracle;
  }

  Expectation expectation() {
    return new Expectation(created, surelyReadable, oracle.newest(), pending);
  }

  /** The step that is or was going on. */
  String where() {
    return step == 0 || step > history.steps().size()
        ? "step " + step
        : "step " + step + " " + history.steps().get(step - 1);
  }

  /** Makes the table and takes all steps that are left. */
  void run() throws IOException {
    if (table.isEmpty()) {
      create();
    }
    while (step < history.steps().size()) {
      Step next = history.steps().get(step++);
      take(next);
    }
  }

  private void create() throws IOException {
    table = Optional.of(disk.create(history.definition()));
    created = true;
  }

  /**
   * Goes on as a new process after the one before died or gave up in the middle of a step. What was
   * pending is committed now, or will never be.
   */
  void recover(DiskTable onDisk) throws IOException {
    disk = onDisk;
    open.clear();
    if (!created && !disk.exists()) {
      create();
      return;
    }
    created = true;
    table = Optional.of(disk.open());
    other = Optional.empty();
    settle(table.get().version());
  }

  private void settle(long newest) {
    assertThat(newest).as("newest version").isBetween(oracle.newest(), expectation().mostVersion());
    while (newest > oracle.newest()) {
      oracle.commit(pending.orElseThrow().rows());
    }
    pending = Optional.empty();
  }

  /** Ends the processes in order. */
  void close() throws IOException {
    for (Open transaction : open) {
      transaction.transaction().close();
    }
    open.clear();
    for (Optional<AcidTable> process : List.of(table, other)) {
      if (process.isPresent()) {
        process.get().close();
      }
    }
    table = Optional.empty();
    other = Optional.empty();
  }

  private AcidTable table() {
    return table.orElseThrow();
  }

  private void take(Step next) throws IOException {
    if (next instanceof Step.Transact transact) {
      transact(transact);
    } else if (next instanceof Step.FinishOldest finish) {
      if (!open.isEmpty()) {
        finish(open.remove(), finish.finish());
      }
    } else if (next instanceof Step.Reopen) {
      close();
      table = Optional.of(disk.open());
    } else if (next instanceof Step.SwitchProcess) {
      Optional<AcidTable> second = other;
      other = table;
      table = second.isPresent() ? second : Optional.of(disk.open());
    } else if (next instanceof Step.Compact compact) {
      maintain(() -> maintenance.compact(table(), compact.kind()));
    } else if (next instanceof Step.Clean clean) {
      surelyReadable = oracle.newest();
      maintain(() -> oracle.cleaned(maintenance.clean(table(), clean.versionsKept())));
    }
  }

  private interface Upkeep {
    void run() throws IOException;
  }

  /** Makes any number of versions, one after another, all with the rows of the one before. */
  private void maintain(Upkeep upkeep) throws IOException {
    pending = Optional.of(new Pending(oracle.rows(oracle.newest()), MOST_OF_UPKEEP));
    upkeep.run();
    settle(table().version());
  }

  private void transact(Step.Transact step) throws IOException {
    Transaction transaction = table().begin();
    Effect effect = oracle.begin(transaction.readVersion());
    for (Change change : step.changes()) {
      long rows = effect.apply(change);
      assertThat(apply(transaction, change)).as("rows of %s", change).isEqualTo(rows);
    }
    Open begun = new Open(transaction, effect);
    switch (step.ending()) {
      case COMMIT -> finish(begun, Step.Finish.COMMIT);
      case ABORT -> transaction.close();
      case LEAVE_OPEN -> open.add(begun);
    }
  }

  private static long apply(Transaction transaction, Change change) throws IOException {
    if (change instanceof Change.Insert insert) {
      Inserter inserter = transaction.insert();
      for (RowValues row : insert.rows()) {
        inserter.row(row.k(), row.p(), row.n(), row.s());
      }
      return insert.rows().size();
    }
    if (change instanceof Change.Update update) {
      return transaction.update("n = n + " + update.add(), update.range().where());
    }
    return transaction.delete(((Change.Delete) change).range().where());
  }

  private void finish(Open ended, Step.Finish how) throws IOException {
    try (Transaction transaction = ended.transaction()) {
      switch (how) {
        case COMMIT -> commit(transaction, ended.effect());
        case ABORT -> transaction.abort();
        case ABORT_BY_ENTRY -> abortByEntry(transaction);
      }
    }
  }

  private void commit(Transaction transaction, Effect effect) throws IOException {
    SortedMap<Long, Written> rows;
    try {
      rows = oracle.after(effect);
    } catch (AssertionError overtaken) {
      // Somebody removed the same row since: no policy lets both commit.
      requireConflict(transaction);
      return;
    }
    pending = Optional.of(new Pending(rows, 1));
    try {
      long version = transaction.commit().version();
      if (version == oracle.newest() + 1) {
        oracle.commit(rows);
      } else {
        assertThat(effect.isEmpty()).as("a commit without a version has no effect").isTrue();
      }
    } catch (WriteConflictException conflict) {
      assertThat(transaction.readVersion())
          .as("a conflict comes only where something was committed since")
          .isLessThan(oracle.newest());
    } catch (IOException e) {
      // Proof that nothing was committed, and nothing will be.
      pending = Optional.empty();
      throw e;
    }
    pending = Optional.empty();
  }

  private static void requireConflict(Transaction transaction) throws IOException {
    try {
      transaction.commit();
    } catch (WriteConflictException expected) {
      return;
    }
    throw new AssertionError("two transactions removed one row, and both were committed");
  }

  private void abortByEntry(Transaction transaction) throws IOException {
    if (transaction.writeId().isEmpty()) {
      return;
    }
    pending = Optional.of(new Pending(oracle.rows(oracle.newest()), 1));
    table().abort(transaction.writeId().getAsLong());
    oracle.commitUnchanged();
    pending = Optional.empty();
    try {
      transaction.commit();
      throw new AssertionError("an aborted transaction was committed");
    } catch (TransactionAbortedException | WriteConflictException expected) {
      assertThat(expected).isInstanceOf(OrcAcidException.class);
    }
  }
}
