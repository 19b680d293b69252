package io.orcacid.compactor.rewrite;

import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.writer.BucketingVersion;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Writes the deltas of a test's table as transactions do. */
record Writes(
    Path root,
    TypeDescription row,
    Optional<WriteTarget.Bucketing> bucketing,
    Map<String, String> properties) {

  static Writes to(Path root, String columns) {
    return new Writes(root, SchemaText.parse(columns), Optional.empty(), Map.of());
  }

  Writes withColumns(String columns) {
    return new Writes(root, SchemaText.parse(columns), bucketing, properties);
  }

  Writes bucketedBy(int buckets, String... columns) {
    return new Writes(
        root,
        row,
        Optional.of(new WriteTarget.Bucketing(List.of(columns), buckets, BucketingVersion.V2)),
        properties);
  }

  Writes with(Map<String, String> other) {
    return new Writes(root, row, bucketing, other);
  }

  private WriteTarget target() {
    return new WriteTarget(
        Storage.local(), root.toString(), TableShape.of(row, List.of()), bucketing, properties);
  }

  WriteResult insert(long writeId, int statement, List<Object[]> rows) throws IOException {
    return insert(writeId, statement, 0, rows.size(), i -> rows.get((int) i));
  }

  /** Inserts rows that a number gives. */
  WriteResult insert(long writeId, int statement, long from, long to, LongFunction<Object[]> made)
      throws IOException {
    try (InsertWriter writer =
        new InsertWriter(target(), writeId, statement, WriterOptions.defaults())) {
      VectorizedRowBatch batch = Batches.create(row);
      for (long i = from; i < to; i++) {
        Object[] values = made.apply(i);
        for (int column = 0; column < values.length; column++) {
          ValueSetter.set(
              row.getChildren().get(column), batch.cols[column], batch.size, values[column]);
        }
        if (++batch.size == batch.getMaxSize()) {
          writer.write(batch);
          batch.reset();
        }
      }
      writer.write(batch);
      return writer.finish();
    }
  }

  void delete(long writeId, int statement, List<RowId> rows) throws IOException {
    try (DeleteWriter writer = new DeleteWriter(target(), writeId, statement)) {
      for (RowId id : rows) {
        writer.delete("", id.writeId(), id.bucketProperty(), id.rowId());
      }
      writer.finish();
    }
  }

  /** Row ids of one group, one after the other. */
  static List<RowId> ids(long writeId, int bucketProperty, long from, long to) {
    List<RowId> ids = new ArrayList<>();
    for (long rowId = from; rowId < to; rowId++) {
      ids.add(new RowId(writeId, bucketProperty, rowId));
    }
    return ids;
  }
}
