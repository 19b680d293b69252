package io.orcacid.reader;

import io.orcacid.format.TableShape;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.PartitionName;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.format.value.ValueText;
import io.orcacid.reader.expression.BoundPredicate;
import io.orcacid.reader.expression.Expression;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.orc.TypeDescription;

/**
 * What the files of one split have in common while they are read: columns, filter, partition
 * values, deletes. Not thread-safe.
 */
final class FileContext {
  private final Storage storage;
  private final AcidSplit split;
  private final ScanStatistics statistics;
  private final DeleteSets deleteSets;
  private final ScanRequest.RowIds rowIds;
  private final HiddenValues hiddenValues;
  private final Optional<RowIdSet> sought;
  private final TableShape shape;
  private final ValidWriteIdList writeIds;
  private final TypeDescription fileSchema;
  private final Optional<BoundPredicate> filter;
  private final Optional<SearchArgument> searchArgument;
  private final int[] outputs;
  private final int[] dataPositions;
  private final Constant[] constants;
  private final int slots;

  /** The value of a column that names partitions, the same for all rows. */
  private record Constant(TypeDescription type, Optional<String> text) {
    ColumnVector vector() {
      ColumnVector vector =
          Batches.create(TypeDescription.createStruct().addField("value", type.clone()), 1).cols[0];
      ValueSetter.set(
          type, vector, 0, text.map(value -> ValueText.parse(type, value)).orElse(null));
      vector.isRepeating = true;
      return vector;
    }
  }

  /** How hidden columns are come by. */
  enum HiddenValues {
    /** Decoded where statistics do not prove them. */
    AS_NEEDED,
    /** Decoded and checked, event by event. */
    DECODED
  }

  FileContext(
      Storage storage,
      AcidSplit split,
      ScanStatistics statistics,
      DeleteSets deleteSets,
      ScanRequest.RowIds rowIds) {
    this(storage, split, statistics, deleteSets, rowIds, 1);
  }

  /**
   * @param slots batches that a reader may have given away at a time
   */
  FileContext(
      Storage storage,
      AcidSplit split,
      ScanStatistics statistics,
      DeleteSets deleteSets,
      ScanRequest.RowIds rowIds,
      int slots) {
    this(
        storage,
        split,
        statistics,
        deleteSets,
        rowIds,
        HiddenValues.AS_NEEDED,
        Optional.empty(),
        slots);
  }

  /**
   * @param sought rows without any of which a stripe may be passed over; empty if all are wanted
   */
  FileContext(
      Storage storage,
      AcidSplit split,
      ScanStatistics statistics,
      DeleteSets deleteSets,
      ScanRequest.RowIds rowIds,
      HiddenValues hiddenValues,
      Optional<RowIdSet> sought) {
    this(storage, split, statistics, deleteSets, rowIds, hiddenValues, sought, 1);
  }

  private FileContext(
      Storage storage,
      AcidSplit split,
      ScanStatistics statistics,
      DeleteSets deleteSets,
      ScanRequest.RowIds rowIds,
      HiddenValues hiddenValues,
      Optional<RowIdSet> sought,
      int slots) {
    this.slots = slots;
    this.hiddenValues = hiddenValues;
    this.sought = sought;
    this.storage = storage;
    this.split = split;
    this.statistics = statistics;
    this.deleteSets = deleteSets;
    this.rowIds = rowIds;
    ScanSpec spec = split.spec();
    this.shape = spec.shape();
    this.writeIds = ValidWriteIdList.parse(spec.writeIds());
    this.fileSchema = AcidSchema.of(shape.data());
    Optional<Expression> expression =
        spec.filter().isEmpty() ? Optional.empty() : Optional.of(Expression.parse(spec.filter()));
    List<Integer> columns = columns(spec.columns(), expression);
    this.outputs =
        spec.columns().stream()
            .mapToInt(name -> columns.indexOf(shape.position(name).orElseThrow()))
            .toArray();
    this.filter = expression.map(parsed -> BoundPredicate.bind(parsed, rowType(columns)));
    this.searchArgument = filter.flatMap(predicate -> predicate.searchArgument(this::isInFiles));
    this.dataPositions = new int[columns.size()];
    this.constants = new Constant[columns.size()];
    List<Optional<String>> values =
        shape.isPartitioned()
            ? PartitionName.values(shape.partitionedBy(), split.partition())
            : List.of();
    for (int i = 0; i < columns.size(); i++) {
      dataPositions[i] = indexOf(shape.dataColumns(), columns.get(i));
      if (dataPositions[i] < 0) {
        TypeDescription type = shape.row().getChildren().get(columns.get(i));
        constants[i] =
            new Constant(type, values.get(indexOf(shape.partitionColumns(), columns.get(i))));
      }
    }
  }

