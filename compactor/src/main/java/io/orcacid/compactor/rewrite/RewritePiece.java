package io.orcacid.compactor.rewrite;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeleteFile;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.orc.TypeDescription;

/**
 * One output file of a rewrite, to be written wherever there is room: all that a task has to know,
 * so that it reads no log. Immutable, serialisable.
 */
public final class RewritePiece implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String partition;
  private final String output;
  private final Kind kind;
  private final int bucket;
  private final ArrayList<DataFile> data;
  private final ArrayList<DeleteFile> deletes;
  private final String row;
  private final ArrayList<String> partitionedBy;
  private final String writeIds;
  private final HashMap<String, String> properties;
  private final long smallStripeBytes;
  private final long smallStripeRows;
  private final long deleteMemory;

  /** What the file holds. */
  enum Kind {
    INSERTS,
    DELETES
  }

  /**
   * What an attempt wrote: durable and checked.
   *
   * @param directory absolute path of the directory that the attempt was given
   * @param output name of the directory below it in which the file lies
   * @param bucket number of the bucket
   * @param file the file
   * @param counts what was done for it
   */
  public record Written(
      String directory, String output, int bucket, WriteResult.File file, RewriteCounts counts)
      implements Serializable {}

  RewritePiece(
      RewriteRequest request,
      Kind kind,
      int bucket,
      List<DataFile> data,
      List<DeleteFile> deletes) {
    this.partition = request.partition();
    this.output = request.output().name();
    this.kind = kind;
    this.bucket = bucket;
    this.data = new ArrayList<>(data);
    this.deletes = new ArrayList<>(deletes);
    this.row = request.shape().row().toString();
    this.partitionedBy = new ArrayList<>(request.shape().partitionedBy());
    this.writeIds = request.writeIds().toString();
    this.properties = new HashMap<>(request.properties());
    this.smallStripeBytes = request.options().smallStripeBytes();
    this.smallStripeRows = request.options().smallStripeRows();
    this.deleteMemory = request.options().deleteMemory();
  }

  /** Absolute path of the partition. */
  public String partition() {
    return partition;
  }

  /** Name of the directory that its file is for. */
  String output() {
    AcidDirectory made = AcidDirectory.parse(output).orElseThrow();
    return kind == Kind.INSERTS
        ? output
        : new AcidDirectory.DeleteDelta(
                made.minWriteId(), made.maxWriteId(), AcidDirectory.NO_STATEMENT, made.visibility())
            .name();
  }

  int bucket() {
    return bucket;
  }

  /** Bytes of the files that it reads. */
  public long bytes() {
    return data.stream().mapToLong(DataFile::length).sum()
        + deletes.stream().mapToLong(DeleteFile::length).sum();
  }

  /** Absolute paths of its data files, those with most bytes first. */
  public List<String> paths() {
    return data.stream()
        .sorted((one, other) -> Long.compare(other.length(), one.length()))
        .map(DataFile::path)
        .toList();
  }

  /**
   * Writes the file.
   *
   * @param storage where the table lies
   * @param directory absolute path of a directory of this attempt alone, not there yet
   * @param listener hears how far it is
   * @param cancelled asked often
   * @throws io.orcacid.error.CorruptFileException if an input contradicts the format, or the file
   *     does not read as it was written; nothing of it is left
   */
  public Written run(
      Storage storage, String directory, RewriteListener listener, BooleanSupplier cancelled)
      throws IOException {
    RewriteRequest request = request(storage, directory);
    Work work = new Work(listener, cancelled);
    String name = output();
    storage.createDirectories(directory + "/" + name);
    try {
      Outcome outcome =
          kind == Kind.INSERTS
              ? inserts(request, work, directory + "/" + name)
              : new DeleteRewrite(request, work, bucket, deletes).run(directory + "/" + name);
      storage.syncDirectory(directory + "/" + name);
      RewriteResult.File file = outcome.file();
      return new Written(
          directory,
          name,
          bucket,
          new WriteResult.File(
              file.name(),
              file.length(),
              file.crc32c(),
              file.events(),
              file.first().orElse(null),
              file.last().orElse(null)),
          outcome.counts());
    } catch (IOException | RuntimeException e) {
      Cleanup.afterFailure(e, () -> storage.delete(directory));
      throw e;
    }
  }

  private Outcome inserts(RewriteRequest request, Work work, String directory) throws IOException {
    TypeDescription schema = AcidSchema.of(request.shape().data());
    List<InputFile> inputs = new ArrayList<>();
    for (DataFile file : data) {
      work.check();
      InputFile input = InputFile.read(request.storage(), file, request.writeIds(), schema);
      work.expect(file.length(), input.rows());
      inputs.add(input);
    }
    List<DeleteFile> meeting =
        request.isMajor() ? BucketDeletes.of(bucket, inputs, deletes) : List.of();
    return new InsertRewrite(request, work, bucket, inputs, meeting).run(directory);
  }

  private RewriteRequest request(Storage storage, String directory) {
    AcidDirectory made =
        AcidDirectory.parse(output)
            .orElseThrow(
                () -> new ValidationException("Not a directory of a table", "output", output));
    PartitionLayout none =
        new PartitionLayout(
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false);
    return new RewriteRequest(
        storage,
        partition,
        none,
        TableShape.of(TypeDescription.fromString(row), partitionedBy),
        ValidWriteIdList.parse(writeIds),
        made,
        directory,
        properties,
        new RewriteOptions(1, smallStripeBytes, smallStripeRows, deleteMemory));
  }
}
