package io.orcacid.txn;

import static io.orcacid.format.orc.AcidSchema.BUCKET;
import static io.orcacid.format.orc.AcidSchema.CURRENT_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.OPERATION;
import static io.orcacid.format.orc.AcidSchema.ORIGINAL_WRITE_ID;
import static io.orcacid.format.orc.AcidSchema.ROW;
import static io.orcacid.format.orc.AcidSchema.ROW_ID;

import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory.DeleteDelta;
import io.orcacid.format.layout.AcidDirectory.Delta;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionColumn;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** A table partitioned by {@code p} in a temporary directory, and the writing of small files. */
final class TestTable {
  static final String SCHEMA = "struct<id:bigint>";
  static final LogOptions LOG_OPTIONS = LogOptions.defaults();
  static final TransactionOptions OPTIONS =
      TransactionOptions.defaults()
          .withHeartbeats(TransactionOptions.Heartbeats.MANUAL)
          .withRetry(new RetryOptions(Duration.ZERO, Duration.ofMillis(2), 100));

  private final Storage storage = Storage.local();
  private final String path;

  TestTable(Path directory) {
    this.path = directory.resolve("table").toString();
  }

  Storage storage() {
    return storage;
  }

  String path() {
    return path;
  }

  Path logDirectory() {
    return Path.of(path, CommitLog.DIRECTORY);
  }

  static TableMetadata metadata(ConflictPolicy policy) {
    return TableMetadata.of(SCHEMA)
        .partitionedBy(List.of(new PartitionColumn("p", "int")))
        .withProperties(Map.of(ConflictPolicy.PROPERTY, policy.text()));
  }

  CommitLog create() throws IOException {
    return create(ConflictPolicy.HIVE);
  }

  CommitLog create(ConflictPolicy policy) throws IOException {
    return CommitLog.create(storage, path, metadata(policy), LOG_OPTIONS);
  }

  CommitLog open() throws IOException {
    return CommitLog.open(storage, path, LOG_OPTIONS);
  }

  CommitLog open(AtomicStore store) throws IOException {
    return CommitLog.open(storage, path, store, LOG_OPTIONS);
  }

  AtomicStore localStore() {
    return LocalAtomicStore.open(logDirectory());
  }

  TransactionManager manager(CommitLog log) {
    return new TransactionManager(log, OPTIONS);
  }

  TransactionManager manager() throws IOException {
    return manager(open());
  }

  /** One committed insert of so many rows. */
  Committed insert(TransactionManager manager, String partition, int rows) throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      addInsert(transaction, partition, rows);
      return transaction.commit();
    }
  }

  void addInsert(TransactionHandle transaction, String partition, int rows) throws IOException {
    transaction.add(partition, insertDirectory(partition, transaction.writeId(), 0, rows));
  }

  void addDelete(TransactionHandle transaction, String partition, RowIdSet rows)
      throws IOException {
    transaction.add(partition, deleteDirectory(partition, transaction.writeId(), 0, rows));
    transaction.deleted(partition, rows);
  }

  /** The row ids of an insert of statement 0. */
  static RowIdSet rows(long writeId, long... rowIds) {
    RowIdSet rows = new RowIdSet();
    for (long rowId : rowIds) {
      rows.add(writeId, BucketProperty.encode(0, 0), rowId);
    }
    return rows;
  }

  DataDirectory insertDirectory(String partition, long writeId, int statement, int rows)
      throws IOException {
    int bucket = BucketProperty.encode(0, statement);
    List<RowId> ids = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      ids.add(new RowId(writeId, bucket, row));
    }
    return write(
        partition, Delta.ofStatement(writeId, statement).name(), AcidSchema.INSERT, writeId, ids);
  }

  DataDirectory deleteDirectory(String partition, long writeId, int statement, RowIdSet rows)
      throws IOException {
    List<RowId> ids = new ArrayList<>();
    rows.forEach(ids::add);
    return write(
        partition,
        DeleteDelta.ofStatement(writeId, statement).name(),
        AcidSchema.DELETE,
        writeId,
        ids);
  }

  private DataDirectory write(
      String partition, String name, int operation, long writeId, List<RowId> ids)
      throws IOException {
    String directory = PartitionPlace.of(path, partition) + "/" + name;
    storage.createDirectories(directory);
    String file = BucketFileName.of(0);
    DurableOutput out = storage.create(directory + "/" + file);
    TypeDescription schema = AcidSchema.of(TypeDescription.fromString(SCHEMA));
    try (Writer writer = OrcFiles.create(storage, out, schema, Map.of(), OrcFiles.noCallback())) {
      VectorizedRowBatch batch = schema.createRowBatch();
      for (RowId id : ids) {
        put(batch, operation, id, writeId);
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
                file,
                storage.length(directory + "/" + file),
                ids.size(),
                out.crc32c(),
                ids.stream().findFirst(),
                ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(ids.size() - 1)))));
  }

  private static void put(VectorizedRowBatch batch, int operation, RowId id, long writeId) {
    int row = batch.size++;
    ((LongColumnVector) batch.cols[OPERATION]).vector[row] = operation;
    ((LongColumnVector) batch.cols[ORIGINAL_WRITE_ID]).vector[row] = id.writeId();
    ((LongColumnVector) batch.cols[BUCKET]).vector[row] = id.bucketProperty();
    ((LongColumnVector) batch.cols[ROW_ID]).vector[row] = id.rowId();
    ((LongColumnVector) batch.cols[CURRENT_WRITE_ID]).vector[row] = writeId;
    StructColumnVector struct = (StructColumnVector) batch.cols[ROW];
    if (operation == AcidSchema.DELETE) {
      struct.noNulls = false;
      struct.isNull[row] = true;
    } else {
      struct.isNull[row] = false;
      ((LongColumnVector) struct.fields[0]).vector[row] = id.rowId();
    }
  }

  /** A listing as of a disk, which knows no checksums. */
  static DirectoryListing withoutChecksums(DirectoryListing listing) {
    return new DirectoryListing(
        listing.directories(),
        listing.files().stream()
            .map(file -> new DirectoryListing.Entry(file.path(), file.length()))
            .toList(),
        listing.markers());
  }
}
