package io.orcacid.compactor.rewrite;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.StripeSource;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.DeletedRows;
import io.orcacid.reader.InsertEvents;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanStatistics;
import io.orcacid.writer.EventFile;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Writes the insert events of one bucket to one file, and checks the file. Not thread-safe. */
final class InsertRewrite {
  private final RewriteRequest request;
  private final Storage storage;
  private final Work work;
  private final int bucket;
  private final List<InputFile> files;
  private final List<DeleteFile> deletes;
  private final TypeDescription schema;
  private final ScanStatistics statistics = new ScanStatistics();
  private final VectorizedRowBatch events = new VectorizedRowBatch(AcidSchema.ROW + 1, 0);
  private final StructColumnVector row;
  private EventFile out;
  private StripeSource source;
  private long stripesCopied;
  private long bytesDone;
  private long rowsDone;

  InsertRewrite(
      RewriteRequest request,
      Work work,
      int bucket,
      List<InputFile> files,
      List<DeleteFile> deletes) {
    this.request = request;
    this.storage = request.storage();
    this.work = work;
    this.bucket = bucket;
    this.files = files;
    this.deletes = deletes;
    this.schema = AcidSchema.of(request.shape().data());
    this.row =
        new StructColumnVector(
            VectorizedRowBatch.DEFAULT_SIZE,
            new org.apache.hadoop.hive.ql.exec.vector.ColumnVector
                [request.shape().data().getChildren().size()]);
    LongColumnVector operation = new LongColumnVector(1);
    operation.fill(AcidSchema.INSERT);
    events.cols[AcidSchema.OPERATION] = operation;
    events.cols[AcidSchema.ROW] = row;
  }

  Outcome run(String directory) throws IOException {
    DeletedRows deleted =
        DeletedRows.of(
            storage,
            deletes,
            request.writeIds(),
            request.options().deleteMemory() / request.options().threads(),
            statistics);
    BucketPlan plan;
    try (DeletedRows.Pass pass = deleted.pass()) {
      plan = BucketPlanner.plan(storage, files, pass, request.options());
    }
    out =
        EventFile.create(
            storage,
            directory,
            BucketFileName.of(bucket),
            EventFile.Kind.INSERTS,
            schema,
            request.properties(),
            plan.format());
    WriteResult.File written;
    try (DeletedRows.Pass pass = deleted.pass()) {
      for (BucketPlan.Step step : plan.steps()) {
        if (step instanceof BucketPlan.Copy copy) {
          copy(copy);
        } else if (step instanceof BucketPlan.Encode encode) {
          encode(encode, pass);
        }
      }
      closeSource();
      written = out.finish();
    } catch (IOException | RuntimeException e) {
      Cleanup.afterFailure(e, this::closeSource, out::abandon);
      throw e;
    }
    RewriteCounts counts = counts(plan, written, deleted.events());
    // Footers, deletes, and stripes that no step had to read.
    done(counts.bytesIn() - bytesDone, counts.rowsIn() - rowsDone);
    requireEveryRow(counts, directory);
    OutputCheck.check(
        storage, directory, written, out.lastOfStripes(), EventFile.Kind.INSERTS, schema, work);
    return new Outcome(Outcome.file(written), counts);
  }

  private void done(long bytes, long rows) {
    bytesDone += bytes;
    rowsDone += rows;
    work.done(bytes, rows);
  }

  private void copy(BucketPlan.Copy copy) throws IOException {
    work.check();
    InputFile.Stripe stripe = copy.stripe();
    DataFile file = stripe.file();
    if (source == null || !source.input().path().equals(file.path())) {
      closeSource();
      source = StripeSource.open(storage, file.path(), file.length());
    }
    out.append(source, stripe.index(), copy.first(), copy.last());
    stripesCopied++;
    done(stripe.length(), stripe.rows());
  }

  private void encode(BucketPlan.Encode encode, DeletedRows.Pass deleted) throws IOException {
    closeSource();
    long rows = 0;
    try (InsertEvents inserts =
        InsertEvents.open(
            storage, request.shape(), request.writeIds(), encode.ranges(), statistics)) {
      for (Optional<ScanBatch> batch = inserts.next(); batch.isPresent(); batch = inserts.next()) {
        rows += batch.get().rows().size;
        done(0, batch.get().rows().size);
        deleted.removeFrom(batch.get());
        add(batch.get());
      }
    }
    done(encode.bytes(), encode.rows() - rows);
  }

  private void add(ScanBatch batch) throws IOException {
    VectorizedRowBatch rows = batch.rows();
    int size = rows.size;
    if (size == 0) {
      return;
    }
    int[] selected = rows.selected;
    requireAscending(batch, selected, size);
    System.arraycopy(rows.cols, 0, row.fields, 0, row.fields.length);
    events.cols[AcidSchema.ORIGINAL_WRITE_ID] = batch.writeIds();
    events.cols[AcidSchema.BUCKET] = batch.bucketProperties();
    events.cols[AcidSchema.ROW_ID] = batch.rowIds();
    // The same transaction: another one was refused while the event was read.
    events.cols[AcidSchema.CURRENT_WRITE_ID] = batch.writeIds();
    events.selected = selected;
    events.selectedInUse = selected[size - 1] != size - 1;
    events.size = size;
    out.add(events, batch.id(selected[0]), batch.id(selected[size - 1]));
  }

  private void requireAscending(ScanBatch batch, int[] selected, int size) {
    for (int i = 1; i < size; i++) {
      int one = selected[i - 1];
      int other = selected[i];
      if (RowIdOrder.compare(
              batch.writeId(one),
              batch.bucketProperty(one),
              batch.rowId(one),
              batch.writeId(other),
              batch.bucketProperty(other),
              batch.rowId(other))
          >= 0) {
        throw new CorruptFileException(
            "Events would be written out of order: an input is not sorted, or two hold one row",
            "partition",
            request.partition(),
            "bucket",
            bucket,
            "rowId",
            batch.id(other));
      }
    }
  }

  private void closeSource() throws IOException {
    if (source != null) {
      StripeSource closing = source;
      source = null;
      closing.close();
    }
  }

  private RewriteCounts counts(BucketPlan plan, WriteResult.File written, long deletesIn) {
    return new RewriteCounts(
        stripesCopied,
        out.lastOfStripes().size() - stripesCopied,
        files.stream().mapToLong(file -> file.file().length()).sum()
            + deletes.stream().mapToLong(DeleteFile::length).sum(),
        written.length(),
        files.stream().mapToLong(InputFile::rows).sum(),
        written.events(),
        statistics.rowsDeleted(),
        statistics.rowsInvisible() + plan.rowsInvisible(),
        statistics.rowsInBase() + plan.rowsInBase(),
        deletesIn,
        0);
  }

  /** A row that is neither written nor dropped for a reason is a row lost. */
  private void requireEveryRow(RewriteCounts counts, String directory) {
    if (counts.rowsIn() != counts.rowsOut() + counts.rowsDropped()) {
      throw new CorruptFileException(
          "A compaction would lose or double rows, so nothing of it may be published: "
              + "the inputs or this engine are at fault, verify the table",
          "directory",
          directory,
          "bucket",
          bucket,
          "counts",
          counts);
    }
  }
}
