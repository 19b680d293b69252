package io.orcacid;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.ScanPlan;
import io.orcacid.reader.expression.Assignment;
import io.orcacid.txn.Committed;
import io.orcacid.txn.OverwriteMode;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionPath;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Token;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.PartitionGate;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * A transaction: it reads one snapshot and its own finished steps, and what it writes becomes
 * visible all at once by {@link #commit}, or never. Closed without a commit it is aborted. Not
 * thread-safe; any number may run at once.
 *
 * <p>Each insert, update and delete is a statement of its own, in a directory of its own; a
 * transaction has at most 4,096, an update takes two (PROTOCOL.md R10). After a step that failed it
 * can only be closed.
 *
 * <p>An overwrite replaces the content of partitions. In one transaction a partition is either
 * replaced, once, or changed by the other steps, never both (PROTOCOL.md R4a); a scan of the
 * transaction ends the overwrite that is open. One that reads replaced partitions ends with the
 * commit.
 */
public final class Transaction implements Closeable {
  private final Storage storage;
  private final TransactionHandle handle;
  private final WriteTarget target;
  private final WriterOptions options;
  private final List<WriteResult.Directory> written = new ArrayList<>();
  private int nextStatement;
  private final Set<String> replaced = new TreeSet<>();
  private Inserter inserter;
  private InsertWriter insertWriter;
  private DistinctKeys distinct;
  private Replacement replacement;
  private AddressChanges pending;
  private DistributedWrite distributed;
  private boolean failed;
  private boolean inserts;
  private boolean updates;
  private boolean deletes;
  private boolean overwrites;
  private boolean restores;
  private final TransactionReads reads;
  private final KeyedSteps keyed;
  private boolean upserts;
  private boolean merges;

  /** Directory of tasks, which nobody needs once the transaction is over; empty for none. */
  private String removeAtEnd = "";

  /** How the open inserter's rows meet those that are there. */
  private Placement placement = Placement.BESIDE;

  /** How rows meet those that are there. */
  private enum Placement {
    /** As rows of their own. */
    BESIDE,
    /** As newer rows of their keys. */
    BY_KEY
  }

  Transaction(
      Storage storage,
      TransactionHandle handle,
      WriteTarget target,
      WriterOptions options,
      String tableName,
      ReadLimits limits,
      Optional<KeyIndex> index) {
    this.storage = storage;
    this.handle = handle;
    this.target = target;
    this.options = options;
    this.reads = new TransactionReads(storage, handle, target, tableName, limits);
    this.keyed = new KeyedSteps(handle, target, reads, index, this::dataDirectory);
  }

  /**
   * Says what the application calls this transaction, so that a replay of it commits nothing a
   * second time: if a sequence as great or greater is committed for the application, {@link
   * #commit} drops what was written and returns the version of the greatest one (PROTOCOL.md R13).
   * A transaction with a token makes a version even if it wrote nothing.
   *
   * @param application whose commits are counted; one writer of them at a time
   * @param sequence 0 or more, rising from commit to commit
   */
  public Transaction token(String application, long sequence) {
    handle.name(new Token(application, sequence));
    return this;
  }

  /**
   * Commits only if a lock is still held and nobody committed under a later epoch of it; the
   * version carries the epoch.
   *
   * @param lock one of {@link AcidTable#locks}
   */
  public Transaction under(Lock lock) {
    handle.under(lock);
    return this;
  }

  /** Whether {@link #commit} found its token committed before, and dropped what this one wrote. */
  public boolean isReplay() {
    return handle.status() == TransactionHandle.Status.REPLAYED;
  }

  /** The version that it reads. */
  public long readVersion() {
    return handle.state().version();
  }

  /** Its write id, if it has written anything. */
  public OptionalLong writeId() {
    return handle.claimedWriteId();
  }

  /** Rows as it sees them: its snapshot and its own finished steps. */
  public Scan scan() throws IOException {
    finishStep();
    return reads.scan(written);
  }

  /** A step, which is done as a whole or spoils the transaction. */
  private interface Step<T> {
    T run() throws IOException;
  }

  /**
   * What a failed step left is named by nobody: a commit without it would not be what was asked.
   */
  private <T> T step(Step<T> step) throws IOException {
    requireUnfailed();
    failed = true;
    T result = step.run();
    failed = false;
    return result;
  }

  private void requireUnfailed() {
    if (failed) {
      throw new ValidationException(
          "A step of the transaction failed: it can only be closed", "table", target.root());
    }
  }

  /**
   * Adds rows; goes on with the same statement until another step begins. Rows that follow an
   * overwrite of the table or of named partitions become part of what it leaves.
   *
   * @throws ValidationException after {@link #overwriteTouched}, whose own inserter says which
   *     partitions are replaced
   */
  public Inserter insert() throws IOException {
    requireNoTasks();
    finishPending();
    if (replacement != null && replacement.scope() == Replacement.Scope.TOUCHED) {
      throw new ValidationException(
          "An overwrite is open: add rows by its inserter, or use two transactions",
          "table",
          target.root());
    }
    inserts = true;
    return inserter(Placement.BESIDE);
  }

  /**
   * Writes rows by the declared key: each takes the place of the rows of its key, in whichever
   * partition they are. Of two rows of one key that are written, the later stays. Where the table
   * declares an ordering column, the row with the larger value in it stays instead, of equal ones
   * the newer, and a row that is older than the one that is there changes nothing.
   *
   * <p>Replaces when the step ends. Under every policy the commit fails if another transaction
   * added a row of one of the keys meanwhile; but not under {@code nbcc}, where the commit itself
   * decides which rows stay, so that two transactions that write the same keys both commit. There
   * the transaction's own scans show the rows beside those that they replace until then.
   *
   * @throws io.orcacid.error.UnsupportedTableException if the table declares no key
   * @throws ValidationException under {@code nbcc}, if the transaction overwrites or inserted
   *     something, since the commit would not find its own rows of these keys; when the step ends,
   *     for a row with NULL in a key column
   */
  public Inserter upsert() throws IOException {
    requireNoTasks();
    finishPending();
    if (keyed.isResolvedByCommit() && overwrites) {
      throw new ValidationException(
          "Under the conflict policy nbcc a transaction that overwrites writes no rows by key",
          "table",
          target.root());
    }
    if (keyed.isResolvedByCommit() && inserts) {
      throw new ValidationException(
          "Under the conflict policy nbcc a transaction that inserted rows writes none by key after"
              + " them: use two transactions",
          "table",
          target.root());
    }
    keyed.ordering();
    upserts = true;
    return inserter(Placement.BY_KEY);
  }

  /**
   * Deletes the rows of some keys.
   *
   * @param keys one value for each key column in declared order; a key of which there is no row is
   *     passed over, and so is one that was given before
   * @return rows deleted
   * @throws io.orcacid.error.UnsupportedTableException if the table declares no key
   * @throws ValidationException under the policy {@code nbcc}; and for a key that does not fit
   */
  public long deleteKeys(Iterable<Object[]> keys) throws IOException {
    requireDeletable();
    TableView view = reads.view(written);
    long rows =
        step(
            () -> {
              Map<String, RowIdSet> found = keyed.rowsOf(keys, view);
              KeyedSteps.delete(found, this::deleteWriter, this::finish);
              return found.values().stream().mapToLong(RowIdSet::size).sum();
            });
    deletes |= rows > 0;
    return rows;
  }

  private Inserter inserter(Placement wanted) throws IOException {
    if (inserter != null && placement != wanted) {
      finishInsert();
    }
    if (inserter == null) {
      insertWriter = insertWriter();
      Inserter.Sink sink = insertWriter::write;
      if (wanted == Placement.BY_KEY) {
        distinct = new DistinctKeys(keyed.ordering(), target.shape(), sink);
        sink = distinct;
      }
      inserter = new Inserter(target.shape().row(), sink);
      placement = wanted;
    }
    return inserter;
  }

  /**
   * Replaces all rows of the table: those that are added become its content, and partitions for
   * which none are added become empty. Fails at the commit if rows were changed meanwhile, unless
   * {@link #lastWins} was said or the table's policy is {@code maxcompute}.
   *
   * @throws ValidationException if the transaction wrote something before
   */
  public Inserter overwrite() throws IOException {
    return overwrite(Replacement.ofTable(handle.state(), target.shape()));
  }

  /**
   * Replaces all rows of some partitions; those for which none are added become empty.
   *
   * @param partitions paths of the partitions, such as {@code day=2026-11-30}; one at least
   * @throws ValidationException if the transaction wrote to one of them before; and, when it is
   *     added, for a row of another partition
   */
  public Inserter overwrite(List<String> partitions) throws IOException {
    for (String partition : partitions) {
      PartitionPath.check(partition, handle.state().metadata().partitionColumns());
    }
    return overwrite(Replacement.named(partitions));
  }

  /**
   * Replaces all rows of the partitions for which rows are added, and of no others: Hive's dynamic
   * partition overwrite.
   */
  public Inserter overwriteTouched() throws IOException {
    return overwrite(Replacement.touched());
  }

  /**
   * Replaces all rows of some partitions by those of an older version; any other change of the
   * table since it read is a conflict.
   */
  Inserter restore(List<String> partitions) throws IOException {
    handle.overwriteAlone();
    restores = true;
    return overwrite(partitions);
  }

  /** What it reads. */
  TableState state() {
    return handle.state();
  }

  private Inserter overwrite(Replacement wanted) throws IOException {
    finishStep();
    if (keyed.awaitsCommit()) {
      throw new ValidationException(
          "A transaction that wrote rows by key cannot overwrite: use two transactions",
          "table",
          target.root());
    }
    placement = Placement.BESIDE;
    wanted.requireUnwritten(touched());
    insertWriter =
        InsertWriter.ofBases(
            target,
            handle.writeId(),
            statements(1),
            options,
            handle.basesDirectory(),
            wanted.gate(touched()));
    inserter = new Inserter(target.shape().row(), insertWriter::write);
    replacement = wanted;
    overwrites = true;
    if (wanted.scope() == Replacement.Scope.TABLE) {
      handle.replaceTable(this::emptyBase);
    }
    return inserter;
  }

  /** Removes all rows of the table; its history stays. */
  public Transaction truncate() throws IOException {
    overwrite();
    return this;
  }

  /** Removes all rows of some partitions, as {@link #overwrite(List)} without any row. */
  public Transaction truncate(List<String> partitions) throws IOException {
    overwrite(partitions);
    return this;
  }

  /** Lets the overwrites of this transaction replace what was committed since it read, too. */
  public Transaction lastWins() {
    handle.overwriteBy(OverwriteMode.LAST_WINS);
    return this;
  }

  /** The base of a partition that came after the snapshot of an overwrite of the whole table. */
  private DataDirectory emptyBase(String partition) throws IOException {
    try (InsertWriter writer =
        InsertWriter.ofBases(
            target,
            handle.writeId(),
            statements(1),
            options,
            handle.basesDirectory(),
            PartitionGate.OPEN)) {
      return dataDirectory(writer.finish(List.of(partition)).directories().get(0));
    }
  }

  private Set<String> touched() {
    Set<String> partitions = new TreeSet<>();
    written.forEach(directory -> partitions.add(directory.partition()));
    return partitions;
  }

  /** R4a: what would delete rows of the transaction's own base is refused before it begins. */
  private void requireDeletable() throws IOException {
    finishStep();
    requireChangeByRow();
    if (!replaced.isEmpty() && !target.shape().isPartitioned()) {
      requireNotReplaced("");
    }
  }

  /** An update is a delete and an insert: of two that both commit two rows would be left. */
  private void requireChangeByRow() {
    if (handle.policy() == ConflictPolicy.NBCC) {
      throw new ValidationException(
          "Under the conflict policy nbcc rows change by key: use upsert, or begin the transaction"
              + " with a stricter policy such as hive",
          "table",
          target.root());
    }
  }

  private void requireNotReplaced(String partition) {
    if (replaced.contains(partition)) {
      throw new ValidationException(
          "A transaction replaces the content of a partition, once, or adds to it, never both: use"
              + " two transactions",
          "partition",
          partition);
    }
  }

  /**
   * Deletes the rows for which a condition is true.
   *
   * @param where condition; see {@link Scan#where}
   * @return rows deleted
   */
  public long delete(String where) throws IOException {
    requireDeletable();
    Scan scan = scan().where(where).select(List.of()).withRowId();
    long rows = step(() -> RowChanges.delete(scan, this::deleteWriter, this::finish));
    deletes |= rows > 0;
    return rows;
  }

  /**
   * Updates the rows for which a condition is true; each assignment sees the row as it was.
   *
   * @param set assignments, such as {@code "n = n + 1, url = '/b'"}
   * @param where condition; see {@link Scan#where}
   * @return rows updated
   * @throws ValidationException if a value does not fit its column
   */
  public long update(String set, String where) throws IOException {
    List<Assignment> assignments = Assignment.parseList(set);
    RowUpdate update = new RowUpdate(target.shape(), assignments);
    requireDeletable();
    Scan scan = scan().where(where).withRowId();
    long rows =
        step(
            () ->
                RowChanges.update(
                    scan, update, this::deleteWriter, this::insertWriter, this::finish));
    updates |= rows > 0;
    return rows;
  }

  /**
   * A merge as a step of this transaction: run it before the next step begins.
   *
   * @throws ValidationException when it is run, under the policy {@code nbcc}
   */
  public Merge merge(MergeSource source) {
    return new Merge(source, this::merge);
  }

  Merged merge(Merge merge) throws IOException {
    requireDeletable();
    List<String> declared = handle.state().metadata().keyColumns();
    List<String> on = merge.on().isEmpty() ? keyed.ordering().key() : merge.on();
    requireColumns(on);
    MergeInput input = new MergeInput(merge.source(), on, declared, target.shape());
    MergeStep merging =
        new MergeStep(
            merge, input, target.shape(), on, declared, this::deleteWriter, this::insertWriter);
    Scan rows = scan().withRowId();
    Scan wanted =
        input.keys().isEmpty()
            ? rows.limit(0)
            : KeyCondition.of(on, target.shape().row(), input.keys()).map(rows::where).orElse(rows);
    KeyGuard guard = keyed.guard(on);
    guard.add(input.keys());
    Merged merged = step(() -> merging.run(wanted, this::finish));
    guard.addRows(merging.kept());
    merges = true;
    return merged;
  }

  private void requireColumns(List<String> columns) {
    for (String column : columns) {
      if (target.shape().position(column).isEmpty()) {
        throw new ValidationException(
            "The table has no such column to compare by",
            "column",
            column,
            "columns",
            target.shape().row().getFieldNames());
      }
    }
  }

  /**
   * Deletes one row by its address; done together with the next ones when another step begins.
   *
   * @throws ValidationException when the step ends, if the transaction sees no such row
   */
  public Transaction delete(Address address) throws IOException {
    pending().delete(address);
    deletes = true;
    return this;
  }

  /**
   * Replaces one row by its address; done together with the next ones when another step begins.
   *
   * @param values the whole new row in declared order
   * @throws ValidationException if a value does not fit, or when the step ends, if the transaction
   *     sees no such row
   */
  public Transaction update(Address address, Object... values) throws IOException {
    pending().update(address, values);
    updates = true;
    return this;
  }

  /**
   * A step whose rows are written elsewhere, by any number of tasks in any number of processes;
   * {@link DistributedWrite#finish} ends it with what they wrote, before another step begins. Under
   * the policy {@code serializable} it counts as a read of the whole table.
   *
   * @throws ValidationException if the transaction overwrote something before; and under the policy
   *     {@code nbcc}, unless the tasks only insert
   * @throws UnsupportedTableException on an object store, where the files of tasks cannot be moved
   *     to their places
   */
  public DistributedWrite distribute(DistributedWrite.Kind kind) throws IOException {
    finishStep();
    if (!target.storage().renames()) {
      throw new UnsupportedTableException(
          "Tasks write files that are moved to their places afterwards, and an object store cannot"
              + " move: write this table from one process, or let the job write a table on HDFS",
          "table",
          target.root());
    }
    if (kind != DistributedWrite.Kind.INSERT) {
      requireChangeByRow();
    }
    if (overwrites) {
      throw new ValidationException(
          "A transaction that overwrites has no distributed steps: use two transactions",
          "table",
          target.root());
    }
    reads.readsEverything();
    distributed =
        new DistributedWrite(
            target,
            kind,
            handle.writeId(),
            statements(kind.statements()),
            handle.temporary(),
            kind == DistributedWrite.Kind.INSERT
                ? List.of()
                : visibleRows(reads.unrecordedScan(written)),
            this::publish);
    inserts |= kind == DistributedWrite.Kind.INSERT;
    deletes |= kind == DistributedWrite.Kind.DELETE;
    updates |= kind == DistributedWrite.Kind.UPDATE;
    return distributed;
  }

  private static List<AcidSplit> visibleRows(Scan scan) throws IOException {
    try (ScanPlan plan = scan.select(List.of()).withRowId().plan()) {
      return plan.splits();
    }
  }

  private void publish(DistributedFiles files) throws IOException {
    DistributedWrite finishing = distributed;
    if (finishing == null) {
      throw new ValidationException(
          "The distributed step is finished already", "table", target.root());
    }
    distributed = null;
    removeAtEnd = finishing.directory();
    step(
        () -> {
          WriteResult result = files.result();
          // Named first, so that an abort removes what was moved until then.
          written.addAll(result.directories());
          files.move(target);
          result.directories().forEach(each -> handle.add(each.partition(), dataDirectory(each)));
          return null;
        });
  }

  private AddressChanges pending() throws IOException {
    requireNoTasks();
    finishInsert();
    requireChangeByRow();
    if (pending == null) {
      pending = new AddressChanges(target.shape());
    }
    return pending;
  }

  /**
   * Makes everything visible, or nothing. Only after it returned is it a fact.
   *
   * @return the version that it made; without any write, the version that it read; with a token
   *     that is committed already, the version that was recorded
   * @throws WriteConflictException if another transaction won: run it again on a new snapshot
   * @throws io.orcacid.error.TransactionAbortedException if somebody aborted it
   * @throws io.orcacid.error.CommitStateUnknownException if the outcome could not be found out;
   *     {@code commit} may be called again
   */
  public Committed commit() throws IOException {
    finishStep();
    if (handle.status() == TransactionHandle.Status.ACTIVE) {
      handle.describeAs(operation());
    }
    return handle.commit();
  }

  private Operation operation() {
    if (overwrites) {
      return restores ? Operation.RESTORE : Operation.OVERWRITE;
    }
    if (merges) {
      return Operation.MERGE;
    }
    if (upserts) {
      return Operation.UPSERT;
    }
    if (updates) {
      return Operation.UPDATE;
    }
    if (deletes) {
      return inserts ? Operation.UPDATE : Operation.DELETE;
    }
    return Operation.INSERT;
  }

  /** Gives it up; what it wrote is removed. Nothing happens if it is committed. */
  public void abort() throws IOException {
    close();
  }

  @Override
  public void close() throws IOException {
    try {
      if (insertWriter != null) {
        insertWriter.close();
      }
    } finally {
      insertWriter = null;
      inserter = null;
      replacement = null;
      pending = null;
      if (distributed != null) {
        removeAtEnd = distributed.directory();
        distributed = null;
      }
      handle.close();
    }
    if (!removeAtEnd.isEmpty() && handle.status() != TransactionHandle.Status.UNKNOWN) {
      storage.delete(removeAtEnd);
      removeAtEnd = "";
    }
    if (handle.status() == TransactionHandle.Status.ABORTED || isReplay()) {
      removeWritten();
    }
  }

  /**
   * Its owner may remove files of an aborted transaction: no put of it can still land (PROTOCOL.md
   * R14).
   */
  private void removeWritten() throws IOException {
    for (WriteResult.Directory directory : written) {
      String parent =
          directory.partition().isEmpty()
              ? target.root()
              : target.root() + "/" + directory.partition();
      storage.delete(parent + "/" + directory.name());
    }
    written.clear();
  }

  private int statements(int count) {
    int first = nextStatement;
    if (first + count > 4096) {
      throw new ValidationException(
          "A transaction has at most 4,096 statements: commit and go on in a new one",
          "statements",
          first);
    }
    nextStatement += count;
    return first;
  }

  private DeleteWriter deleteWriter() throws IOException {
    return new DeleteWriter(target, handle.writeId(), statements(1), this::requireNotReplaced);
  }

  private InsertWriter insertWriter() throws IOException {
    return new InsertWriter(
        target, handle.writeId(), statements(1), options, this::requireNotReplaced);
  }

  private void finishStep() throws IOException {
    requireNoTasks();
    finishInsert();
    finishPending();
  }

  private void requireNoTasks() {
    requireUnfailed();
    if (distributed != null) {
      throw new ValidationException(
          "A distributed step is open: finish it with what its tasks wrote, or close the"
              + " transaction",
          "table",
          target.root());
    }
  }

  private void finishInsert() throws IOException {
    if (inserter != null) {
      step(
          () -> {
            inserter.flush();
            if (replacement == null) {
              finishRows(insertWriter.finish());
            } else {
              WriteResult bases = insertWriter.finish(replacement.partitions());
              bases.directories().forEach(base -> replaced.add(base.partition()));
              finish(bases, Optional.empty());
            }
            return null;
          });
      insertWriter.close();
      inserter = null;
      replacement = null;
      insertWriter = null;
    }
  }

  private void finishRows(WriteResult rows) throws IOException {
    TableView before = reads.view(written);
    finish(rows, Optional.empty());
    if (placement == Placement.BY_KEY) {
      List<WriteResult> statements = new ArrayList<>(List.of(rows));
      if (!distinct.later().isEmpty()) {
        statements.add(insert(distinct.later()));
      }
      replaceByKey(statements, before);
    }
  }

  private WriteResult insert(Collection<Object[]> rows) throws IOException {
    try (InsertWriter writer = insertWriter()) {
      Inserter later = new Inserter(target.shape().row(), writer::write);
      for (Object[] row : rows) {
        later.row(row);
      }
      later.flush();
      WriteResult result = writer.finish();
      finish(result, Optional.empty());
      return result;
    }
  }

  /** Rows are deleted after they were inserted: a statement may delete only older ones. */
  private void replaceByKey(List<WriteResult> statements, TableView before) throws IOException {
    if (keyed.isResolvedByCommit()) {
      keyed.resolveByCommit(statements);
    } else {
      KeyedSteps.delete(keyed.replacedBy(statements, before), this::deleteWriter, this::finish);
    }
  }

  private void finishPending() throws IOException {
    if (pending != null) {
      AddressChanges changes = pending;
      pending = null;
      Scan visible = reads.unrecordedScan(written).withRowId();
      step(
          () -> {
            changes.apply(visible, this::deleteWriter, this::insertWriter, this::finish);
            return null;
          });
    }
  }

  /** Names what a statement wrote; from here on the transaction sees it. */
  private void finish(WriteResult result, Optional<Map<String, RowIdSet>> deletedRows) {
    for (WriteResult.Directory directory : result.directories()) {
      written.add(directory);
      handle.add(directory.partition(), dataDirectory(directory));
    }
    deletedRows.ifPresent(rows -> rows.forEach((partition, ids) -> handle.deleted(partition, ids)));
  }

  private DataDirectory dataDirectory(WriteResult.Directory directory) {
    List<DataFile> files =
        directory.files().stream()
            .map(
                file ->
                    DataFile.of(
                        file.name(),
                        file.length(),
                        file.events(),
                        file.crc32c(),
                        Optional.ofNullable(file.first()),
                        Optional.ofNullable(file.last())))
            .toList();
    return DataDirectory.of(directory.name(), handle.state().metadata().schemaId(), files);
  }
}
