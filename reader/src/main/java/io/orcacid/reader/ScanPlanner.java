package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.layout.PartitionName;
import io.orcacid.format.value.ValueText;
import io.orcacid.reader.expression.BoundPredicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * From a snapshot to splits: partitions that the filter rules out are not even resolved, data files
 * are cut or put together to the split size, each split gets the delete files that may concern it.
 * Stateless.
 */
public final class ScanPlanner {
  /** 64 TiB in splits of 64 MiB. */
  private static final long MOST_SPLITS_OF_A_FILE = 1 << 20;

  /** More files than these take longer to open than to read, and their names fill a message. */
  private static final int MOST_FILES_OF_A_SPLIT = 1000;

  private final Storage storage;
  private final String root;
  private final TableShape shape;
  private final Snapshot snapshot;
  private final ScanStatistics statistics = new ScanStatistics();

  private ScanPlanner(Storage storage, String root, TableShape shape, Snapshot snapshot) {
    this.storage = storage;
    this.root = root;
    this.shape = shape;
    this.snapshot = snapshot;
  }

  /**
   * Plans a scan.
   *
   * @param storage where the table lies
   * @param root absolute path of the table's directory
   * @param shape its columns
   * @param snapshot what is visible
   * @param source its partitions and what lies in them
   * @param request what is wanted
   * @throws ValidationException for unknown columns or a filter that does not fit them
   * @throws io.orcacid.error.SnapshotTooOldException if the snapshot needs what a compaction
   *     replaced
   * @throws io.orcacid.error.UnsupportedTableException for layouts that are refused
   */
  public static ScanPlan plan(
      Storage storage,
      String root,
      TableShape shape,
      Snapshot snapshot,
      PartitionSource source,
      ScanRequest request)
      throws IOException {
    return new ScanPlanner(storage, root, shape, snapshot).plan(source, request);
  }

  private ScanPlan plan(PartitionSource source, ScanRequest request) throws IOException {
    for (String column : request.columns()) {
      if (shape.position(column).isEmpty()) {
        throw new ValidationException(
            "No such column", "column", column, "columns", shape.row().getFieldNames());
      }
    }
    Optional<BoundPredicate> predicate =
        request.filter().map(filter -> BoundPredicate.bind(filter, shape.row()));
    ScanSpec spec =
        new ScanSpec(
            shape.row(),
            shape.partitionedBy(),
            request.columns(),
            request.filter().map(Object::toString).orElse(""),
            request.rowIds(),
            snapshot.writeIds().toString());
    List<AcidSplit> splits = new ArrayList<>();
    for (String partition : source.partitions()) {
      if (predicate.isPresent() && !predicate.get().mayMatch(partitionValues(partition))) {
        statistics.partitionsSkipped.increment();
        continue;
      }
      PartitionLayout layout = LayoutResolver.resolve(source.listing(partition), snapshot);
      PartitionFiles files =
          PartitionFiles.of(
              storage,
              partition.isEmpty() ? root : root + "/" + partition,
              layout,
              file -> source.place(partition, file));
      if (request.order() == ScanRequest.Order.BY_ADDRESS) {
        addWhole(spec, partition, files, splits);
      } else {
        addSplits(spec, partition, files, request.splitSize(), splits);
      }
    }
    return new ScanPlan(storage, spec, splits, statistics, request.deleteMemory());
  }

  private Map<String, Object> partitionValues(String partition) {
    Map<String, Object> values = new HashMap<>();
    if (!shape.isPartitioned()) {
      return values;
    }
    List<Optional<String>> texts = PartitionName.values(shape.partitionedBy(), partition);
    for (int i = 0; i < texts.size(); i++) {
      int column = shape.partitionColumns()[i];
      TypeDescription type = shape.row().getChildren().get(column);
      values.put(
          shape.row().getFieldNames().get(column),
          texts.get(i).map(text -> ValueText.parse(type, text)).orElse(null));
    }
    return values;
  }

  /** Ordered reading merges whole files. */
  private void addWhole(
      ScanSpec spec, String partition, PartitionFiles files, List<AcidSplit> splits) {
    for (DataFile file : files.data()) {
      splits.add(new AcidSplit(spec, partition, List.of(file), deletesFor(files, file)));
    }
  }

  private List<DeleteFile> deletesFor(PartitionFiles files, DataFile file) {
    List<DeleteFile> deletes = files.deletesFor(file);
    statistics.deleteFilesSkipped.add(files.deletes().size() - deletes.size());
    return deletes;
  }

  private void addSplits(
      ScanSpec spec,
      String partition,
      PartitionFiles files,
      long splitSize,
      List<AcidSplit> splits) {
    List<DataFile> small = new ArrayList<>();
    long smallBytes = 0;
    for (DataFile file : files.data()) {
      if (file.length() >= splitSize) {
        requireReasonable(file, splitSize);
        List<DeleteFile> deletes = deletesFor(files, file);
        for (long offset = 0; offset < file.length(); offset += splitSize) {
          DataFile range = file.range(offset, Math.min(splitSize, file.length() - offset));
          splits.add(new AcidSplit(spec, partition, List.of(range), deletes));
        }
        continue;
      }
      if (smallBytes + file.length() > splitSize || small.size() == MOST_FILES_OF_A_SPLIT) {
        splits.add(combined(spec, partition, files, small));
        small.clear();
        smallBytes = 0;
      }
      small.add(file);
      smallBytes += file.length();
    }
    if (!small.isEmpty()) {
      splits.add(combined(spec, partition, files, small));
    }
  }

  /** A length comes from a log or a side file, which may be damaged. */
  private static void requireReasonable(DataFile file, long splitSize) {
    if (file.length() / splitSize > MOST_SPLITS_OF_A_FILE) {
      throw new CorruptFileException(
          "A file is said to be longer than any file: its recorded length is damaged",
          "path",
          file.path(),
          "length",
          file.length());
    }
  }

  private AcidSplit combined(
      ScanSpec spec, String partition, PartitionFiles files, List<DataFile> small) {
    List<DeleteFile> deletes = files.deletesFor(small);
    statistics.deleteFilesSkipped.add(files.deletes().size() - deletes.size());
    return new AcidSplit(spec, partition, small, deletes);
  }
}
