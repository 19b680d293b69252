package io.orcacid.interop.hive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorExtractRow;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.RecordIdentifier;
import org.apache.hadoop.hive.ql.io.orc.OrcStruct;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Reads a table with either of Hive's two readers, see {@link HiveScan}, and gives its rows as
 * lines in the order of their row ids.
 */
final class HiveReader {
  private final HiveTable table;
  private final ObjectInspector[] inspectors;
  private final List<Line> lines = new ArrayList<>();
  private int splits;

  private record Line(long writeId, int bucket, long rowId, String text) {}

  HiveReader(HiveTable table) {
    this.table = table;
    this.inspectors =
        table.types().stream()
            .map(TypeInfoUtils::getStandardWritableObjectInspectorFromTypeInfo)
            .toArray(ObjectInspector[]::new);
  }

  /** How many splits were read. */
  int splits() {
    return splits;
  }

  /** By the reader that merges a data file with its delete files, row by row. */
  List<String> readRowByRow() throws IOException {
    splits = HiveScan.of(table).readRowByRow(this::addRow);
    return sorted();
  }

  private void addRow(RecordIdentifier id, OrcStruct row, StructObjectInspector inspector) {
    List<String> values = new ArrayList<>();
    List<? extends StructField> fields = inspector.getAllStructFieldRefs();
    for (StructField field : fields.subList(0, table.columns().size())) {
      values.add(
          RowText.value(inspector.getStructFieldData(row, field), field.getFieldObjectInspector()));
    }
    add(id.getWriteId(), id.getBucketProperty(), id.getRowId(), values);
  }

  /** By the reader that looks up each row of a batch among the deletes it holds in memory. */
  List<String> readVectorised() throws IOException {
    VectorExtractRow extractor = extractor();
    splits = HiveScan.of(table).withRowIds().readVectorised(batch -> addBatch(batch, extractor));
    return sorted();
  }

  private void addBatch(VectorizedRowBatch batch, VectorExtractRow extractor) {
    Object[] values = new Object[inspectors.length];
    StructColumnVector ids = (StructColumnVector) batch.cols[inspectors.length];
    for (int i = 0; i < batch.size; i++) {
      int row = batch.selectedInUse ? batch.selected[i] : i;
      extractor.extractRow(batch, row, values);
      List<String> texts = new ArrayList<>();
      for (int column = 0; column < values.length; column++) {
        texts.add(RowText.value(values[column], inspectors[column]));
      }
      add(number(ids, 0, row), (int) number(ids, 1, row), number(ids, 2, row), texts);
    }
  }

  private VectorExtractRow extractor() throws IOException {
    VectorExtractRow extractor = new VectorExtractRow();
    try {
      extractor.init(
          table.types().toArray(new TypeInfo[0]),
          IntStream.range(0, table.types().size()).toArray());
    } catch (HiveException e) {
      throw new IOException(e);
    }
    return extractor;
  }

  private static long number(StructColumnVector ids, int field, int row) {
    LongColumnVector numbers = (LongColumnVector) ids.fields[field];
    return numbers.vector[numbers.isRepeating ? 0 : row];
  }

  private void add(long writeId, int bucket, long rowId, List<String> values) {
    String text = RowText.row(writeId, bucket, rowId, table.columns(), values);
    lines.add(new Line(writeId, bucket, rowId, text));
  }

  private List<String> sorted() {
    lines.sort(
        Comparator.comparingLong(Line::writeId)
            .thenComparingInt(Line::bucket)
            .thenComparingLong(Line::rowId)
            .thenComparing(Line::text));
    return lines.stream().map(Line::text).toList();
  }
}
