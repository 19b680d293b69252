package io.orcacid.bench.peers.paimon;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.SeededRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.paimon.CoreOptions;
import org.apache.paimon.data.BinaryRow;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.fs.local.LocalFileIO;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.schema.SchemaChange;
import org.apache.paimon.schema.SchemaManager;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.FileStoreTableFactory;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.apache.paimon.table.sink.BatchTableWrite;
import org.apache.paimon.table.sink.BatchWriteBuilder;
import org.apache.paimon.table.source.DataSplit;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.table.source.Split;
import org.apache.paimon.types.DataTypes;
import org.apache.paimon.types.RowKind;

/** The table of six columns with the primary key {@code id}, in one bucket. */
final class PaimonTable {
  static final int TIMESTAMP_PRECISION = 6;
  private static final int CHUNK = 1024;

  /** Files are read and written by the thread that asks, so that its processor time tells all. */
  private static final Map<String, String> IN_ONE_THREAD =
      Map.of(
          CoreOptions.FILE_READER_ASYNC_THRESHOLD.key(),
          "1 tb",
          CoreOptions.ASYNC_FILE_WRITE.key(),
          "false");

  private static final Map<String, String> WRITE_ONLY =
      Map.of(CoreOptions.WRITE_ONLY.key(), "true");

  private final Path directory;
  private final FileStoreTable table;

  /** Takes what is not to be measured. */
  interface Pause {
    void during(Runnable work);
  }

  /** Writes into a table. */
  private interface Writing {
    void write(BatchTableWrite write) throws Exception;
  }

  private PaimonTable(Path directory, FileStoreTable table) {
    this.directory = directory;
    this.table = table;
  }

  private static org.apache.paimon.fs.Path paimonPath(Path directory) {
    return new org.apache.paimon.fs.Path(directory.toUri());
  }

  static PaimonTable create(Path directory, String format) throws Exception {
    Schema schema =
        Schema.newBuilder()
            .column("id", DataTypes.BIGINT().notNull())
            .column("name", DataTypes.STRING())
            .column("amount", DataTypes.DOUBLE())
            .column("ts", DataTypes.TIMESTAMP(TIMESTAMP_PRECISION))
            .column("category", DataTypes.STRING())
            .column("payload", DataTypes.STRING())
            .primaryKey("id")
            .option(CoreOptions.BUCKET.key(), "1")
            .option(CoreOptions.FILE_FORMAT.key(), format)
            .option(CoreOptions.FILE_COMPRESSION.key(), "zstd")
            .option(CoreOptions.DELETION_VECTORS_MODIFIABLE.key(), "true")
            .build();
    manager(directory).createTable(schema);
    return open(directory);
  }

  private static SchemaManager manager(Path directory) {
    return new SchemaManager(LocalFileIO.create(), paimonPath(directory));
  }

  static PaimonTable open(Path directory) {
    return new PaimonTable(
        directory, FileStoreTableFactory.create(LocalFileIO.create(), paimonPath(directory)));
  }

  Path directory() {
    return directory;
  }

  /** The same table, which deletes in this way from now on. */
  PaimonTable deleteBy(Deletion deletion) throws Exception {
    manager(directory)
        .commitChanges(
            SchemaChange.setOption(
                CoreOptions.DELETION_VECTORS_ENABLED.key(),
                Boolean.toString(deletion == Deletion.VECTORS)));
    return open(directory);
  }

  private boolean hasDeletionVectors() {
    return table.coreOptions().deletionVectorsEnabled();
  }

  private static void write(FileStoreTable table, Writing writing) throws Exception {
    Path spilled = Files.createTempDirectory("paimon-spilled-");
    BatchWriteBuilder builder = table.newBatchWriteBuilder();
    try (IOManager spill = IOManager.create(spilled.toString());
        BatchTableWrite write = builder.newWrite();
        BatchTableCommit commit = builder.newCommit()) {
      write.withIOManager(spill);
      writing.write(write);
      commit.commit(write.prepareCommit());
    }
    Files.deleteIfExists(spilled);
  }

  /**
   * Writes rows without compacting.
   *
   * @param pause takes the making of values
   */
  void insert(long rows, Pause pause) throws Exception {
    SeededRows source = new SeededRows();
    GenericRow[] chunk =
        IntStream.range(0, CHUNK)
            .mapToObj(i -> new GenericRow(SeededRows.COLUMNS))
            .toArray(GenericRow[]::new);
    write(
        table.copy(WRITE_ONLY).copy(IN_ONE_THREAD),
        write -> {
          for (long done = 0; done < rows; done += CHUNK) {
            int size = (int) Math.min(CHUNK, rows - done);
            pause.during(() -> fill(chunk, size, source));
            for (int i = 0; i < size; i++) {
              write.write(chunk[i]);
            }
          }
        });
  }

  private static void fill(GenericRow[] chunk, int size, SeededRows source) {
    for (int i = 0; i < size; i++) {
      source.next();
      GenericRow row = chunk[i];
      row.setField(0, source.id());
      row.setField(1, BinaryString.fromBytes(source.name().clone()));
      row.setField(2, source.amount());
      row.setField(3, Timestamp.fromEpochMillis(source.epochMillis()));
      row.setField(4, BinaryString.fromBytes(source.category().clone()));
      row.setField(5, BinaryString.fromBytes(source.payload().clone()));
    }
  }

  /** Deletes by key. With deletion vectors, they are written before this returns. */
  void delete(long rows, DeletedIds deleted) throws Exception {
    if (deleted.isEmpty()) {
      return;
    }
    write(
        hasDeletionVectors() ? table : table.copy(WRITE_ONLY),
        write -> {
          GenericRow row = new GenericRow(RowKind.DELETE, SeededRows.COLUMNS);
          for (long id = 0; id < rows; id++) {
            if (deleted.contains(id)) {
              row.setField(0, id);
              write.write(row);
            }
          }
        });
  }

  /** Rewrites everything into one sorted run. */
  void compact() throws Exception {
    write(table, write -> write.compact(BinaryRow.EMPTY_ROW, 0, true));
  }

  /** Touches the values of some columns of every row that is left. */
  Digest scan(int... columns) throws IOException {
    Digest digest = new Digest();
    RowDigest rows = new RowDigest(digest, columns);
    ReadBuilder builder = table.copy(IN_ONE_THREAD).newReadBuilder().withProjection(columns);
    for (Split split : builder.newScan().plan().splits()) {
      try (RecordReader<InternalRow> reader = builder.newRead().createReader(split)) {
        for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
          for (InternalRow row = batch.next(); row != null; row = batch.next()) {
            rows.add(row);
          }
          batch.releaseBatch();
        }
      }
    }
    rows.finish();
    return digest;
  }

  /** How many data files have one. */
  long deletionVectors() {
    return table.newReadBuilder().newScan().plan().splits().stream()
        .flatMap(split -> ((DataSplit) split).deletionFiles().stream())
        .flatMap(java.util.List::stream)
        .filter(java.util.Objects::nonNull)
        .count();
  }
}
