package io.orcacid.writer;

import io.orcacid.format.SchemaText;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** A table for tests of writers. Immutable; each method gives a changed copy. */
record WrittenTable(
    Path root,
    TypeDescription row,
    List<String> partitionedBy,
    Optional<WriteTarget.Bucketing> bucketing,
    Map<String, String> properties) {

  static WrittenTable of(Path root, String columns) {
    return new WrittenTable(root, SchemaText.parse(columns), List.of(), Optional.empty(), Map.of());
  }

  WrittenTable partitionedBy(String... columns) {
    return new WrittenTable(root, row, List.of(columns), bucketing, properties);
  }

  WrittenTable bucketedBy(int buckets, String... columns) {
    return new WrittenTable(
        root,
        row,
        partitionedBy,
        Optional.of(new WriteTarget.Bucketing(List.of(columns), buckets, BucketingVersion.V2)),
        properties);
  }

  WrittenTable properties(Map<String, String> orcProperties) {
    return new WrittenTable(root, row, partitionedBy, bucketing, orcProperties);
  }

  WriteTarget target() {
    return new WriteTarget(
        Storage.local(), root.toString(), TableShape.of(row, partitionedBy), bucketing, properties);
  }

  InsertWriter insert(long writeId, int statement) {
    return new InsertWriter(target(), writeId, statement, WriterOptions.defaults());
  }

  InsertWriter insert(long writeId, int statement, WriterOptions options) {
    return new InsertWriter(target(), writeId, statement, options);
  }

  /** A batch of rows. */
  VectorizedRowBatch batch(List<Object[]> rows) {
    VectorizedRowBatch batch = Batches.create(row, Math.max(1, rows.size()));
    for (Object[] values : rows) {
      for (int i = 0; i < values.length; i++) {
        ValueSetter.set(row.getChildren().get(i), batch.cols[i], batch.size, values[i]);
      }
      batch.size++;
    }
    return batch;
  }

  VectorizedRowBatch batch(Object[]... rows) {
    return batch(List.of(rows));
  }

  /** Writes rows in one statement, a thousand a batch. */
  WriteResult write(InsertWriter writer, List<Object[]> rows) throws IOException {
    try (writer) {
      for (int from = 0; from < rows.size(); from += 1000) {
        writer.write(batch(rows.subList(from, Math.min(rows.size(), from + 1000))));
      }
      return writer.finish();
    }
  }

  static Object[] row(Object... values) {
    return values;
  }
}
