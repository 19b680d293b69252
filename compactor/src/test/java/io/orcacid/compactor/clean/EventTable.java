package io.orcacid.compactor.clean;

import static io.orcacid.format.orc.AcidSchema.BUCKET;
import static io.orcacid.format.orc.AcidSchema.CURRENT_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.OPERATION;
import static io.orcacid.format.orc.AcidSchema.ORIGINAL_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.ROW;
import static io.orcacid.format.orc.AcidSchema.ROW_ID;

import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.Snapshot;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory.DeleteDelta;
import io.orcacid.format.layout.AcidDirectory.Delta;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.Committed;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.PartitionPlace;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * Writes, reads and compacts small files of a table of {@code struct<id:bigint>}, event by event;
 * slow and simple on purpose.
 */
final class EventTable {
  static final String SCHEMA = "struct<id:bigint>";
  private static final String FILE = "bucket_00000";
  private static final TypeDescription TYPE = AcidSchema.of(TypeDescription.fromString(SCHEMA));
  private static final Comparator<Event> ORDER =
      Comparator.comparingLong((Event event) -> event.id().writeId())
          .thenComparingInt(event -> event.id().bucketProperty())
          .thenComparingLong(event -> event.id().rowId())
          .thenComparing(Event::writeId, Comparator.reverseOrder());

  private final Storage storage;
  private final String path;

  EventTable(Storage storage, String path) {
    this.storage = storage;
    this.path = path;
  }

  /** An event of a row. */
  record Event(int operation, RowId id, long writeId, long value) {}

  private String place(String partition) {
    return PartitionPlace.of(path, partition);
  }

