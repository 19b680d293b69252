package io.orcacid.simulation.planted;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;

/** A bug in one method of the engine, and the promise of which the breach shows it. */
enum EngineBug {
  /** A retry, or a first try, without a look at what was committed since (R3). */
  NO_CONFLICT_CHECK(
      "io.orcacid.txn.ConflictCheck", "check", Replacement.NOTHING, Promise.NO_LOST_UPDATE),
  /** Two sets of deleted rows never meet. */
  ROW_SETS_NEVER_MEET(
      "io.orcacid.format.orc.RowIdSet",
      "intersects",
      Replacement.NOTHING,
      Promise.A_ROW_IS_DELETED_ONCE),
  DELETES_OF_READ_ROWS_UNSEEN(
      "io.orcacid.ReadPredicates", "hasAnyOf", Replacement.NOTHING, Promise.NO_WRITE_SKEW),
  PHANTOMS_UNSEEN("io.orcacid.ReadPredicates", "matches", Replacement.NOTHING, Promise.NO_PHANTOM),
  OVERWRITES_OF_READ_ROWS_UNSEEN(
      "io.orcacid.ReadPredicates",
      "hasRows",
      Replacement.NOTHING,
      Promise.A_READER_MEETS_AN_OVERWRITE),
  KEYS_UNRESOLVED(
      "io.orcacid.KeyedRows", "losers", Replacement.EMPTY_MAP, Promise.ONE_ROW_FOR_EACH_KEY),
  ORDERING_IGNORED(
      "io.orcacid.KeyOrdering", "compare", Replacement.NOTHING, Promise.A_LATE_ROW_LOSES),
  LAXER_POLICIES_ALLOWED(
      "io.orcacid.txn.policy.ConflictPolicy",
      "isAtLeastAsStrictAs",
      Replacement.TRUE,
      Promise.A_TRANSACTION_IS_NEVER_LAXER),
  /** A token that was committed is committed again (R13). */
  TOKENS_FORGOTTEN(
      "io.orcacid.txn.TransactionHandle",
      "isReplay",
      Replacement.NOTHING,
      Promise.A_TOKEN_COMMITS_ONCE),
  /** A late commit of a lock's earlier epoch is let in. */
  EPOCHS_UNCHECKED(
      "io.orcacid.txn.LockEpochs", "check", Replacement.NOTHING, Promise.A_TAKEN_LOCK_IS_LOST),
  ABORTS_UNSEEN(
      "io.orcacid.txn.log.TableState",
      "isAborted",
      Replacement.NOTHING,
      Promise.AN_ABORTED_TRANSACTION_LEARNS_IT),
  TRANSACTIONS_NEVER_END(
      "io.orcacid.txn.TransactionHandle",
      "requireActive",
      Replacement.NOTHING,
      Promise.A_TRANSACTION_COMMITS_ONCE),
  /** A compaction covers an open transaction (R16). */
  OPEN_TRANSACTIONS_COMPACTED(
      "io.orcacid.txn.log.TableState",
      "lowestUnresolvedWriteId",
      Replacement.NO_NUMBER,
      Promise.A_COMPACTION_LEAVES_OPEN_TRANSACTIONS_THEIR_PLACE),
  MAJOR_AFTER_A_COMMIT(
      "io.orcacid.txn.PublishCheck",
      "requireMayFollow",
      Replacement.NOTHING,
      Promise.MAXCOMPUTE_STOPS_A_LATE_MAJOR),
  /** Files under the own write id that nobody named (R8). */
  OWN_FILES_UNCHECKED(
      "io.orcacid.txn.LayoutCheck",
      "requireNamedFiles",
      Replacement.NOTHING,
      Promise.AN_UNNAMED_FILE_STOPS_A_COMMIT),
  /** Names that mean something else to other engines (invariant L). */
  LAYOUT_UNCHECKED(
      "io.orcacid.txn.LayoutCheck",
      "requireSame",
      Replacement.NOTHING,
      Promise.A_FOREIGN_DELTA_STOPS_A_COMMIT),
  /** A partition gets a base and deltas in one transaction (R4a). */
  MIXED_PARTITIONS(
      "io.orcacid.Transaction",
      "requireNotReplaced",
      Replacement.NOTHING,
      Promise.A_PARTITION_IS_REPLACED_OR_CHANGED),
  /** Rows that the transaction does not see are deleted (R3a). */
  UNSEEN_ROWS_DELETED(
      "io.orcacid.AddressChanges",
      "requireVisible",
      Replacement.NOTHING,
      Promise.ONLY_SEEN_ROWS_ARE_DELETED),
  /** The parent of an entry says nothing (R21). */
  PARENTS_UNCHECKED(
      "io.orcacid.txn.log.StateFolder",
      "requireSuccessor",
      Replacement.NOTHING,
      Promise.A_FOREIGN_ENTRY_IS_DAMAGE),
  HOLES_UNSEEN(
      "io.orcacid.txn.log.LogReader",
      "hasHoleAbove",
      Replacement.NOTHING,
      Promise.A_MISSING_ENTRY_IS_DAMAGE),
  RETENTION_IGNORED(
      "io.orcacid.compactor.clean.CleanPlanner",
      "isOver",
      Replacement.TRUE,
      Promise.RETENTION_KEEPS_OLD_VERSIONS),
  /** The cleaner does not see readers (R18). */
  READERS_UNSEEN(
      "io.orcacid.txn.Maintenance",
      "leases",
      Replacement.EMPTY_LIST,
      Promise.A_READER_READS_ON_WHILE_OTHERS_CLEAN),
  /** The cleaner does not see open transactions (R18). */
  WRITERS_UNSEEN(
      "io.orcacid.txn.Maintenance",
      "openClaims",
      Replacement.EMPTY_LIST,
      Promise.A_TRANSACTION_READS_ON_WHILE_OTHERS_CLEAN),
  FLOOR_IGNORED(
      "io.orcacid.txn.log.TableState",
      "oldestReadable",
      Replacement.NOTHING,
      Promise.A_CLEANED_VERSION_IS_TOO_OLD),
  /** A client of another store is let in (F20). */
  STORE_KIND_UNCHECKED(
      "io.orcacid.StoreChoice",
      "requireKindOf",
      Replacement.NOTHING,
      Promise.ANOTHER_STORE_IS_REFUSED);

  private final String type;
  private final String method;
  private final Replacement replacement;
  private final Promise promise;

  EngineBug(String type, String method, Replacement replacement, Promise promise) {
    this.type = type;
    this.method = method;
    this.replacement = replacement;
    this.promise = promise;
  }

  Promise promise() {
    return promise;
  }

  /** Takes the bug out of the engine again. */
  interface Planted extends AutoCloseable {
    @Override
    void close();
  }

  /** Puts the bug into the engine of this virtual machine. */
  Planted plant() throws ClassNotFoundException {
    Class.forName(type);
    Instrumentation instrumentation = ByteBuddyAgent.install();
    ResettableClassFileTransformer transformer =
        new AgentBuilder.Default()
            .disableClassFormatChanges()
            .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
            .type(named(type))
            .transform(
                (builder, description, loader, module, domain) ->
                    builder.method(named(method)).intercept(replacement.implementation()))
            .installOn(instrumentation);
    return () ->
        transformer.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
  }
}
