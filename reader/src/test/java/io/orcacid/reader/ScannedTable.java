package io.orcacid.reader;

import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.VectorValues;
import io.orcacid.reader.expression.Expression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** A table that lies in a directory, and one scan of it. Immutable; methods give changed copies. */
record ScannedTable(
    Path root,
    TypeDescription row,
    List<String> partitionedBy,
    Snapshot snapshot,
    Optional<List<String>> columns,
    Optional<String> filter,
    long splitSize) {

  /** Everything is committed. */
  static ScannedTable of(Path root, String columns) {
    return of(root, SchemaText.parse(columns));
  }

  static ScannedTable of(Path root, TypeDescription row) {
    return new ScannedTable(
        root,
        row,
        List.of(),
        new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything()),
        Optional.empty(),
        Optional.empty(),
        ScanRequest.DEFAULT_SPLIT_SIZE);
  }

  ScannedTable partitionedBy(String... names) {
    return new ScannedTable(root, row, List.of(names), snapshot, columns, filter, splitSize);
  }

  ScannedTable at(String writeIds) {
    return at(new Snapshot(ValidWriteIdList.parse(writeIds), snapshot.transactions()));
  }

  ScannedTable at(Snapshot other) {
    return new ScannedTable(root, row, partitionedBy, other, columns, filter, splitSize);
  }

  ScannedTable select(String... names) {
    return new ScannedTable(
        root, row, partitionedBy, snapshot, Optional.of(List.of(names)), filter, splitSize);
  }

  ScannedTable where(String condition) {
    return new ScannedTable(
        root, row, partitionedBy, snapshot, columns, Optional.of(condition), splitSize);
  }

  ScannedTable inSplitsOf(long bytes) {
    return new ScannedTable(root, row, partitionedBy, snapshot, columns, filter, bytes);
  }

  TableShape shape() {
    return TableShape.of(row, partitionedBy);
  }

  private List<String> names() {
    return columns.orElse(row.getFieldNames());
  }

  private TypeDescription type() {
    TypeDescription type = TypeDescription.createStruct();
    for (String name : names()) {
      int position = shape().position(name).orElseThrow();
      type.addField(row.getFieldNames().get(position), row.getChildren().get(position).clone());
    }
    return type;
  }

  ScanPlan plan(ScanRequest.RowIds rowIds, ScanRequest.Order order) throws IOException {
    Storage storage = Storage.local();
    return ScanPlanner.plan(
        storage,
        root.toString(),
        shape(),
        snapshot,
        new ListedPartitions(
            storage, root.toString(), shape(), ListedPartitions.Compactions.LISTED),
        new ScanRequest(names(), filter.map(Expression::parse), rowIds, order, splitSize));
  }

  ScanPlan plan() throws IOException {
    return plan(ScanRequest.RowIds.NOT_WANTED, ScanRequest.Order.ANY);
  }

  /** A row found. */
  record Found(String partition, RowId id, List<Object> values) {}

  /** Rows with their ids, read by mask. */
  List<Found> found() throws IOException {
    return read(plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.ANY).readAll());
  }

  /** Rows with their ids, read by several threads, in any order. */
  List<Found> foundBy(ReadThreads threads, long piece) throws IOException {
    return read(plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.ANY).readAll(threads, piece));
  }

  /** Rows with their ids, in their order. */
  List<Found> ordered() throws IOException {
    return read(plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.BY_ADDRESS).readOrdered());
  }

  /** Rows with their ids; each split went through bytes and knows nothing of its plan. */
  List<Found> foundFarAway() throws IOException {
    List<Found> found = new ArrayList<>();
    for (AcidSplit split : plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.ANY).splits()) {
      found.addAll(read(ScanPlan.open(Storage.local(), copied(split))));
    }
    return found;
  }

  private static AcidSplit copied(AcidSplit split) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(split);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (AcidSplit) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Values of the rows, read without ids. */
  List<List<Object>> values() throws IOException {
    List<List<Object>> values = new ArrayList<>();
    try (BatchReader reader = plan().readAll()) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        VectorizedRowBatch rows = batch.get().rows();
        for (int i = 0; i < rows.size; i++) {
          values.add(row(rows, rows.selectedInUse ? rows.selected[i] : i));
        }
      }
    }
    return values;
  }

  /** Values of the only column of the rows. */
  List<Object> column(String name) throws IOException {
    return select(name).values().stream().map(values -> values.get(0)).toList();
  }

  private List<Object> row(VectorizedRowBatch rows, int row) {
    TypeDescription type = type();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < rows.cols.length; i++) {
      values.add(VectorValues.get(type.getChildren().get(i), rows.cols[i], row));
    }
    return values;
  }

  List<Found> read(BatchReader reader) throws IOException {
    List<Found> found = new ArrayList<>();
    try (reader) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        VectorizedRowBatch rows = batch.get().rows();
        for (int i = 0; i < rows.size; i++) {
          int row = rows.selectedInUse ? rows.selected[i] : i;
          found.add(new Found(batch.get().partition(), batch.get().id(row), row(rows, row)));
        }
      }
    }
    return found;
  }

  /** The rows as lines of {@code expected.jsonl}. */
  List<String> lines(List<Found> rows) {
    TypeDescription type = type();
    return rows.stream().map(found -> RowText.line(found.id(), type, found.values())).toList();
  }
}
