package io.orcacid.compactor;

import io.orcacid.compactor.CompactionReport.Outcome;
import io.orcacid.compactor.policy.CompactionEstimate;
import io.orcacid.compactor.policy.CompactionOptions;
import io.orcacid.compactor.policy.CompactionPolicy;
import io.orcacid.compactor.policy.Decision;
import io.orcacid.compactor.policy.PartitionStatistics;
import io.orcacid.compactor.rewrite.DistributedRewrite;
import io.orcacid.compactor.rewrite.PartitionRewrite;
import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.compactor.rewrite.RewriteListener;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.compactor.rewrite.RewriteRequest;
import io.orcacid.compactor.rewrite.RewriteResult;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.TableShape;
import io.orcacid.txn.Committed;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.CompactionScope;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CompactionFigures;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Compacts partitions of one table: asks the policy, begins at the log, rewrites, publishes. Thread
 * safe; two may work on one table at once, in one process or several, and of two on one partition
 * one is published (PROTOCOL.md R16).
 *
 * <p>Not its business: which tables are looked at and when, and removing what is replaced.
 */
public final class Compactor {
  private final TransactionManager manager;
  private final Function<TableMetadata, TableShape> shapes;
  private final Map<String, String> thresholds;
  private final RewriteOptions limits;

  /**
   * A compactor of a table.
   *
   * @param manager the table's transactions
   * @param shapes the columns that a version's metadata means
   * @param thresholds settings of the policy by their keys, over which the table's properties go
   * @param limits threads, memory and when a stripe is small
   */
  public Compactor(
      TransactionManager manager,
      Function<TableMetadata, TableShape> shapes,
      Map<String, String> thresholds,
      RewriteOptions limits) {
    this.manager = manager;
    this.shapes = shapes;
    this.thresholds = Map.copyOf(thresholds);
    this.limits = limits;
    CompactionOptions.of(this.thresholds, Map.of());
  }

  /** Paths of the partitions of the newest version. */
  public List<String> partitions() throws IOException {
    return List.copyOf(manager.log().newest().partitions());
  }

  /**
   * Leaves a compaction to a daemon.
   *
   * @return whether it was not asked for before
   */
  public boolean request(String partition, Optional<CompactionKind> kind) throws IOException {
    return manager.compactionRequests().add(partition, kind);
  }

  /**
   * What would be done with a partition now.
   *
   * @param asked the kind to explain; empty for what the policy picks
   */
  public CompactionExplanation explain(String partition, Optional<CompactionKind> asked)
      throws IOException {
    TableState state = manager.log().newest();
    PartitionStatistics statistics = statistics(state, partition);
    Decision decision = decide(state, statistics, asked);
    CompactionKind looked = decision.kind().or(() -> asked).orElse(CompactionKind.MAJOR);
    CompactionScope.Found scope =
        CompactionScope.of(state, partition, looked, decision.mostDirectories());
    boolean runs = decision.isDue() && scope.scope().isPresent();
    String reason =
        decision.isDue() && scope.scope().isEmpty() ? scope.reason() + "." : decision.reason();
    return new CompactionExplanation(
        partition,
        runs ? decision.kind() : Optional.empty(),
        reason,
        statistics.readAmplification(),
        statistics.deltaDirectories() + statistics.waiting().directories(),
        bytes(state, partition),
        runs ? Optional.of(CompactionEstimate.of(statistics, looked)) : Optional.empty(),
        manager.blocker(state));
  }

  private static long bytes(TableState state, String partition) {
    return state.directories(partition).stream()
        .flatMap(directory -> directory.files().stream())
        .mapToLong(DataFile::length)
        .sum();
  }

  private PartitionStatistics statistics(TableState state, String partition) throws IOException {
    return PartitionFigures.of(manager.log(), state, partition, limits);
  }

  private Decision decide(
      TableState state, PartitionStatistics statistics, Optional<CompactionKind> asked) {
    return asked.isPresent()
        ? Decision.asked(asked.get())
        : CompactionPolicy.pick(
            statistics, CompactionOptions.of(thresholds, state.metadata().properties()));
  }

  /**
   * Compacts a partition if there is reason to.
   *
   * @param asked the kind; empty for what the policy picks
   * @param listener hears how far the rewriting is
   * @param cancelled asked often; once it says yes, nothing is published and nothing is left
   * @throws java.util.concurrent.CancellationException if it was cancelled
   * @throws io.orcacid.error.CommitStateUnknownException if what became of the publication could
   *     not be found out; nothing was removed
   */
  public CompactionReport compact(
      String partition,
      Optional<CompactionKind> asked,
      RewriteListener listener,
      BooleanSupplier cancelled)
      throws IOException {
    long started = System.nanoTime();
    TableState state = manager.log().newest();
    Decision decision = decide(state, statistics(state, partition), asked);
    Optional<CompactionReport> idle = nothingToDo(state, partition, decision);
    if (idle.isPresent()) {
      return idle.get();
    }
    try (CompactionHandle handle = begin(partition, decision)) {
      RewriteResult written = PartitionRewrite.run(request(handle), listener, cancelled);
      return publish(handle, decision, written, started);
    } catch (WriteConflictException | UnsupportedTableException | ValidationException refused) {
      return notPublished(partition, decision, refused);
    }
  }

