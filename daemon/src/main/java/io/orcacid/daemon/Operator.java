package io.orcacid.daemon;

import io.orcacid.AcidTable;
import io.orcacid.Compaction;
import io.orcacid.TableInspection;
import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.compactor.clean.CleanPlan;
import io.orcacid.daemon.agent.DaemonContext;
import io.orcacid.daemon.schedule.Failure;
import io.orcacid.daemon.table.Observation;
import io.orcacid.daemon.table.WatchedTable;
import io.orcacid.daemon.view.CleanerBlock;
import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.daemon.view.DaemonStatus;
import io.orcacid.daemon.view.FileStatus;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.LeaseStatus;
import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.TableDetail;
import io.orcacid.daemon.view.TableStatus;
import io.orcacid.daemon.view.TransactionStatus;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The operator's view of a daemon. Thread-safe. */
final class Operator implements DaemonControl {
  /** A page whose table takes long asks for it again meanwhile; others must get their answers. */
  private static final int DETAILS_AT_A_TIME = 3;

  private final DaemonContext context;
  private final Supplier<DaemonStatus> status;
  private final Runnable drain;
  private final Semaphore details = new Semaphore(DETAILS_AT_A_TIME);

  /**
   * A view of a daemon.
   *
   * @param status how the daemon itself is
   * @param drain begins to end it
   */
  Operator(DaemonContext context, Supplier<DaemonStatus> status, Runnable drain) {
    this.context = context;
    this.status = status;
    this.drain = drain;
  }

  @Override
  public DaemonStatus status() {
    return status.get();
  }

  @Override
  public List<TableStatus> tables() {
    Set<String> working = context.queue().workingTables();
    return context.tables().all().stream()
        .map(table -> status(table, working))
        .sorted(
            Comparator.comparingInt(TableStatus::readAmplification)
                .reversed()
                .thenComparing(TableStatus::path))
        .toList();
  }

  private TableStatus status(WatchedTable table, Set<String> working) {
    Optional<Observation> seen = table.observation();
    Optional<Failure> failure = context.queue().failure(table.path());
    Optional<CompactionExplanation> worst = seen.flatMap(Observation::worst);
    TableStatus.State state = state(table, seen, failure, working);
    return new TableStatus(
        table.path(),
        table.pool(),
        state,
        reason(table, state, seen, failure),
        worst.map(CompactionExplanation::readAmplification).orElse(0),
        worst.map(CompactionExplanation::partition).orElse(""),
        seen.map(one -> one.partitions().size()).orElse(0),
        seen.map(one -> one.due().size()).orElse(0),
        seen.map(one -> OptionalLong.of(one.version())).orElseGet(OptionalLong::empty),
        sum(seen, CompactionExplanation::deltaDirectories),
        sum(seen, CompactionExplanation::bytes),
        failure.map(Failure::count).orElse(0),
        failure.map(Failure::next),
        seen.flatMap(Observation::lastCompaction),
        seen.map(Observation::time));
  }

  private static long sum(
      Optional<Observation> seen, ToLongFunction<CompactionExplanation> figure) {
    return seen.stream().flatMap(one -> one.partitions().stream()).mapToLong(figure).sum();
  }

  private TableStatus.State state(
      WatchedTable table,
      Optional<Observation> seen,
      Optional<Failure> failure,
      Set<String> working) {
    if (context.queue().isPaused(Optional.of(table.path()))) {
      return TableStatus.State.PAUSED;
    }
    if (table.trouble().isPresent()) {
      return TableStatus.State.UNREADABLE;
    }
    if (working.contains(table.path())) {
      return TableStatus.State.WORKING;
    }
    if (failure.isPresent()) {
      return TableStatus.State.BACKING_OFF;
    }
    if (seen.isEmpty()) {
      return TableStatus.State.NEW;
    }
    return seen.get().due().isEmpty() ? TableStatus.State.QUIET : TableStatus.State.DUE;
  }

  private static String reason(
      WatchedTable table,
      TableStatus.State state,
      Optional<Observation> seen,
      Optional<Failure> failure) {
    String sentence =
        switch (state) {
          case UNREADABLE -> table.trouble().orElse("");
          case PAUSED -> "The operator paused it.";
          case NEW -> "It was not looked at yet.";
          default ->
              failure
                  .map(Failure::reason)
                  .or(() -> seen.flatMap(Operator::explanation).map(CompactionExplanation::reason))
                  .orElse("It has no rows.");
        };
    return table
        .uncleaned()
        .map(why -> sentence + " It could not be cleaned: " + why)
        .orElse(sentence);
  }

