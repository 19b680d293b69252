package io.orcacid.bench.peers.iceberg;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.SeededRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.types.Types;

/** The table of six columns as one data file of ORC, and one file of deleted positions. */
final class IcebergTable {
  private static final int CHUNK = 1024;
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "amount", Types.DoubleType.get()),
          Types.NestedField.optional(4, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(5, "category", Types.StringType.get()),
          Types.NestedField.optional(6, "payload", Types.StringType.get()));
  private static final Map<String, String> PROPERTIES =
      Map.of(
          TableProperties.FORMAT_VERSION, "2",
          TableProperties.DEFAULT_FILE_FORMAT, "orc",
          TableProperties.DELETE_DEFAULT_FILE_FORMAT, "orc",
          TableProperties.ORC_COMPRESSION, "zstd",
          TableProperties.DELETE_ORC_COMPRESSION, "zstd");

  private final Path directory;
  private final Table table;

  /** Takes what is not to be measured. */
  interface Pause {
    void during(Runnable work);
  }

  private IcebergTable(Path directory, Table table) {
    this.directory = directory;
    this.table = table;
  }

  private static HadoopTables tables() {
    return new HadoopTables(new Configuration());
  }

  static IcebergTable create(Path directory) {
    return new IcebergTable(
        directory,
        tables().create(SCHEMA, PartitionSpec.unpartitioned(), PROPERTIES, directory.toString()));
  }

  static IcebergTable open(Path directory) {
    return new IcebergTable(directory, tables().load(directory.toString()));
  }

  Path directory() {
    return directory;
  }

  private EncryptedOutputFile output() {
    String name = UUID.randomUUID() + ".orc";
    return EncryptedFiles.plainAsEncryptedOutput(
        table.io().newOutputFile(table.locationProvider().newDataLocation(name)));
  }

  private DataWriter<Record> dataWriter() {
    return new GenericFileWriterFactory.Builder(table)
        .build()
        .newDataWriter(output(), table.spec(), null);
  }

  /**
   * Writes rows into one file.
   *
   * @param pause takes the making of values
   */
  void insert(long rows, Pause pause) throws IOException {
    SeededRows source = new SeededRows();
    Record[] chunk =
        IntStream.range(0, CHUNK)
            .mapToObj(i -> GenericRecord.create(SCHEMA))
            .toArray(Record[]::new);
    DataWriter<Record> writer = dataWriter();
    try (writer) {
      for (long done = 0; done < rows; done += CHUNK) {
        int size = (int) Math.min(CHUNK, rows - done);
        pause.during(() -> fill(chunk, size, source));
        for (int i = 0; i < size; i++) {
          writer.write(chunk[i]);
        }
      }
    }
    table.newAppend().appendFile(writer.toDataFile()).commit();
  }

  private static void fill(Record[] chunk, int size, SeededRows source) {
    for (int i = 0; i < size; i++) {
      source.next();
      Record row = chunk[i];
      row.set(0, source.id());
      row.set(1, new String(source.name(), StandardCharsets.US_ASCII));
      row.set(2, source.amount());
      row.set(
          3,
          LocalDateTime.ofEpochSecond(
              Math.floorDiv(source.epochMillis(), 1000L), source.nanosOfSecond(), ZoneOffset.UTC));
      row.set(4, new String(source.category(), StandardCharsets.US_ASCII));
      row.set(5, new String(source.payload(), StandardCharsets.US_ASCII));
    }
  }

  private DataFile onlyFile() throws IOException {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      return tasks.iterator().next().file();
    }
  }

  /** Deletes by position, which is the id. */
  void delete(long rows, DeletedIds deleted) throws IOException {
    if (deleted.isEmpty()) {
      return;
    }
    DataFile file = onlyFile();
    PositionDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .build()
            .newPositionDeleteWriter(output(), table.spec(), null);
    PositionDelete<Record> delete = PositionDelete.create();
    try (writer) {
      for (long id = 0; id < rows; id++) {
        if (deleted.contains(id)) {
          writer.write(delete.set(file.location(), id));
        }
      }
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
  }

  private CloseableIterable<Record> rows(int... columns) {
    return IcebergGenerics.read(table)
        .reuseContainers()
        .select(
            Arrays.stream(columns)
                .mapToObj(column -> SCHEMA.columns().get(column).name())
                .toArray(String[]::new))
        .build();
  }

  /** Touches the values of some columns of every row that is left. */
  Digest scan(int... columns) throws IOException {
    Digest digest = new Digest();
    RowDigest values = new RowDigest(digest, columns);
    try (CloseableIterable<Record> rows = rows(columns)) {
      for (Record row : rows) {
        values.add(row);
      }
    }
    values.finish();
    return digest;
  }

  /** Writes the rows that are left into a file instead of the old one. */
  void compact() throws IOException {
    DataFile old = onlyFile();
    DataWriter<Record> writer = dataWriter();
    try (writer;
        CloseableIterable<Record> rows = rows(IntStream.range(0, SeededRows.COLUMNS).toArray())) {
      for (Record row : rows) {
        writer.write(row);
      }
    }
    table
        .newRewrite()
        .validateFromSnapshot(table.currentSnapshot().snapshotId())
        .rewriteFiles(Set.of(old), Set.of(writer.toDataFile()))
        .commit();
  }

  /** Goes back to what was before the last change. */
  void undo() {
    table.manageSnapshots().rollbackTo(table.currentSnapshot().parentId()).commit();
  }
}
