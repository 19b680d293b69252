package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Transactions of one process on one table (PROTOCOL.md §3-5). Thread-safe; the transactions that
 * it gives out are not. Costs nothing until a transaction writes: the session's file and thread
 * begin with the first claim of a write id.
 */
public final class TransactionManager implements AutoCloseable {
  private final CommitLog log;
  private final TransactionOptions options;
  private final Session session;
  private final WriteIdClaims claims;
  private final Committer committer;
  private final LayoutCheck layoutCheck;
  private final DeletedRows deletedRows;

  /** A manager of a table; several, in several processes too, may work on one table. */
  public TransactionManager(CommitLog log, TransactionOptions options) {
    this.log = log;
    this.options = options;
    this.session = new Session(log.store(), options.author(), log.options().clock());
    this.claims = new WriteIdClaims(log.store(), log.options().clock());
    this.committer = new Committer(log, options.retry());
    this.layoutCheck = new LayoutCheck(log.storage(), log.tablePath());
    this.deletedRows = new DeletedRows(log.storage(), log.tablePath());
  }

  /** The table's log. */
  public CommitLog log() {
    return log;
  }

  /**
   * Begins a transaction on the newest version, or on the one that the options name.
   *
   * @throws ValidationException if the policy is laxer than the table's
   * @throws UnsupportedTableException if this version of the engine may not write to the table
   * @throws io.orcacid.error.SnapshotTooOldException if the named version is not readable
   */
  public TransactionHandle begin(BeginOptions begin) throws IOException {
    TableState newest = log.newest();
    newest.requireWritable();
    ConflictPolicy policy = policy(newest, begin.policy());
    TableState read =
        begin.readVersion().isPresent() ? log.stateAt(begin.readVersion().getAsLong()) : newest;
    return new TransactionHandle(this, read, policy, begin.operation());
  }

  private static ConflictPolicy policy(TableState state, Optional<ConflictPolicy> wanted) {
    String text =
        state
            .metadata()
            .properties()
            .getOrDefault(ConflictPolicy.PROPERTY, ConflictPolicy.HIVE.text());
    ConflictPolicy ofTable = ConflictPolicy.parse(text);
    ConflictPolicy policy = wanted.orElse(ofTable);
    if (!policy.isAtLeastAsStrictAs(ofTable)) {
      throw new ValidationException(
          "A transaction may ask for a stricter conflict policy than its table's, not for a laxer"
              + " one",
          "policy",
          policy.text(),
          "table",
          ofTable.text());
    }
    return policy;
  }

  /** Claimed write ids that the newest version does not resolve, ascending. */
  public List<OpenClaim> openClaims() throws IOException {
    return claims.unresolved(log.newest());
  }

  /**
   * Declares, by an entry of the log, that a write id will never be committed; whoever claimed it
   * then gets {@link io.orcacid.error.TransactionAbortedException}. Nothing happens if it is so
   * already.
   *
   * @throws ValidationException if the write id is committed, or was never claimed
   * @throws CommitStateUnknownException if what became of the entry could not be found out
   */
  public void abort(long writeId) throws IOException {
    TableState newest = log.newest();
    if (writeId < 1 || writeId > newest.greatestWriteId() && !claims.isClaimed(writeId)) {
      throw new ValidationException("Nobody claimed this write id", "writeId", writeId);
    }
    LogTransaction transaction =
        new LogTransaction(
            UUID.randomUUID().toString(),
            Operation.ABORT,
            OptionalLong.empty(),
            newest.version(),
            "",
            options.author(),
            List.of(),
            "");
    committer.commit(
        base -> {
          if (base.isCommitted(writeId)) {
            throw new ValidationException(
                "The write id is committed: nothing can abort it any more", "writeId", writeId);
          }
          return base.isAborted(writeId)
              ? Optional.empty()
              : Optional.of(log.propose(base, List.of(transaction), List.of(writeId)));
        });
  }

  /** Renews the session; for embedders that asked for {@code MANUAL} heartbeats. */
  public void beat() throws IOException {
    session.beat();
  }

  /** Ends the session. Open transactions stay claimed until somebody aborts them. */
  @Override
  public void close() throws IOException {
    session.close();
  }

  TransactionOptions options() {
    return options;
  }

  WriteIdClaims claims() {
    return claims;
  }

  Committer committer() {
    return committer;
  }

  LayoutCheck layoutCheck() {
    return layoutCheck;
  }

  DeletedRows deletedRows() {
    return deletedRows;
  }

  /** Claims a write id for a transaction that reads a version. */
  long claim(TableState read) throws IOException {
    session.start(options.sessionTimeout(), options.heartbeats());
    return claims.claim(log.loaded(), session.id(), options.author(), read.version());
  }
}
