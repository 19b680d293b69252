package io.orcacid.bench;

import io.orcacid.bench.rows.DeletedIds;
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
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * One base of which several tables exist: the same file by another name, and a delete delta of its
 * own beside it. What a scan of each has to find is known from making the rows.
 */
final class ScanTables {
  private static final String BASE = "base_0000001";

  private final Path directory;
  private final long rows;
  private final Map<DeletePattern, Expected> expected = new EnumMap<>(DeletePattern.class);

  /** What a scan finds. */
  static final class Expected {
    private final DeletedIds deleted;
    private final Map<ScanColumns, Digest> digests = new EnumMap<>(ScanColumns.class);
    private long rowIds;

    private Expected(DeletedIds deleted) {
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
        if (!deleted.contains(first + i)) {
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

  static ScanTables create(Path directory, long rows, Set<DeletePattern> patterns)
      throws IOException {
    ScanTables tables = new ScanTables(directory, rows);
    for (DeletePattern pattern : patterns) {
      tables.expected.put(pattern, new Expected(pattern.ids(rows)));
    }
    tables.writeBase();
    for (DeletePattern pattern : patterns) {
      tables.link(pattern);
    }
    return tables;
  }

  long rows() {
    return rows;
  }

  Path table(DeletePattern pattern) {
    return directory.resolve(pattern.directory());
  }

  /** The file that all tables share. */
  Path file() {
    return directory.resolve("made").resolve(BASE).resolve("bucket_00000");
  }

  Expected expected(DeletePattern pattern) {
    return expected.get(pattern);
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

  private void link(DeletePattern pattern) throws IOException {
    Path base = Files.createDirectories(table(pattern).resolve(BASE));
    try (var files = Files.list(directory.resolve("made").resolve(BASE))) {
      for (Path file : files.toList()) {
        Files.createLink(base.resolve(file.getFileName().toString()), file);
      }
    }
    DeletedIds deleted = pattern.ids(rows);
    if (!deleted.isEmpty()) {
      new BenchTable(table(pattern).toString()).delete(2, writer -> delete(writer, deleted));
    }
  }

  private void delete(DeleteWriter writer, DeletedIds deleted) {
    for (long row = 0; row < rows; row++) {
      if (deleted.contains(row)) {
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
