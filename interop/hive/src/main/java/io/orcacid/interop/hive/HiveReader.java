package io.orcacid.interop.hive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.common.type.DataTypePhysicalVariation;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorExtractRow;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.AcidInputFormat;
import org.apache.hadoop.hive.ql.io.orc.OrcInputFormat;
import org.apache.hadoop.hive.ql.io.orc.OrcStruct;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads a table with either of Hive's two readers, over the splits that Hive makes, and gives its
 * rows as lines in the order of their row ids.
 */
final class HiveReader {
  private final HiveTable table;
  private final OrcInputFormat format = new OrcInputFormat();
  private final List<Line> lines = new ArrayList<>();
  private int splits;

  private record Line(long writeId, int bucket, long rowId, String text) {}

  HiveReader(HiveTable table) {
    this.table = table;
  }

  /** How many splits were read. */
  int splits() {
    return splits;
  }

  private InputSplit[] split(JobConf conf) throws IOException {
    InputSplit[] made = format.getSplits(conf, 1);
    splits = made.length;
    return made;
  }

  /** By the reader that merges a data file with its delete files, row by row. */
  List<String> readRowByRow() throws IOException {
    JobConf conf = table.jobConf();
    HiveConf.setBoolVar(conf, HiveConf.ConfVars.HIVE_VECTORIZATION_ENABLED, false);
    for (InputSplit split : split(conf)) {
      var options = new AcidInputFormat.Options(conf).reporter(Reporter.NULL);
      AcidInputFormat.RowReader<OrcStruct> rows = format.getReader(split, options);
      StructObjectInspector inspector = (StructObjectInspector) rows.getObjectInspector();
      var id = rows.createKey();
      OrcStruct row = rows.createValue();
      while (rows.next(id, row)) {
        List<String> values = new ArrayList<>();
        List<? extends StructField> fields = inspector.getAllStructFieldRefs();
        for (StructField field : fields.subList(0, table.columns().size())) {
          values.add(
              RowText.value(
                  inspector.getStructFieldData(row, field), field.getFieldObjectInspector()));
        }
        add(id.getWriteId(), id.getBucketProperty(), id.getRowId(), values);
      }
      rows.close();
    }
    return sorted();
  }

  /** By the reader that looks up each row of a batch among the deletes it holds in memory. */
  List<String> readVectorised() throws IOException {
    JobConf conf = table.jobConf();
    HiveConf.setBoolVar(conf, HiveConf.ConfVars.HIVE_VECTORIZATION_ENABLED, true);
    conf.set(HiveConf.ConfVars.PLAN.varname, "file:///tmp/hive-plan-" + System.nanoTime());
    MapWork work = new MapWork();
    work.setVectorMode(true);
    work.setVectorizedRowBatchCtx(context());
    Utilities.setMapWork(conf, work);
    try {
      for (InputSplit split : split(conf)) {
        readBatches(reader(split, conf));
      }
    } finally {
      Utilities.clearWorkMapForConf(conf);
    }
    return sorted();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private RecordReader<NullWritable, VectorizedRowBatch> reader(InputSplit split, JobConf conf)
      throws IOException {
    return (RecordReader) format.getRecordReader(split, conf, Reporter.NULL);
  }

  private VectorizedRowBatchCtx context() {
    List<String> names = new ArrayList<>(table.columns());
    List<TypeInfo> types = new ArrayList<>(table.types());
    names.add(VirtualColumn.ROWID.getName());
    types.add(VirtualColumn.ROWID.getTypeInfo());
    return new VectorizedRowBatchCtx(
        names.toArray(new String[0]),
        types.toArray(new TypeInfo[0]),
        Collections.nCopies(types.size(), DataTypePhysicalVariation.NONE)
            .toArray(new DataTypePhysicalVariation[0]),
        IntStream.range(0, table.columns().size()).toArray(),
        0,
        1,
        new VirtualColumn[] {VirtualColumn.ROWID},
        new String[0],
        null);
  }

  private void readBatches(RecordReader<NullWritable, VectorizedRowBatch> reader)
      throws IOException {
    ObjectInspector[] inspectors =
        table.types().stream()
            .map(TypeInfoUtils::getStandardWritableObjectInspectorFromTypeInfo)
            .toArray(ObjectInspector[]::new);
    Object[] values = new Object[inspectors.length];
    VectorExtractRow extractor = extractor();
    VectorizedRowBatch batch = reader.createValue();
    while (reader.next(NullWritable.get(), batch)) {
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
    reader.close();
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
