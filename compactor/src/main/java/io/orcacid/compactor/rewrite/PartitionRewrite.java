package io.orcacid.compactor.rewrite;

import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.PartitionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.orc.TypeDescription;

/**
 * Writes one partition anew, into directories of its own: the work of a compaction between its plan
 * and its publication (PROTOCOL.md R9, R16). What it returns is durable and was read again; if it
 * throws, nothing is left of it and nothing may be published.
 *
 * <p>Not its business: which write ids are resolved, who else compacts, renaming and the log.
 */
public final class PartitionRewrite {
  private final RewriteRequest request;
  private final Storage storage;
  private final Work work;
  private final List<String> made = new ArrayList<>();

  private PartitionRewrite(RewriteRequest request, Work work) {
    this.request = request;
    this.storage = request.storage();
    this.work = work;
  }

  /**
   * Runs a rewrite.
   *
   * @param request what to write
   * @param listener hears how far it is
   * @param cancelled asked often; once it says yes, or the thread is interrupted, the rewrite ends
   * @throws CancellationException if it was cancelled
   * @throws io.orcacid.error.ValidationException for an output that the inputs do not fit in
   * @throws io.orcacid.error.UnsupportedTableException for layouts and files that are refused
   * @throws io.orcacid.error.CorruptFileException if an input contradicts the format, or the output
   *     does not read as it was written
   */
  public static RewriteResult run(
      RewriteRequest request, RewriteListener listener, BooleanSupplier cancelled)
      throws IOException {
    return new PartitionRewrite(request, new Work(listener, cancelled)).run();
  }

  /** Runs a rewrite that nobody watches. */
  public static RewriteResult run(RewriteRequest request) throws IOException {
    return run(request, RewriteListener.NONE, () -> false);
  }

  private RewriteResult run() throws IOException {
    PartitionLayout part = InputSelection.of(request);
    work.check();
    if (!request.isInPlace()) {
      storage.createDirectoryExclusively(request.outputDirectory());
    }
    try (Tasks tasks = new Tasks(request.options().threads(), work)) {
      return write(part, tasks);
    } catch (IOException | RuntimeException e) {
      RuntimeException cancelled =
          e instanceof IOException && Thread.currentThread().isInterrupted()
              ? new CancellationException("The compaction was interrupted; nothing of it is left")
              : null;
      Cleanup.afterFailure(e, this::removeOutputs);
      if (cancelled != null) {
        cancelled.addSuppressed(e);
        throw cancelled;
      }
      throw e;
    }
  }

  private void removeOutputs() throws IOException {
    if (!request.isInPlace()) {
      storage.delete(request.outputDirectory());
      return;
    }
    for (String directory : made) {
      storage.delete(directory);
    }
  }

  private RewriteResult write(PartitionLayout part, Tasks tasks) throws IOException {
    PartitionFiles files = PartitionFiles.of(storage, request.partition(), part);
    List<InputFile> inputs = footers(files.data(), tasks);
    for (InputFile input : inputs) {
      work.expect(input.file().length(), input.rows());
    }
    for (DeleteFile delete : files.deletes()) {
      work.expect(delete.length(), 0);
    }
    List<RewriteResult.Directory> directories = new ArrayList<>();
    RewriteCounts counts = RewriteCounts.NOTHING;
    List<Callable<Outcome>> inserts = new ArrayList<>();
    List<Callable<Outcome>> deletes = new ArrayList<>();
    if (request.isMajor() || !part.deltas().isEmpty()) {
      String directory = create(request.output().name());
      byBucket(inputs)
          .forEach(
              (bucket, ofBucket) ->
                  inserts.add(
                      () ->
                          new InsertRewrite(
                                  request,
                                  work,
                                  bucket,
                                  ofBucket,
                                  deletesOf(bucket, ofBucket, files.deletes()))
                              .run(directory)));
    }
    if (!request.isMajor() && !part.deleteDeltas().isEmpty()) {
      String directory = create(request.deleteOutput().name());
      deletesByBucket(files.deletes())
          .forEach(
              (bucket, ofBucket) ->
                  deletes.add(
                      () -> new DeleteRewrite(request, work, bucket, ofBucket).run(directory)));
    }
    counts = finish(request.output().name(), tasks.run(inserts), directories, counts);
    counts = finish(request.deleteOutput().name(), tasks.run(deletes), directories, counts);
    storage.syncDirectory(request.outputDirectory());
    return new RewriteResult(directories, InputSelection.names(part), counts);
  }

  private List<InputFile> footers(List<DataFile> files, Tasks tasks) throws IOException {
    TypeDescription schema = AcidSchema.of(request.shape().data());
    List<Callable<InputFile>> reads = new ArrayList<>();
    for (DataFile file : files) {
      reads.add(
          () -> {
            work.check();
            return InputFile.read(storage, file, request.writeIds(), schema);
          });
    }
    return tasks.run(reads);
  }

  private String create(String name) throws IOException {
    String directory = request.outputDirectory() + "/" + name;
    storage.createDirectoryExclusively(directory);
    made.add(directory);
    return directory;
  }

  /** Rows stay in the file of the bucket that they were in; a directory has at least one file. */
  private static Map<Integer, List<InputFile>> byBucket(List<InputFile> inputs) {
    Map<Integer, List<InputFile>> byBucket = new TreeMap<>();
    for (InputFile input : inputs) {
      byBucket.computeIfAbsent(input.file().bucket(), key -> new ArrayList<>()).add(input);
    }
    if (byBucket.isEmpty()) {
      byBucket.put(0, List.of());
    }
    return byBucket;
  }

  private static Map<Integer, List<DeleteFile>> deletesByBucket(List<DeleteFile> files) {
    Map<Integer, List<DeleteFile>> byBucket = new TreeMap<>();
    for (DeleteFile file : files) {
      byBucket.computeIfAbsent(file.bucket(), key -> new ArrayList<>()).add(file);
    }
    if (byBucket.isEmpty()) {
      byBucket.put(0, List.of());
    }
    return byBucket;
  }

  /** A minor compaction leaves deleted rows alone. */
  private List<DeleteFile> deletesOf(int bucket, List<InputFile> inputs, List<DeleteFile> deletes) {
    return request.isMajor() ? BucketDeletes.of(bucket, inputs, deletes) : List.of();
  }

  /** Completes a directory; one without files was not made. */
  private RewriteCounts finish(
      String name,
      List<Outcome> outcomes,
      List<RewriteResult.Directory> directories,
      RewriteCounts counts)
      throws IOException {
    if (outcomes.isEmpty()) {
      return counts;
    }
    String directory = request.outputDirectory() + "/" + name;
    try (DurableOutput out = storage.create(directory + "/" + AcidVersion.FILE_NAME)) {
      out.write(AcidVersion.VERSION_2.getBytes(StandardCharsets.US_ASCII));
    }
    storage.syncDirectory(directory);
    directories.add(
        new RewriteResult.Directory(name, outcomes.stream().map(Outcome::file).toList()));
    RewriteCounts sum = counts;
    for (Outcome outcome : outcomes) {
      sum = sum.plus(outcome.counts());
    }
    return sum;
  }
}
