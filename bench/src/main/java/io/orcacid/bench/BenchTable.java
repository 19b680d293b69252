package io.orcacid.bench;

import io.orcacid.compactor.rewrite.PartitionRewrite;
import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.compactor.rewrite.RewriteRequest;
import io.orcacid.compactor.rewrite.RewriteResult;
import io.orcacid.format.RowId;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** An unpartitioned table of six columns whose values depend on the seed alone. */
final class BenchTable {
  private final Storage storage = Storage.local();
  private final String root;
  private final BenchRows rows;
  private final Map<String, String> properties;

  BenchTable(String root) {
    this(root, BenchRows.KeyOrder.RISING, Map.of());
  }

  /**
   * @param order of the keys
   * @param properties of the table; those of {@code orc.*} reach the files
   */
  BenchTable(String root, BenchRows.KeyOrder order, Map<String, String> properties) {
    this.root = root;
    this.rows = new BenchRows(order);
    this.properties = Map.copyOf(properties);
  }

  Storage storage() {
    return storage;
  }

  String root() {
    return root;
  }

  private static TableShape shape() {
    return TableShape.of(BenchRows.ROW, List.of());
  }

  private WriteTarget target() {
    return new WriteTarget(storage, root, shape(), Optional.empty(), properties);
  }

  void insert(long writeId, long count) throws IOException {
    insert(writeId, count, batch -> {});
  }

  /** Sees each batch before it is written. */
  interface Spectator {
    void see(VectorizedRowBatch batch);
  }

  void insert(long writeId, long count, Spectator spectator) throws IOException {
    try (InsertWriter writer = new InsertWriter(target(), writeId, 0, WriterOptions.defaults())) {
      VectorizedRowBatch batch = io.orcacid.format.value.Batches.create(BenchRows.ROW);
      for (long left = count; left > 0; left -= batch.size) {
        rows.fill(batch, (int) Math.min(left, batch.getMaxSize()));
        spectator.see(batch);
        writer.write(batch);
      }
      writer.finish();
    }
  }

  /** Names the rows to delete. */
  interface Deleting {
    void of(DeleteWriter writer);
  }

  void delete(long writeId, Deleting deleting) throws IOException {
    try (DeleteWriter writer = new DeleteWriter(target(), writeId, 0)) {
      deleting.of(writer);
      writer.finish();
    }
  }

  /** Deletes rows next to each other, or one in so many. */
  void delete(long writeId, long originalWriteId, long from, long to, long step)
      throws IOException {
    RowId first = firstRow(originalWriteId);
    delete(
        writeId,
        writer -> {
          for (long rowId = from; rowId < to; rowId += step) {
            writer.delete("", originalWriteId, first.bucketProperty(), rowId);
          }
        });
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
                    BenchRows.ROW.getFieldNames(),
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