  /** Commits rows of these values. */
  Committed insert(TransactionManager manager, String partition, long... values)
      throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      addInsert(transaction, partition, values);
      return transaction.commit();
    }
  }

  void addInsert(TransactionHandle transaction, String partition, long... values)
      throws IOException {
    long writeId = transaction.writeId();
    List<Event> events = new ArrayList<>();
    for (int row = 0; row < values.length; row++) {
      RowId id = new RowId(writeId, BucketProperty.encode(0, 0), row);
      events.add(new Event(AcidSchema.INSERT, id, writeId, values[row]));
    }
    String name = Delta.ofStatement(writeId, 0).name();
    transaction.add(partition, write(place(partition) + "/" + name, name, events));
  }

  /** Commits the delete of the rows of a value. */
  Committed delete(TransactionManager manager, String partition, long value) throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.DELETE))) {
      addDelete(transaction, partition, value);
      return transaction.commit();
    }
  }

  void addDelete(TransactionHandle transaction, String partition, long value) throws IOException {
    long writeId = transaction.writeId();
    List<Event> events = new ArrayList<>();
    RowIdSet rows = new RowIdSet();
    for (Event event : live(transaction.state(), partition)) {
      if (event.value() == value) {
        events.add(new Event(AcidSchema.DELETE, event.id(), writeId, 0));
        rows.add(event.id().writeId(), event.id().bucketProperty(), event.id().rowId());
      }
    }
    String name = DeleteDelta.ofStatement(writeId, 0).name();
    transaction.add(partition, write(place(partition) + "/" + name, name, events));
    transaction.deleted(partition, rows);
  }

  /** The values that a version shows, ascending. */
  List<Long> values(TableState state, String partition) throws IOException {
    return live(state, partition).stream().map(Event::value).sorted().toList();
  }

  /** The values that an engine finds that lists the storage. */
  List<Long> listedValues(TableState state, String partition) throws IOException {
    DirectoryListing listing =
        new DirectoryListing(
            new TreeSet<>(
                storage.listDirectories(place(partition)).stream()
                    .filter(name -> !DirectoryListing.isHidden(name))
                    .toList()),
            storage.listRecursively(place(partition)).stream()
                .filter(file -> !DirectoryListing.isHidden(file.path()))
                .map(file -> new DirectoryListing.Entry(file.path(), file.length()))
                .toList(),
            Map.of());
    Snapshot snapshot = state.snapshot("t");
    return live(LayoutResolver.resolve(listing, snapshot), partition).stream()
        .map(Event::value)
        .sorted()
        .toList();
  }

  List<Event> live(TableState state, String partition) throws IOException {
    return live(LayoutResolver.resolve(state.listing(partition), state.snapshot("t")), partition);
  }

  private List<Event> live(PartitionLayout layout, String partition) throws IOException {
    Map<RowId, Event> rows =
        new TreeMap<>(
            Comparator.comparingLong(RowId::writeId)
                .thenComparingInt(RowId::bucketProperty)
                .thenComparingLong(RowId::rowId));
    for (Event event : inserts(layout, partition)) {
      rows.put(event.id(), event);
    }
    for (Event event : deletes(layout, partition)) {
      rows.remove(event.id());
    }
    return List.copyOf(rows.values());
  }

  private List<Event> inserts(PartitionLayout layout, String partition) throws IOException {
    List<Event> events = new ArrayList<>();
    for (PartitionLayout.Selected directory :
        Stream.concat(layout.base().stream(), layout.deltas().stream()).toList()) {
      read(directory, partition, events);
    }
    return events;
  }

  private List<Event> deletes(PartitionLayout layout, String partition) throws IOException {
    List<Event> events = new ArrayList<>();
    for (PartitionLayout.Selected directory : layout.deleteDeltas()) {
      read(directory, partition, events);
    }
    return events;
  }

  private void read(PartitionLayout.Selected directory, String partition, List<Event> into)
      throws IOException {
    for (DirectoryListing.Entry file : directory.files()) {
      read(place(partition) + "/" + file.path(), file.length(), into);
    }
  }

  private void read(String file, long length, List<Event> into) throws IOException {
    VectorizedRowBatch batch = TYPE.createRowBatch();
    try (OrcInput input = OrcFiles.open(storage, file, length);
        OrcInput.Rows rows = input.rows(input.options().schema(TYPE))) {
      while (rows.next(batch)) {
        for (var column : batch.cols) {
          column.flatten(false, null, batch.size);
        }
        StructColumnVector row = (StructColumnVector) batch.cols[ROW];
        row.fields[0].flatten(false, null, batch.size);
        for (int i = 0; i < batch.size; i++) {
          RowId id =
              new RowId(
                  number(batch, ORIGINAL_WRITE_ID, i),
                  (int) number(batch, BUCKET, i),
                  number(batch, ROW_ID, i));
          into.add(
              new Event(
                  (int) number(batch, OPERATION, i),
                  id,
                  number(batch, CURRENT_WRITE_ID, i),
                  ((LongColumnVector) row.fields[0]).vector[i]));
        }
      }
    }
  }

  private static long number(VectorizedRowBatch batch, int column, int row) {
    return ((LongColumnVector) batch.cols[column]).vector[row];
  }

  /** Compacts a partition and publishes it. */
  Committed compact(TransactionManager manager, String partition, CompactionKind kind)
      throws IOException {
    try (CompactionHandle compaction = manager.beginCompaction(partition, kind)) {
      return compaction.publish(rewrite(compaction));
    }
  }

  /** Writes the outputs of a compaction. */
  List<DataDirectory> rewrite(CompactionHandle compaction) throws IOException {
    List<DataDirectory> outputs = new ArrayList<>();
    PartitionLayout layout = compaction.layout();
    for (String name : compaction.outputNames()) {
      List<Event> events =
          name.startsWith("base_")
              ? live(layout, compaction.partition())
              : name.startsWith("delta_")
                  ? inserts(layout, compaction.partition())
                  : deletes(layout, compaction.partition());
      if (!events.isEmpty() || name.startsWith("base_")) {
        outputs.add(write(compaction.outputPath(name), name, events));
      }
    }
    storage.syncDirectoriesUpTo(compaction.temporaryPath(), path);
    return outputs;
  }

  private DataDirectory write(String directory, String name, List<Event> events)
      throws IOException {
    storage.createDirectories(directory);
    List<Event> sorted = new ArrayList<>(events);
    sorted.sort(ORDER);
    String file = directory + "/" + FILE;
    DurableOutput out = storage.create(file);
    try (Writer writer = OrcFiles.create(storage, out, TYPE, Map.of(), OrcFiles.noCallback())) {
      VectorizedRowBatch batch = TYPE.createRowBatch();
      for (Event event : sorted) {
        put(batch, event);
        if (batch.size == batch.getMaxSize()) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
      writer.addRowBatch(batch);
    }
    storage.syncDirectoriesUpTo(directory, path);
    return DataDirectory.of(
        name,
        0,
        List.of(
            DataFile.of(
                FILE,
                storage.length(file),
                sorted.size(),
                out.crc32c(),
                sorted.stream().findFirst().map(Event::id),
                sorted.isEmpty()
                    ? Optional.empty()
                    : Optional.of(sorted.get(sorted.size() - 1).id()))));
  }

  private static void put(VectorizedRowBatch batch, Event event) {
    int row = batch.size++;
    ((LongColumnVector) batch.cols[OPERATION]).vector[row] = event.operation();
    ((LongColumnVector) batch.cols[ORIGINAL_WRITE_ID]).vector[row] = event.id().writeId();
    ((LongColumnVector) batch.cols[BUCKET]).vector[row] = event.id().bucketProperty();
    ((LongColumnVector) batch.cols[ROW_ID]).vector[row] = event.id().rowId();
    ((LongColumnVector) batch.cols[CURRENT_WRITE_ID]).vector[row] = event.writeId();
    StructColumnVector struct = (StructColumnVector) batch.cols[ROW];
    if (event.operation() == AcidSchema.DELETE) {
      struct.noNulls = false;
      struct.isNull[row] = true;
    } else {
      struct.isNull[row] = false;
      ((LongColumnVector) struct.fields[0]).vector[row] = event.value();
    }
  }
}
