package io.orcacid.compactor.rewrite;

import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import io.orcacid.format.value.VectorValues;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ListedPartitions;
import io.orcacid.reader.ScanPlan;
import io.orcacid.reader.ScanPlanner;
import io.orcacid.reader.ScanRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** An unpartitioned table in a directory, read and compacted. Methods give changed copies. */
record Table(
    Path root,
    TypeDescription row,
    Snapshot snapshot,
    Map<String, String> properties,
    RewriteOptions options) {

  /** Everything is committed. */
  static Table of(Path root, String columns) {
    return new Table(
        root,
        SchemaText.parse(columns),
        new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything()),
        Map.of(),
        // Every stripe that may be copied is, however small.
        RewriteOptions.defaults().withSmallStripes(0, 0));
  }

  Table at(Snapshot other) {
    return new Table(root, row, other, properties, options);
  }

  Table at(String writeIds) {
    return at(new Snapshot(ValidWriteIdList.parse(writeIds), snapshot.transactions()));
  }

  Table with(RewriteOptions other) {
    return new Table(root, row, snapshot, properties, other);
  }

  Table with(Map<String, String> other) {
    return new Table(root, row, snapshot, other, options);
  }

  Table withColumns(String columns) {
    return new Table(root, SchemaText.parse(columns), snapshot, properties, options);
  }

  TableShape shape() {
    return TableShape.of(row, List.of());
  }

  /** A row as it was read: its id, and its values as text. */
  record Found(RowId id, String values) {}

  /** Rows read by mask, sorted. */
  List<Found> byMask() throws IOException {
    return read(plan(ScanRequest.Order.ANY).readAll()).stream()
        .sorted(Comparator.comparing(Found::id))
        .toList();
  }

  /** Rows read by merge, in their order. */
  List<Found> byMerge() throws IOException {
    return read(plan(ScanRequest.Order.BY_ADDRESS).readOrdered());
  }

  ScanPlan plan(ScanRequest.Order order) throws IOException {
    Storage storage = Storage.local();
    return ScanPlanner.plan(
        storage,
        root.toString(),
        shape(),
        snapshot,
        new ListedPartitions(
            storage, root.toString(), shape(), ListedPartitions.Compactions.LISTED),
        new ScanRequest(
            row.getFieldNames(),
            Optional.empty(),
            ScanRequest.RowIds.WANTED,
            order,
            ScanRequest.DEFAULT_SPLIT_SIZE));
  }

  private List<Found> read(BatchReader reader) throws IOException {
    List<Found> found = new ArrayList<>();
    try (reader) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        VectorizedRowBatch rows = batch.get().rows();
        for (int i = 0; i < rows.size; i++) {
          int index = rows.selectedInUse ? rows.selected[i] : i;
          List<Object> values = new ArrayList<>();
          for (int column = 0; column < rows.cols.length; column++) {
            values.add(VectorValues.get(row.getChildren().get(column), rows.cols[column], index));
          }
          found.add(new Found(batch.get().id(index), text(values)));
        }
      }
    }
    return found;
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof List<?> list) {
      return list.stream().map(Table::text).toList().toString();
    } else if (value instanceof StructValue struct) {
      return "struct" + text(struct.values());
    } else if (value instanceof UnionValue union) {
      return "union" + union.tag() + text(union.value());
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
          .sorted()
          .toList()
          .toString();
    }
    return String.valueOf(value);
  }

  DirectoryListing listing() throws IOException {
    return DirectoryLister.list(Storage.local(), root.toString());
  }

  PartitionLayout layout() throws IOException {
    return LayoutResolver.resolve(listing(), snapshot);
  }

  /** The table after a compaction, and what that did. */
  record Compacted(Table table, RewriteResult result, Path output) {
    RewriteCounts counts() {
      return result.counts();
    }

    /** Path of a file of the only directory that was made. */
    Path file(int bucket) {
      return output.resolve(result.directories().get(0).files().get(bucket).name());
    }
  }

  RewriteRequest request(AcidDirectory output) throws IOException {
    return new RewriteRequest(
        Storage.local(),
        root.toString(),
        layout(),
        shape(),
        snapshot.writeIds(),
        output,
        root.resolve("_tmp." + UUID.randomUUID()).toString(),
        properties,
        options);
  }

  /** A transaction that no compaction had yet. */
  long nextTransaction() throws IOException {
    long next = snapshot.transactions().highWaterMark();
    if (next == Long.MAX_VALUE) {
      next = 1000;
    }
    for (String name : listing().directories()) {
      next = Math.max(next, AcidDirectory.parse(name).map(AcidDirectory::visibility).orElse(0L));
    }
    return next + 1;
  }

  Compacted major(long writeId) throws IOException {
    return compact(new AcidDirectory.Base(writeId, nextTransaction()));
  }

  Compacted minor(long min, long max) throws IOException {
    return compact(
        new AcidDirectory.Delta(min, max, AcidDirectory.NO_STATEMENT, nextTransaction()));
  }

  /** Runs a compaction, puts its directories in place and removes its inputs. */
  Compacted compact(AcidDirectory output) throws IOException {
    RewriteRequest request = request(output);
    RewriteResult result = PartitionRewrite.run(request);
    ByPieces.requireSame(request, result);
    for (String input : result.inputs()) {
      if (input.isEmpty()) {
        for (DirectoryListing.Entry original : request.layout().originals()) {
          Files.delete(root.resolve(original.path()));
        }
      } else {
        delete(root.resolve(input));
      }
    }
    Path made = Path.of(request.outputDirectory());
    for (RewriteResult.Directory directory : result.directories()) {
      Files.move(made.resolve(directory.name()), root.resolve(directory.name()));
    }
    Files.delete(made);
    return new Compacted(
        at(new Snapshot(snapshot.writeIds(), including(output.visibility()))),
        result,
        root.resolve(output.name()));
  }

  private ValidTxnList including(long transaction) {
    ValidTxnList before = snapshot.transactions();
    if (before.isValid(transaction)) {
      return before;
    }
    String[] fields = before.toString().split(":", -1);
    StringBuilder aborted = new StringBuilder(fields[3]);
    for (long id = before.highWaterMark() + 1; id < transaction; id++) {
      aborted.append(aborted.length() == 0 ? "" : ",").append(id);
    }
    return ValidTxnList.parse(transaction + ":" + fields[1] + ":" + fields[2] + ":" + aborted);
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
