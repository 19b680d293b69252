package io.orcacid.bench;

import io.orcacid.bench.program.Digest;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
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
    private final Digest all = new Digest();
    private final Digest two = new Digest();
    private long rows;
    private double rowIds;

    long rows() {
      return rows;
    }

    /** Sum of the row numbers. */
    double rowIds() {
      return rowIds;
    }

    String digest(ScanColumns columns) {
      return (columns == ScanColumns.ALL ? all : two).toString();
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
      tables.expected.put(pattern, new Expected());
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
    return directory.resolve(pattern.name().toLowerCase(java.util.Locale.ROOT));
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
    long[] first = {0};
    table.insert(
        1,
        rows,
        batch -> {
          expected.forEach((pattern, finding) -> count(pattern, finding, batch, first[0]));
          first[0] += batch.size;
        });
    Files.move(made.resolve("delta_0000001_0000001_0000"), made.resolve(BASE));
  }

  private void count(
      DeletePattern pattern, Expected finding, VectorizedRowBatch batch, long firstRow) {
    VectorizedRowBatch kept = new VectorizedRowBatch(batch.cols.length, batch.getMaxSize());
    System.arraycopy(batch.cols, 0, kept.cols, 0, batch.cols.length);
    kept.selectedInUse = true;
    kept.size = 0;
    for (int i = 0; i < batch.size; i++) {
      if (!pattern.deletes(firstRow + i, rows)) {
        kept.selected[kept.size++] = i;
        finding.rowIds += firstRow + i;
      }
    }
    finding.rows += kept.size;
    ScanColumns.ALL.add(finding.all, kept);
    for (int position : ScanColumns.TWO.positions()) {
      finding.two.add(position, kept.cols[position], kept);
    }
  }

  private void link(DeletePattern pattern) throws IOException {
    Path base = Files.createDirectories(table(pattern).resolve(BASE));
    try (var files = Files.list(directory.resolve("made").resolve(BASE))) {
      for (Path file : files.toList()) {
        Files.createLink(base.resolve(file.getFileName().toString()), file);
      }
    }
    if (expected.get(pattern).rows < rows) {
      new BenchTable(table(pattern).toString())
          .delete(
              2,
              writer -> {
                for (long row = 0; row < rows; row++) {
                  if (pattern.deletes(row, rows)) {
                    writer.delete("", 1, BucketProperty.encode(0, 0), row);
                  }
                }
              });
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
