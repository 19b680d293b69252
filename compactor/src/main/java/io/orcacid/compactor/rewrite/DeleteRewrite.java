package io.orcacid.compactor.rewrite;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.reader.DeleteCursor;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.DeleteMerge;
import io.orcacid.reader.ScanStatistics;
import io.orcacid.writer.DeleteEventFile;
import io.orcacid.writer.EventFile;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.util.List;

/**
 * Merges the delete events of one bucket into one file. Of several deletes of one row the one with
 * the smallest currentTransaction stays: two in one file make Hive lose others (FORMAT.md §7.5).
 * Not thread-safe.
 */
final class DeleteRewrite {
  private static final int EVENTS_BETWEEN_CHECKS = 1 << 16;

  private final RewriteRequest request;
  private final Work work;
  private final int bucket;
  private final List<DeleteFile> files;
  private final ScanStatistics statistics = new ScanStatistics();
  private long events;
  private long repeated;
  private boolean pending;
  private long writeId;
  private int bucketProperty;
  private long rowId;
  private long currentWriteId;

  DeleteRewrite(RewriteRequest request, Work work, int bucket, List<DeleteFile> files) {
    this.request = request;
    this.work = work;
    this.bucket = bucket;
    this.files = files;
  }

  Outcome run(String directory) throws IOException {
    DeleteEventFile out =
        DeleteEventFile.create(
            request.storage(), directory, bucket, request.shape().data(), request.properties());
    WriteResult.File written;
    try (DeleteMerge merge =
        DeleteMerge.open(request.storage(), files, request.writeIds(), statistics)) {
      for (DeleteCursor next = merge.poll(); next != null; next = merge.poll()) {
        take(next, out);
      }
      if (pending) {
        out.add(writeId, bucketProperty, rowId, currentWriteId);
      }
      written = out.finish();
    } catch (IOException | RuntimeException e) {
      Cleanup.afterFailure(e, out::abandon);
      throw e;
    }
    requireEveryEvent(written.events(), directory);
    OutputCheck.check(
        request.storage(),
        directory,
        written,
        out.lastOfStripes(),
        EventFile.Kind.DELETES,
        AcidSchema.of(request.shape().data()),
        work);
    long bytes = files.stream().mapToLong(DeleteFile::length).sum();
    work.expect(0, statistics.deleteEvents());
    work.done(bytes, statistics.deleteEvents());
    return new Outcome(
        Outcome.file(written),
        new RewriteCounts(
            0,
            out.lastOfStripes().size(),
            bytes,
            written.length(),
            0,
            0,
            0,
            0,
            0,
            statistics.deleteEvents(),
            written.events()));
  }

  private void take(DeleteCursor next, DeleteEventFile out) throws IOException {
    if (++events % EVENTS_BETWEEN_CHECKS == 0) {
      work.check();
    }
    if (pending
        && next.rowId() == rowId
        && next.bucketProperty() == bucketProperty
        && next.writeId() == writeId) {
      currentWriteId = Math.min(currentWriteId, next.currentWriteId());
      repeated++;
      return;
    }
    if (pending) {
      out.add(writeId, bucketProperty, rowId, currentWriteId);
    }
    pending = true;
    writeId = next.writeId();
    bucketProperty = next.bucketProperty();
    rowId = next.rowId();
    currentWriteId = next.currentWriteId();
  }

  private void requireEveryEvent(long written, String directory) {
    if (statistics.deleteEvents() != written + repeated + statistics.deleteEventsPassedOver()) {
      throw new CorruptFileException(
          "A compaction would lose deletes, so nothing of it may be published: verify the table",
          "directory",
          directory,
          "bucket",
          bucket,
          "in",
          statistics.deleteEvents(),
          "out",
          written,
          "repeated",
          repeated,
          "passedOver",
          statistics.deleteEventsPassedOver());
    }
  }
}
