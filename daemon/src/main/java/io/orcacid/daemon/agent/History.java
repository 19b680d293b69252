package io.orcacid.daemon.agent;

import io.orcacid.CompactionInfo;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.daemon.schedule.DaemonTime;
import io.orcacid.daemon.schedule.Job;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.HistoryEntry.Outcome;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CompactionFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** Makes entries of the history: from a worker's report, or from a table's log. */
final class History {
  private static final Author SELF = Author.current().withAgent("orc-acid-daemon");

  private History() {}

  /** Of a compaction that this daemon published. */
  static HistoryEntry published(Job job, CompactionReport report, Instant now) {
    return new HistoryEntry(
        job.wish().place().table(),
        report.partition(),
        report.kind(),
        Outcome.READY_FOR_CLEANING,
        report.reason(),
        report.transaction(),
        report.version(),
        now,
        Optional.of(report.duration()),
        OptionalLong.of(report.counts().bytesIn()),
        OptionalLong.of(report.counts().bytesOut()),
        OptionalLong.of(report.counts().stripesCopied()),
        OptionalLong.of(report.counts().stripesEncoded()),
        OptionalLong.of(report.counts().rowsIn()),
        OptionalLong.of(report.counts().rowsOut()),
        who(SELF));
  }

  /** Of a compaction of this daemon that came to nothing. */
  static HistoryEntry without(Job job, Outcome outcome, String reason, DaemonTime time) {
    return new HistoryEntry(
        job.wish().place().table(),
        job.wish().place().partition(),
        job.wish().kind(),
        outcome,
        reason,
        0,
        OptionalLong.empty(),
        time.now(),
        Optional.of(Duration.ofNanos(time.nanos().getAsLong() - job.startedNanos())),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        who(SELF));
  }

  /** Of a published compaction that a table's log knows. */
  static HistoryEntry ofLog(String table, CompactionInfo info) {
    return new HistoryEntry(
        table,
        info.partition(),
        info.kind(),
        info.state() == CompactionInfo.State.SUCCEEDED
            ? Outcome.SUCCEEDED
            : Outcome.READY_FOR_CLEANING,
        info.figures().map(CompactionFigures::reason).orElse(""),
        info.transaction(),
        info.version(),
        info.committed().orElseThrow(),
        info.figures().map(CompactionFigures::duration),
        figure(info, CompactionFigures::bytesIn),
        figure(info, CompactionFigures::bytesOut),
        figure(info, CompactionFigures::stripesCopied),
        figure(info, CompactionFigures::stripesEncoded),
        figure(info, CompactionFigures::rowsIn),
        figure(info, CompactionFigures::rowsOut),
        who(info.author()));
  }

  private static OptionalLong figure(
      CompactionInfo info, ToLongFunction<CompactionFigures> figure) {
    return info.figures()
        .map(known -> OptionalLong.of(figure.applyAsLong(known)))
        .orElseGet(OptionalLong::empty);
  }

  /** User, machine and program. */
  static String who(Author author) {
    return author.agent().isEmpty()
        ? author.atHost()
        : author.atHost() + " (" + author.agent() + ")";
  }
}