  /** Positions in the table of the columns that are returned or filtered by, each once. */
  private List<Integer> columns(List<String> names, Optional<Expression> expression) {
    Set<Integer> columns = new LinkedHashSet<>();
    names.forEach(name -> columns.add(shape.position(name).orElseThrow()));
    expression.ifPresent(
        filter ->
            BoundPredicate.bind(filter, shape.row())
                .columns()
                .forEach(name -> columns.add(shape.position(name).orElseThrow())));
    return List.copyOf(columns);
  }

  private TypeDescription rowType(List<Integer> columns) {
    TypeDescription type = TypeDescription.createStruct();
    for (int column : columns) {
      type.addField(
          shape.row().getFieldNames().get(column), shape.row().getChildren().get(column).clone());
    }
    return type;
  }

  private static int indexOf(int[] positions, int position) {
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] == position) {
        return i;
      }
    }
    return -1;
  }

  Storage storage() {
    return storage;
  }

  AcidSplit split() {
    return split;
  }

  ScanStatistics statistics() {
    return statistics;
  }

  DeleteSets deleteSets() {
    return deleteSets;
  }

  /** Whether a stripe has none of the rows that are sought, for certain. */
  boolean passesOver(HiddenColumns hidden) {
    return sought.isPresent() && hidden.proven() && !hidden.meets(sought.get());
  }

  boolean readsWholeEvents() {
    return hiddenValues == HiddenValues.DECODED;
  }

  boolean wantsRowIds() {
    return rowIds == ScanRequest.RowIds.WANTED;
  }

  ValidWriteIdList writeIds() {
    return writeIds;
  }

  /** Schema to read ACID files with: the table's data columns under {@code row}. */
  TypeDescription fileSchema() {
    return fileSchema;
  }

  /** Schema to read plain files with. */
  TypeDescription dataSchema() {
    return shape.data();
  }

  Optional<BoundPredicate> filter() {
    return filter;
  }

  /** What ORC can check of the filter, for files of whose statistics it can be asked. */
  Optional<SearchArgument> searchArgument() {
    return searchArgument;
  }

  /** Columns in the files that the filter looks at; none without a filter. */
  List<String> filterColumns() {
    return filter.stream()
        .flatMap(predicate -> predicate.columns().stream())
        .filter(this::isInFiles)
        .toList();
  }

  /** Whether a column of the table stands in files. */
  private boolean isInFiles(String column) {
    return indexOf(shape.dataColumns(), shape.position(column).orElseThrow()) >= 0;
  }

  /** For each returned column its place among the columns that are worked on. */
  int[] outputs() {
    return outputs;
  }

  /**
   * For each column worked on its position among the data columns, or -1 for a partition column.
   */
  int[] dataPositions() {
    return dataPositions;
  }

  /** For each column worked on that names partitions its value, null for the others; made anew. */
  ColumnVector[] constants() {
    ColumnVector[] vectors = new ColumnVector[constants.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = constants[i] == null ? null : constants[i].vector();
    }
    return vectors;
  }

  /** Whether a timestamp, or a column with one in it, is read from files. */
  boolean readsTimestamps() {
    return Arrays.stream(dataPositions)
        .filter(position -> position >= 0)
        .anyMatch(position -> hasTimestamp(shape.data().getChildren().get(position)));
  }

  private static boolean hasTimestamp(TypeDescription type) {
    return switch (type.getCategory()) {
      case TIMESTAMP, TIMESTAMP_INSTANT -> true;
      default ->
          type.getChildren() != null
              && type.getChildren().stream().anyMatch(FileContext::hasTimestamp);
    };
  }

  /** Batches that a reader may have given away at a time. */
  int slots() {
    return slots;
  }

  /** Delete files of the split that are of the given buckets, ends included. */
  List<DeleteFile> deleteFiles(int minBucket, int maxBucket) {
    List<DeleteFile> files =
        split.deletes().stream()
            .filter(file -> file.bucket() >= minBucket && file.bucket() <= maxBucket)
            .toList();
    statistics.deleteFilesSkipped.add(split.deletes().size() - files.size());
    return files;
  }

  /** The rows that these files delete; empty if there is no memory for them. */
  Optional<RowIdSet> deletes(List<DeleteFile> files) throws IOException {
    return files.isEmpty() ? Optional.of(new RowIdSet()) : deleteSets.of(files, writeIds);
  }
}
