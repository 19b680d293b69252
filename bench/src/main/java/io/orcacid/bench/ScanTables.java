package io.orcacid.bench;

import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.VectorDigest;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
import io.orcacid.writer.DeleteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * One base of which several tables exist: the same file by another name, and a delete delta of its
 * own beside it. What a scan of each has to find is known from making the rows.
 */
final class ScanTables {
  private static final String BASE = "base_0000001";

  private final Path directory;
  private final long rows;
  private final Map<String, Expected> expected = new LinkedHashMap<>();

  /**
   * Which rows of a table are deleted.
   *
   * @param name of its directory
   * @param deleted true for the number of a row that is
   */
  record Variant(String name, LongPredicate deleted) {}

  /** What a scan finds. */
  static final class Expected {
    private final LongPredicate deleted;
    private final Map<ScanColumns, Digest> digests = new EnumMap<>(ScanColumns.class);
    private long rowIds;

    private Expected(LongPredicate deleted) {
      this.deleted = deleted;
      for (ScanColumns columns : ScanColumns.values()) {
        digests.put(columns, new Digest());
      }
    }

    long rows() {
      return digests.get(ScanColumns.ALL).rows();
    }

    /** Sum of the row numbers. */
    long rowIds() {
      return rowIds;
    }

    String digest(ScanColumns columns) {
      return digests.get(columns).text();
    }

    /**
     * Counts what is left of a batch.
     *
     * @param kept the batch's columns, with room for selected rows
     * @param size rows of the batch
     * @param first number of its first row
     */
    private void count(VectorizedRowBatch kept, int size, long first) {
      kept.size = 0;
      for (int i = 0; i < size; i++) {
        if (!deleted.test(first + i)) {
          kept.selected[kept.size++] = i;
          rowIds += first + i;
        }
      }
      digests.forEach(
          (columns, digest) ->
              new VectorDigest(digest).add(kept, columns.positions(), columns.positions()));
    }
  }

  private ScanTables(Path directory, long rows) {
    this.directory = directory;
    this.rows = rows;
  }

  /** Tables of these patterns, named by them. */
  static ScanTables create(Path directory, long rows, Set<DeletePattern> patterns)
      throws IOException {
    return create(
        directory,
        rows,
        patterns.stream()
            .map(pattern -> new Variant(pattern.directory(), pattern.ids(rows)::contains))
            .toList());
  }

  static ScanTables create(Path directory, long rows, List<Variant> variants) throws IOException {
    ScanTables tables = new ScanTables(directory, rows);
    for (Variant variant : variants) {
      tables.expected.put(variant.name, new Expected(variant.deleted));
    }
    tables.writeBase();
    for (Variant variant : variants) {
      tables.link(variant);
    }
    return tables;
  }

  long rows() {
    return rows;
  }

  Path table(DeletePattern pattern) {
    return table(pattern.directory());
  }

  Path table(String variant) {
    return directory.resolve(variant);
  }

  /** The file that all tables share. */
  Path file() {
    return directory.resolve("made").resolve(BASE).resolve("bucket_00000");
  }

  Expected expected(DeletePattern pattern) {
    return expected(pattern.directory());
  }

  Expected expected(String variant) {
    return expected.get(variant);
  }

  /** Adds as many rows in a delta as were deleted: as updates do. */
  void addRowsInPlace(String variant) throws IOException {
    Expected finding = expected.get(variant);
    new BenchTable(table(variant).toString())
        .insert(
            3,
            rows - finding.rows(),
            batch ->
                finding.digests.forEach(
                    (columns, digest) ->
                        new VectorDigest(digest)
                            .add(batch, columns.positions(), columns.positions())));
  }

  private void writeBase() throws IOException {
    Path made = directory.resolve("made");
    BenchTable table = new BenchTable(made.toString());
    VectorizedRowBatch kept =
        new VectorizedRowBatch(BenchRows.ROW.getChildren().size(), batch().getMaxSize());
    kept.selectedInUse = true;
    long[] first = {0};
    table.insert(
        1,
        rows,
        batch -> {
          System.arraycopy(batch.cols, 0, kept.cols, 0, batch.cols.length);
          expected.values().forEach(finding -> finding.count(kept, batch.size, first[0]));
          first[0] += batch.size;
        });
    Files.move(made.resolve("delta_0000001_0000001_0000"), made.resolve(BASE));
  }

  private void link(Variant variant) throws IOException {
    Path base = Files.createDirectories(table(variant.name).resolve(BASE));
    try (var files = Files.list(directory.resolve("made").resolve(BASE))) {
      for (Path file : files.toList()) {
        Files.createLink(base.resolve(file.getFileName().toString()), file);
      }
    }
    if (expected.get(variant.name).rows() < rows) {
      new BenchTable(table(variant.name).toString())
          .delete(2, writer -> delete(writer, variant.deleted));
    }
  }

  private void delete(DeleteWriter writer, LongPredicate deleted) {
    for (long row = 0; row < rows; row++) {
      if (deleted.test(row)) {
        writer.delete("", 1, BucketProperty.encode(0, 0), row);
      }
    }
  }

  /** Frees the disk. */
  void remove() throws IOException {
    Storage.local().delete(directory.toString());
  }

  /** A batch as tables have it. */
  static VectorizedRowBatch batch() {
    return Batches.create(BenchRows.ROW);
  }
}