  /** Why nothing is done with a partition now; empty if there is reason to. */
  private static Optional<CompactionReport> nothingToDo(
      TableState state, String partition, Decision decision) throws IOException {
    if (!decision.isDue()) {
      return Optional.of(
          CompactionReport.without(
              partition, Optional.empty(), Outcome.NOTHING_TO_DO, decision.reason()));
    }
    CompactionScope.Found found =
        CompactionScope.of(
            state, partition, decision.kind().orElseThrow(), decision.mostDirectories());
    return found.scope().isPresent()
        ? Optional.empty()
        : Optional.of(
            CompactionReport.without(
                partition, decision.kind(), Outcome.NOTHING_TO_DO, found.reason() + "."));
  }

  private CompactionHandle begin(String partition, Decision decision) throws IOException {
    return manager.beginCompaction(
        partition, decision.kind().orElseThrow(), decision.mostDirectories());
  }

  /** Of this partition alone; others may be compacted all the same. */
  static CompactionReport notPublished(
      String partition, Decision decision, OrcAcidException refused) {
    // Of two that take locks, one gives way instead of doing the same work.
    Outcome outcome =
        refused instanceof WriteConflictException ? Outcome.OVERTAKEN : Outcome.REFUSED;
    return CompactionReport.without(partition, decision.kind(), outcome, refused.getMessage());
  }

  /**
   * Begins compactions of some partitions whose files are written by tasks elsewhere.
   *
   * @param asked the kind; empty for what the policy picks for each
   * @return to be closed
   * @throws UnsupportedTableException on an object store, where the files of tasks cannot be moved
   *     to their places
   */
  public DistributedCompaction distribute(List<String> partitions, Optional<CompactionKind> asked)
      throws IOException {
    if (!manager.log().storage().renames()) {
      throw new UnsupportedTableException(
          "Tasks write files that are moved to their places afterwards, and an object store cannot"
              + " move: compact this table in one process, with more threads",
          "path",
          manager.log().tablePath());
    }
    DistributedCompaction distributed = new DistributedCompaction(this);
    boolean begun = false;
    try {
      for (String partition : partitions) {
        begin(partition, asked, distributed);
      }
      begun = true;
      return distributed;
    } finally {
      if (!begun) {
        distributed.close();
      }
    }
  }

  private void begin(
      String partition, Optional<CompactionKind> asked, DistributedCompaction distributed)
      throws IOException {
    long started = System.nanoTime();
    TableState state = manager.log().newest();
    Decision decision = decide(state, statistics(state, partition), asked);
    Optional<CompactionReport> idle = nothingToDo(state, partition, decision);
    if (idle.isPresent()) {
      distributed.addReport(idle.get());
      return;
    }
    CompactionHandle handle = null;
    try {
      handle = begin(partition, decision);
      distributed.add(
          new DistributedCompaction.Part(
              handle, decision, DistributedRewrite.of(request(handle)), started));
      handle = null;
    } catch (WriteConflictException | UnsupportedTableException | ValidationException refused) {
      distributed.addReport(notPublished(partition, decision, refused));
    } finally {
      if (handle != null) {
        handle.close();
      }
    }
  }

  private RewriteRequest request(CompactionHandle handle) {
    TableState state = handle.state();
    return new RewriteRequest(
        manager.log().storage(),
        handle.partitionPath(),
        handle.layout(),
        shapes.apply(state.metadata()),
        state.snapshot("table").writeIds(),
        handle.output(),
        handle.outputDirectory(),
        state.metadata().properties(),
        limits);
  }

  CompactionReport publish(
      CompactionHandle handle, Decision decision, RewriteResult written, long started)
      throws IOException {
    List<DataDirectory> outputs = directories(handle, written);
    OptionalLong version;
    Outcome outcome;
    String reason;
    try {
      Committed committed =
          handle.describedBy(figures(decision, written.counts(), started)).publish(outputs);
      version = OptionalLong.of(committed.version());
      outcome = Outcome.PUBLISHED;
      reason = decision.reason();
    } catch (WriteConflictException overtaken) {
      version = OptionalLong.empty();
      outcome = Outcome.OVERTAKEN;
      reason = overtaken.getMessage();
    }
    return new CompactionReport(
        handle.partition(),
        decision.kind(),
        outcome,
        reason,
        version,
        handle.transaction(),
        written.inputs(),
        outputs.stream().map(DataDirectory::name).toList(),
        written.counts(),
        Duration.ofNanos(System.nanoTime() - started));
  }

  private static CompactionFigures figures(Decision decision, RewriteCounts counts, long started) {
    return new CompactionFigures(
        decision.reason(),
        Duration.ofNanos(System.nanoTime() - started),
        counts.bytesIn(),
        counts.bytesOut(),
        counts.rowsIn(),
        counts.rowsOut(),
        counts.stripesCopied(),
        counts.stripesEncoded());
  }

  private static List<DataDirectory> directories(CompactionHandle handle, RewriteResult written) {
    int schema = handle.state().metadata().schemaId();
    List<DataDirectory> directories = new ArrayList<>();
    for (RewriteResult.Directory directory : written.directories()) {
      List<DataFile> files = new ArrayList<>();
      for (RewriteResult.File file : directory.files()) {
        files.add(
            DataFile.of(
                file.name(),
                file.length(),
                file.events(),
                file.crc32c(),
                file.first(),
                file.last()));
      }
      directories.add(DataDirectory.of(directory.name(), schema, files));
    }
    return directories;
  }
}