  /** What is due first, else why nothing is where readers pay most. */
  private static Optional<CompactionExplanation> explanation(Observation seen) {
    return seen.due().stream()
        .max(Comparator.comparingInt(CompactionExplanation::readAmplification))
        .or(seen::worst);
  }

  private WatchedTable find(String path) {
    return context
        .tables()
        .find(path)
        .orElseThrow(
            () -> new ValidationException("The daemon looks after no such table", "table", path));
  }

  @Override
  public TableDetail table(String path) throws IOException {
    WatchedTable watched = find(path);
    if (!details.tryAcquire()) {
      throw new IOException(
          DETAILS_AT_A_TIME + " tables are being read for others: ask again in a moment");
    }
    try {
      return detail(watched);
    } finally {
      details.release();
    }
  }

  private TableDetail detail(WatchedTable watched) throws IOException {
    try (WatchedTable.Use use = watched.use()) {
      AcidTable table = use.table();
      CleanPlan plan =
          watched.cleanPlan().isPresent() ? watched.cleanPlan().get() : use.cleaning().dryRun();
      return TableDetails.of(
          status(watched, context.queue().workingTables()),
          table.inspect(),
          table.compaction().explain(),
          plan);
    }
  }

  @Override
  public List<FileStatus> files(String path, String partition, String directory)
      throws IOException {
    try (WatchedTable.Use use = find(path).use()) {
      List<FileStatus> files = new ArrayList<>();
      for (TableInspection.File file : use.table().files(partition, directory)) {
        files.add(
            new FileStatus(
                file.name(), file.bytes(), file.rows(), file.crc32c(), file.first(), file.last()));
      }
      return files;
    }
  }

  @Override
  public List<QueueEntry> queue() {
    return context.queue().entries();
  }

  @Override
  public List<HistoryEntry> history() {
    return Stream.concat(
            observations().flatMap(one -> one.history().stream()), context.unpublished().stream())
        .sorted(Comparator.comparing(HistoryEntry::ended).reversed())
        .limit(context.config().history())
        .toList();
  }

  private Stream<Observation> observations() {
    return context.tables().all().stream().flatMap(table -> table.observation().stream());
  }

  @Override
  public List<CleanerBlock> cleanerBlocks() {
    List<CleanerBlock> blocks = new ArrayList<>();
    for (WatchedTable table : context.tables().all()) {
      table
          .cleanPlan()
          .ifPresent(
              plan ->
                  plan.held()
                      .forEach(
                          held ->
                              blocks.add(
                                  new CleanerBlock(
                                      table.path(),
                                      held.partition(),
                                      held.name(),
                                      held.bytes(),
                                      held.reason()))));
    }
    blocks.sort(
        Comparator.comparingLong(CleanerBlock::bytes)
            .reversed()
            .thenComparing(CleanerBlock::table)
            .thenComparing(CleanerBlock::directory));
    return blocks;
  }

  @Override
  public List<TransactionStatus> transactions() {
    return observations().flatMap(one -> one.transactions().stream()).toList();
  }

  @Override
  public List<LeaseStatus> leases() {
    return observations().flatMap(one -> one.leases().stream()).toList();
  }

  @Override
  public int compact(String path, Optional<String> partition, Optional<CompactionKind> kind)
      throws IOException {
    WatchedTable watched = find(path);
    try (WatchedTable.Use use = watched.use()) {
      Compaction compaction = use.table().compaction();
      Compaction placed = partition.map(compaction::partition).orElse(compaction);
      int added =
          kind.map(one -> one == CompactionKind.MAJOR ? placed.major() : placed.minor())
              .orElse(placed)
              .request();
      context.checks().hurry(path);
      return added;
    }
  }

  @Override
  public void clean(String path) {
    context.cleanings().hurry(find(path).path());
  }

  @Override
  public void pause(Optional<String> path) {
    context.queue().pause(path.map(one -> find(one).path()));
  }

  @Override
  public void resume(Optional<String> path) {
    context.queue().resume(path.map(one -> find(one).path()));
    path.ifPresent(context.checks()::hurry);
  }

  @Override
  public void abort(String path, long writeId) throws IOException {
    try (WatchedTable.Use use = find(path).use()) {
      use.table().abort(writeId);
      context.checks().hurry(path);
    }
  }

  @Override
  public void drain() {
    drain.run();
  }
}
