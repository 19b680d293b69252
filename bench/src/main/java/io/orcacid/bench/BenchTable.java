package io.orcacid.bench;

import io.orcacid.compactor.rewrite.PartitionRewrite;
import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.compactor.rewrite.RewriteRequest;
import io.orcacid.compactor.rewrite.RewriteResult;
import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ListedPartitions;
import io.orcacid.reader.ScanPlanner;
import io.orcacid.reader.ScanRequest;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** An unpartitioned table of six columns whose values depend on the seed alone. */
final class BenchTable {
  private static final TypeDescription ROW =
      SchemaText.parse(
          "id bigint, name string, amount double, ts timestamp, category string, payload string");
  private static final long SEED = 42;
  private static final int CATEGORIES = 14;

  private final Storage storage = Storage.local();
  private final String root;
  private final Random random = new Random(SEED);
  private final byte[] name = new byte[12];
  private final byte[] payload = new byte[40];
  private final byte[][] categories = new byte[CATEGORIES][];
  private long nextId;

  BenchTable(String root) {
    this.root = root;
    for (int i = 0; i < CATEGORIES; i++) {
      categories[i] = ("category " + i).getBytes(StandardCharsets.US_ASCII);
    }
  }

  Storage storage() {
    return storage;
  }

  String root() {
    return root;
  }

  private static TableShape shape() {
    return TableShape.of(ROW, List.of());
  }

  private WriteTarget target() {
    return new WriteTarget(storage, root, shape(), Optional.empty(), Map.of());
  }

  void insert(long writeId, long rows) throws IOException {
    try (InsertWriter writer = new InsertWriter(target(), writeId, 0, WriterOptions.defaults())) {
      VectorizedRowBatch batch = io.orcacid.format.value.Batches.create(ROW);
      for (long i = 0; i < rows; i++) {
        fill(batch, batch.size++);
        if (batch.size == batch.getMaxSize()) {
          writer.write(batch);
          batch.reset();
        }
      }
      writer.write(batch);
      writer.finish();
    }
  }

  private void fill(VectorizedRowBatch batch, int row) {
    long id = nextId++;
    ((LongColumnVector) batch.cols[0]).vector[row] = id;
    text(name, 26);
    ((BytesColumnVector) batch.cols[1]).setVal(row, name);
    ((DoubleColumnVector) batch.cols[2]).vector[row] = random.nextInt(1_000_000) / 100.0;
    TimestampColumnVector time = (TimestampColumnVector) batch.cols[3];
    time.time[row] = 1_700_000_000_000L + id * 250;
    time.nanos[row] = (int) (id % 4) * 250_000_000;
    ((BytesColumnVector) batch.cols[4]).setVal(row, categories[random.nextInt(CATEGORIES)]);
    text(payload, 16);
    ((BytesColumnVector) batch.cols[5]).setVal(row, payload);
  }

  private void text(byte[] bytes, int letters) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(letters));
    }
  }

  /** Deletes rows next to each other, or one in so many. */
  void delete(long writeId, long originalWriteId, long from, long to, long step)
      throws IOException {
    RowId first = firstRow(originalWriteId);
    try (DeleteWriter writer = new DeleteWriter(target(), writeId, 0)) {
      for (long rowId = from; rowId < to; rowId += step) {
        writer.delete("", originalWriteId, first.bucketProperty(), rowId);
      }
      writer.finish();
    }
  }

  private static RowId firstRow(long writeId) {
    return new RowId(writeId, io.orcacid.format.BucketProperty.encode(0, 0), 0);
  }

  RewriteRequest request(AcidDirectory output, RewriteOptions options) throws IOException {
    Snapshot snapshot = snapshot();
    return new RewriteRequest(
        storage,
        root,
        LayoutResolver.resolve(DirectoryLister.list(storage, root), snapshot),
        shape(),
        snapshot.writeIds(),
        output,
        root + "/_tmp." + UUID.randomUUID(),
        Map.of(),
        options);
  }

  private static Snapshot snapshot() {
    return new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything());
  }

  /** Compacts into a directory that is removed again after the time was taken. */
  Compaction time(AcidDirectory output, RewriteOptions options, int warmUps, int runs)
      throws IOException {
    RewriteCounts[] counts = new RewriteCounts[1];
    String[] directory = new String[1];
    Timed timed =
        Timed.of(
            warmUps,
            runs,
            () -> {
              RewriteRequest request = request(output, options);
              directory[0] = request.outputDirectory();
              counts[0] = PartitionRewrite.run(request).counts();
            },
            () -> storage.delete(directory[0]));
    return new Compaction(timed, counts[0]);
  }

  /** What a compaction took and did. */
  record Compaction(Timed timed, RewriteCounts counts) {}

  /** Compacts, and puts the output in place of everything else. */
  void compact(AcidDirectory output) throws IOException {
    RewriteRequest request = request(output, RewriteOptions.defaults());
    RewriteResult result = PartitionRewrite.run(request);
    for (String input : result.inputs()) {
      storage.delete(root + "/" + input);
    }
    for (RewriteResult.Directory directory : result.directories()) {
      java.nio.file.Files.move(
          storage.localPath(request.outputDirectory() + "/" + directory.name()),
          storage.localPath(root + "/" + directory.name()));
    }
    storage.delete(request.outputDirectory());
  }

  /** Reads every column of every row, and gives the number of rows. */
  long scan() throws IOException {
    long rows = 0;
    try (BatchReader reader =
        ScanPlanner.plan(
                storage,
                root,
                shape(),
                snapshot(),
                new ListedPartitions(storage, root, shape(), ListedPartitions.Compactions.LISTED),
                new ScanRequest(
                    ROW.getFieldNames(),
                    Optional.empty(),
                    ScanRequest.RowIds.NOT_WANTED,
                    ScanRequest.Order.ANY,
                    ScanRequest.DEFAULT_SPLIT_SIZE))
            .readAll()) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        rows += batch.get().rows().size;
      }
    }
    return rows;
  }
}
