package io.orcacid.daemon.agent;

import io.orcacid.AcidTable;
import io.orcacid.Compaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.daemon.schedule.Failure;
import io.orcacid.daemon.schedule.Job;
import io.orcacid.daemon.schedule.Wish;
import io.orcacid.daemon.table.WatchedTable;
import io.orcacid.daemon.view.DaemonListener;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.HistoryEntry.Outcome;
import io.orcacid.daemon.view.QueueEntry.Origin;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.CompactionRequest;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes compactions from the queue and does them, one at a time and one step of each: what is due
 * afterwards is found anew. Not thread-safe; a daemon has several.
 */
public final class WorkerAgent implements Agent {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerAgent.class);

  private final DaemonContext context;
  private final int number;

  /**
   * An agent of a daemon.
   *
   * @param number tells it from the others, 1 or more
   */
  public WorkerAgent(DaemonContext context, int number) {
    this.context = context;
    this.number = number;
  }

  @Override
  public String name() {
    return "worker-" + number;
  }

  @Override
  public int doWork() {
    Optional<Job> taken = context.queue().take();
    if (taken.isEmpty()) {
      return 0;
    }
    Job job = taken.get();
    long begun = System.nanoTime();
    DaemonListener.Result result = DaemonListener.Result.DONE;
    try {
      compact(job);
    } catch (CancellationException givenUp) {
      context.queue().handedBack(job);
      ended(job, Outcome.HANDED_BACK, "The daemon ended first.");
    } catch (IOException | RuntimeException | Error e) {
      // An error too: the next partition may need less memory, and this one's turn must end.
      result = DaemonListener.Result.FAILED;
      failed(job, Outcome.FAILED, Reasons.of(e));
    }
    context.listener().round(DaemonListener.Agent.WORKER, result, System.nanoTime() - begun);
    return 1;
  }

  private void compact(Job job) throws IOException {
    Wish wish = job.wish();
    Optional<WatchedTable> watched = context.tables().find(wish.place().table());
    if (watched.isEmpty()) {
      context.queue().done(job);
      return;
    }
    context.listener().started(wish.place().table(), wish.pool(), wish.kind());
    try (WatchedTable.Use use = watched.get().use()) {
      // Those that are there now, whoever wants the compaction: a later one is not served by it.
      List<CompactionRequest> requests = requests(use.table(), wish);
      if (wish.origin() == Origin.REQUEST && requests.isEmpty()) {
        // Another daemon did it.
        context.queue().done(job);
      } else {
        compact(job, use.table(), requests);
      }
    }
    context.checks().hurry(wish.place().table());
  }

  private void compact(Job job, AcidTable table, List<CompactionRequest> requests)
      throws IOException {
    Optional<CompactionKind> kind = kind(requests);
    CompactionReport report;
    try {
      report = described(table, job, kind).run().get(0);
    } catch (ValidationException gone) {
      // Such as a partition that was dropped since: nobody can do what was asked for.
      answer(table, requests);
      context.queue().done(job);
      ended(job, Outcome.REFUSED, Reasons.of(gone));
      return;
    }
    settle(job, table, served(requests, kind), report);
  }

  /** A major compaction does what a minor one would; what is due is asked for until nothing is. */
  private static List<CompactionRequest> served(
      List<CompactionRequest> requests, Optional<CompactionKind> kind) {
    boolean major = kind.filter(one -> one == CompactionKind.MAJOR).isPresent();
    return requests.stream()
        .filter(one -> one.kind().equals(kind) || major && one.kind().isPresent())
        .toList();
  }

  private static List<CompactionRequest> requests(AcidTable table, Wish wish) throws IOException {
    return table.compactionRequests().all().stream()
        .filter(request -> request.partition().equals(wish.place().partition()))
        .toList();
  }

  /** Of several requests the one that does most; without one what the thresholds ask for. */
  private static Optional<CompactionKind> kind(List<CompactionRequest> requests) {
    List<CompactionKind> asked =
        requests.stream().flatMap(request -> request.kind().stream()).toList();
    return asked.contains(CompactionKind.MAJOR)
        ? Optional.of(CompactionKind.MAJOR)
        : asked.stream().findFirst();
  }

  private Compaction described(AcidTable table, Job job, Optional<CompactionKind> kind) {
    Compaction compaction =
        table
            .compaction()
            .oneStep()
            .partition(job.wish().place().partition())
            .cancelledWhen(context::isHandingBack)
            .onProgress(new Pace(job));
    return kind.map(one -> one == CompactionKind.MAJOR ? compaction.major() : compaction.minor())
        .orElse(compaction);
  }

  /** Tells how far a job is, and slows it down to what the throttle lets through. */
  private final class Pace implements Compaction.ProgressListener {
    private final Job job;
    private long bytes;

    Pace(Job job) {
      this.job = job;
    }

    @Override
    public void progress(Compaction.Progress at) {
      job.progress(
          at.bytesDone(),
          at.bytesTotal(),
          at.rowsDone(),
          at.rowsTotal(),
          context.time().nanos().getAsLong());
      long more = Math.max(0, at.bytesDone() - bytes);
      bytes = at.bytesDone();
      context.throttle().acquire(more, context::isHandingBack);
    }
  }

  private void settle(
      Job job, AcidTable table, List<CompactionRequest> requests, CompactionReport report)
      throws IOException {
    switch (report.outcome()) {
      case PUBLISHED -> {
        // One for what is due stays until nothing is.
        answer(table, requests.stream().filter(one -> one.kind().isPresent()).toList());
        context.queue().done(job);
        published(job, report);
      }
      case NOTHING_TO_DO -> {
        answer(table, requests);
        context.queue().done(job);
        if (!requests.isEmpty()) {
          ended(job, Outcome.NOTHING_TO_DO, report.reason());
        }
      }
      case OVERTAKEN -> {
        if (report.transaction() == 0) {
          context.queue().heldElsewhere(job, "another process (" + report.reason() + ")");
        } else {
          context.queue().handedBack(job);
          ended(job, Outcome.OVERTAKEN, report.reason());
        }
      }
      case REFUSED -> {
        answer(table, requests);
        failed(job, Outcome.REFUSED, report.reason());
      }
    }
  }

  private static void answer(AcidTable table, List<CompactionRequest> requests) throws IOException {
    for (CompactionRequest request : requests) {
      table.compactionRequests().remove(request);
    }
  }

  private void failed(Job job, Outcome outcome, String reason) {
    Failure failure = context.queue().failed(job, reason);
    LOG.warn(
        "{} {}: failed {} times, tried again at {}: {}",
        job.wish().place().table(),
        job.wish().place().partition(),
        failure.count(),
        failure.next(),
        reason);
    ended(job, outcome, reason);
  }

  private void published(Job job, CompactionReport report) {
    LOG.info(
        "{} {}: {} compaction made version {}: {} directories to {}, {} stripes copied, {} encoded",
        job.wish().place().table(),
        report.partition(),
        report.kind().map(Enum::name).orElse(""),
        report.version().orElse(-1),
        report.inputs().size(),
        report.outputs(),
        report.counts().stripesCopied(),
        report.counts().stripesEncoded());
    context
        .listener()
        .ended(History.published(job, report, context.time().now()), job.wish().pool());
  }

  private void ended(Job job, Outcome outcome, String reason) {
    HistoryEntry entry = History.without(job, outcome, reason, context.time());
    context.remember(entry);
    context.listener().ended(entry, job.wish().pool());
  }
}
