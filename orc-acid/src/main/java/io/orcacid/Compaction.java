package io.orcacid;

import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.compactor.Compactor;
import io.orcacid.compactor.DistributedCompaction;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A compaction to be described and then run: {@code table.compaction().major().run()}. Without a
 * kind the policy decides for each partition whether one is due. Immutable, each method returns
 * another one; may be run any number of times, by several threads and processes at once.
 *
 * <p>Rows, row ids and every older version stay as they are; what is replaced stays on disk until a
 * clean.
 */
public final class Compaction {
  private final Compactor compactor;
  private final Optional<CompactionKind> kind;
  private final List<String> partitions;
  private final ProgressListener listener;
  private final BooleanSupplier cancelled;
  private final Steps steps;

  /** How far one run goes. */
  private enum Steps {
    /** Until the policy asks for nothing more. */
    ALL,
    ONE
  }

  /** Hears how far a compaction is; called by every thread that writes, one at a time. */
  @FunctionalInterface
  public interface ProgressListener {
    /** Called after each stripe that was copied and each batch that was encoded. */
    void progress(Progress progress);
  }

  /**
   * How far a compaction is.
   *
   * @param partition path of the partition that is worked on
   * @param bytesDone bytes of its input files done
   * @param bytesTotal bytes of all its input files
   * @param rowsDone events of its input files done
   * @param rowsTotal events of all its input files
   */
  public record Progress(
      String partition, long bytesDone, long bytesTotal, long rowsDone, long rowsTotal) {}

  Compaction(Compactor compactor) {
    this(compactor, Optional.empty(), List.of(), progress -> {}, () -> false, Steps.ALL);
  }

  private Compaction(
      Compactor compactor,
      Optional<CompactionKind> kind,
      List<String> partitions,
      ProgressListener listener,
      BooleanSupplier cancelled,
      Steps steps) {
    this.compactor = compactor;
    this.kind = kind;
    this.partitions = partitions;
    this.listener = listener;
    this.cancelled = cancelled;
    this.steps = steps;
  }

  /** All deltas above the base to one delta and one delete delta. */
  public Compaction minor() {
    return new Compaction(
        compactor, Optional.of(CompactionKind.MINOR), partitions, listener, cancelled, steps);
  }

  /** Everything to one base, without deleted rows. */
  public Compaction major() {
    return new Compaction(
        compactor, Optional.of(CompactionKind.MAJOR), partitions, listener, cancelled, steps);
  }

  /**
   * Only this partition; may be said several times.
   *
   * @param path such as {@code day=2026-11-30}
   */
  public Compaction partition(String path) {
    List<String> more = new ArrayList<>(partitions);
    more.add(path);
    return new Compaction(compactor, kind, List.copyOf(more), listener, cancelled, steps);
  }

  /** Tells a listener how far it is. */
  public Compaction onProgress(ProgressListener heard) {
    return new Compaction(compactor, kind, partitions, heard, cancelled, steps);
  }

  /**
   * Ends soon after this says yes, with {@link java.util.concurrent.CancellationException}: what
   * was published stays, the rest is gone.
   */
  public Compaction cancelledWhen(BooleanSupplier asked) {
    return new Compaction(compactor, kind, partitions, listener, asked, steps);
  }

  /**
   * Does at most one compaction of each partition, also where more would be due afterwards: for
   * those who decide anew after each.
   */
  public Compaction oneStep() {
    return new Compaction(compactor, kind, partitions, listener, cancelled, Steps.ONE);
  }

  /**
   * Leaves it to a daemon that looks after the table: asks for a compaction of each partition, kept
   * beside the log until it is done.
   *
   * @return how many were not asked for before
   * @throws ValidationException for a partition that the table has not
   */
  public int request() throws IOException {
    int added = 0;
    for (String partition : chosen()) {
      added += compactor.request(partition, kind) ? 1 : 0;
    }
    return added;
  }

  /**
   * Compacts one partition after another. Without a kind each partition is compacted until the
   * policy asks for nothing more: one with very many deltas takes several steps.
   *
   * @return a report of each compaction, and of each partition for which there was nothing to do
   * @throws ValidationException for a partition that the table has not
   * @throws io.orcacid.error.CorruptFileException if an input contradicts the format, or an output
   *     does not read as it was written; nothing of that partition was published
   */
  public List<CompactionReport> run() throws IOException {
    List<CompactionReport> reports = new ArrayList<>();
    for (String partition : chosen()) {
      CompactionReport report = step(partition);
      reports.add(report);
      while (steps == Steps.ALL
          && kind.isEmpty()
          && report.outcome() == CompactionReport.Outcome.PUBLISHED) {
        report = step(partition);
        if (report.outcome() == CompactionReport.Outcome.PUBLISHED) {
          reports.add(report);
        }
      }
    }
    return reports;
  }

  private CompactionReport step(String partition) throws IOException {
    return compactor.compact(
        partition,
        kind,
        at ->
            listener.progress(
                new Progress(
                    partition, at.bytesDone(), at.bytesTotal(), at.rowsDone(), at.rowsTotal())),
        cancelled);
  }

  /**
   * Begins one compaction of each partition of which there is reason to, whose files are written by
   * tasks elsewhere, such as those of a job.
   *
   * @return to be closed; its reports tell of the partitions in which nothing is to be done
   * @throws ValidationException for a partition that the table has not
   */
  public DistributedCompaction distribute() throws IOException {
    return compactor.distribute(chosen(), kind);
  }

  /** What {@link #run} would do with each partition, and why; changes nothing. */
  public List<CompactionExplanation> explain() throws IOException {
    List<CompactionExplanation> explanations = new ArrayList<>();
    for (String partition : chosen()) {
      explanations.add(compactor.explain(partition, kind));
    }
    return explanations;
  }

  private List<String> chosen() throws IOException {
    List<String> all = compactor.partitions();
    for (String wanted : partitions) {
      if (!all.contains(wanted)) {
        throw new ValidationException(
            "The table has no such partition: see inspect", "partition", wanted);
      }
    }
    return partitions.isEmpty() ? all : partitions;
  }
}
