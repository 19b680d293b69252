package io.orcacid.compactor.rewrite;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.PartitionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * A rewrite of a partition whose files are written by tasks, wherever they run: {@link #pieces}
 * travel to them, each gives back what one attempt of it wrote, and {@link #collect} puts one of
 * each together. The same result as {@link PartitionRewrite}, by the same code for each file. Not
 * thread-safe.
 */
public final class DistributedRewrite {
  private final RewriteRequest request;
  private final PartitionLayout part;
  private final List<RewritePiece> pieces;

  private DistributedRewrite(
      RewriteRequest request, PartitionLayout part, List<RewritePiece> pieces) {
    this.request = request;
    this.part = part;
    this.pieces = List.copyOf(pieces);
  }

  /**
   * Plans the pieces of a rewrite: one for each bucket and kind. Opens originals only.
   *
   * @throws io.orcacid.error.ValidationException for an output that the inputs do not fit in
   */
  public static DistributedRewrite of(RewriteRequest request) throws IOException {
    PartitionLayout part = InputSelection.of(request);
    PartitionFiles files = PartitionFiles.of(request.storage(), request.partition(), part);
    List<RewritePiece> pieces = new ArrayList<>();
    if (request.isMajor() || !part.deltas().isEmpty()) {
      List<DeleteFile> deletes = request.isMajor() ? files.deletes() : List.of();
      byBucket(files.data(), DataFile::bucket)
          .forEach(
              (bucket, data) ->
                  pieces.add(
                      new RewritePiece(request, RewritePiece.Kind.INSERTS, bucket, data, deletes)));
    }
    if (!request.isMajor() && !part.deleteDeltas().isEmpty()) {
      byBucket(files.deletes(), DeleteFile::bucket)
          .forEach(
              (bucket, deletes) ->
                  pieces.add(
                      new RewritePiece(
                          request, RewritePiece.Kind.DELETES, bucket, List.of(), deletes)));
    }
    return new DistributedRewrite(request, part, pieces);
  }

  /** A directory has at least one file. */
  private static <F> Map<Integer, List<F>> byBucket(List<F> files, ToIntFunction<F> bucketOf) {
    Map<Integer, List<F>> byBucket = new TreeMap<>();
    for (F file : files) {
      byBucket.computeIfAbsent(bucketOf.applyAsInt(file), key -> new ArrayList<>()).add(file);
    }
    if (byBucket.isEmpty()) {
      byBucket.put(0, List.of());
    }
    return byBucket;
  }

  /** What is to be written, in no order that matters. */
  public List<RewritePiece> pieces() {
    return pieces;
  }

  /**
   * Puts the files of the attempts together in the request's output directory, by moving them.
   *
   * @param written what one attempt of each piece wrote
   * @throws ValidationException if a piece is missing, or there twice
   */
  public RewriteResult collect(Collection<RewritePiece.Written> written) throws IOException {
    // In the order of the pieces: a delta before its delete delta.
    Map<String, TreeMap<Integer, RewritePiece.Written>> found = new LinkedHashMap<>();
    pieces.forEach(piece -> found.put(piece.output(), new TreeMap<>()));
    for (RewritePiece.Written one : written) {
      RewritePiece.Written before =
          found.computeIfAbsent(one.output(), name -> new TreeMap<>()).put(one.bucket(), one);
      if (before != null) {
        throw wrong("Two attempts of one piece of a compaction were taken", one.output());
      }
    }
    for (RewritePiece piece : pieces) {
      if (!found.get(piece.output()).containsKey(piece.bucket())) {
        throw wrong("A piece of a compaction was not written", piece.output());
      }
    }
    if (written.size() != pieces.size()) {
      throw wrong("Something was written that is no piece of the compaction", found.keySet());
    }
    Storage storage = request.storage();
    storage.createDirectories(request.outputDirectory());
    List<RewriteResult.Directory> directories = new ArrayList<>();
    RewriteCounts counts = RewriteCounts.NOTHING;
    for (Map.Entry<String, TreeMap<Integer, RewritePiece.Written>> output : found.entrySet()) {
      directories.add(move(storage, output.getKey(), output.getValue().values()));
      for (RewritePiece.Written one : output.getValue().values()) {
        counts = counts.plus(one.counts());
      }
    }
    storage.syncDirectory(request.outputDirectory());
    return new RewriteResult(directories, InputSelection.names(part), counts);
  }

  private RewriteResult.Directory move(
      Storage storage, String name, Collection<RewritePiece.Written> files) throws IOException {
    String directory = request.outputDirectory() + "/" + name;
    storage.createDirectoryExclusively(directory);
    List<RewriteResult.File> moved = new ArrayList<>();
    for (RewritePiece.Written one : files) {
      String file = one.file().name();
      storage.rename(one.directory() + "/" + name + "/" + file, directory + "/" + file);
      moved.add(
          new RewriteResult.File(
              file,
              one.file().length(),
              one.file().events(),
              one.file().crc32c(),
              Optional.ofNullable(one.file().first()),
              Optional.ofNullable(one.file().last())));
    }
    try (DurableOutput out = storage.create(directory + "/" + AcidVersion.FILE_NAME)) {
      out.write(AcidVersion.VERSION_2.getBytes(StandardCharsets.US_ASCII));
    }
    storage.syncDirectory(directory);
    return new RewriteResult.Directory(name, moved);
  }

  private ValidationException wrong(String what, Object detail) {
    return new ValidationException(
        what + ": run it again", "partition", request.partition(), "found", detail);
  }
}
