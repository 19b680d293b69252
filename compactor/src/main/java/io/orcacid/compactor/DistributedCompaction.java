package io.orcacid.compactor;

import io.orcacid.compactor.policy.Decision;
import io.orcacid.compactor.rewrite.DistributedRewrite;
import io.orcacid.compactor.rewrite.RewritePiece;
import io.orcacid.compactor.rewrite.RewriteResult;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.CompactionHandle;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compactions of some partitions of a table, begun, whose files are written by tasks, wherever they
 * run: {@link #pieces} travel to them, each gives back what one attempt of it wrote, and {@link
 * #publish} makes each partition's outputs live, or nothing of it. How often a piece is tried is
 * nobody's business but the caller's. Closed: what was not published is removed. Not thread-safe.
 */
public final class DistributedCompaction implements Closeable {
  private final Compactor compactor;
  private final List<Part> parts = new ArrayList<>();
  private final List<CompactionReport> reports = new ArrayList<>();

  /** One partition. */
  record Part(
      CompactionHandle handle, Decision decision, DistributedRewrite rewrite, long startedNanos) {}

  DistributedCompaction(Compactor compactor) {
    this.compactor = compactor;
  }

  void add(Part part) {
    parts.add(part);
  }

  void addReport(CompactionReport report) {
    reports.add(report);
  }

  /** What is to be written; empty if nothing is to be done. */
  public List<RewritePiece> pieces() {
    return parts.stream().flatMap(part -> part.rewrite().pieces().stream()).toList();
  }

  /**
   * Absolute path of the directory of unfinished files of a piece's partition: attempts write below
   * it, each in a directory of its own, and it goes with the compaction.
   */
  public String directory(RewritePiece piece) {
    return parts.stream()
        .filter(part -> part.handle().partitionPath().equals(piece.partition()))
        .map(part -> part.handle().temporaryPath())
        .findFirst()
        .orElseThrow(
            () ->
                new ValidationException(
                    "A piece of another compaction", "partition", piece.partition()));
  }

  /**
   * Publishes one partition after another.
   *
   * @param written what one attempt of each piece wrote
   * @return a report of each partition, also of those in which nothing was to be done
   * @throws ValidationException if a piece is missing or there twice
   * @throws io.orcacid.error.CommitStateUnknownException if what became of a publication could not
   *     be found out; nothing of it was removed
   */
  public List<CompactionReport> publish(Collection<RewritePiece.Written> written)
      throws IOException {
    Map<Part, List<RewritePiece.Written>> ofParts = new LinkedHashMap<>();
    parts.forEach(part -> ofParts.put(part, new ArrayList<>()));
    for (RewritePiece.Written one : written) {
      Part part =
          parts.stream()
              .filter(each -> one.directory().startsWith(each.handle().temporaryPath() + "/"))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ValidationException(
                          "A file of another compaction", "path", one.directory()));
      ofParts.get(part).add(one);
    }
    // All are put together before the first is published: a missing piece publishes nothing.
    Map<Part, RewriteResult> results = new LinkedHashMap<>();
    for (Map.Entry<Part, List<RewritePiece.Written>> each : ofParts.entrySet()) {
      results.put(each.getKey(), each.getKey().rewrite().collect(each.getValue()));
    }
    for (Map.Entry<Part, RewriteResult> each : results.entrySet()) {
      Part part = each.getKey();
      try {
        reports.add(
            compactor.publish(
                part.handle(), part.decision(), each.getValue(), part.startedNanos()));
      } catch (UnsupportedTableException | TransactionAbortedException refused) {
        // Of this partition; the work on the others is not lost for it.
        reports.add(Compactor.notPublished(part.handle().partition(), part.decision(), refused));
      }
    }
    return List.copyOf(reports);
  }

  @Override
  public void close() {
    parts.forEach(part -> part.handle().close());
  }
}
