package io.orcacid.interop.hive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.common.type.DataTypePhysicalVariation;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.AcidInputFormat;
import org.apache.hadoop.hive.ql.io.RecordIdentifier;
import org.apache.hadoop.hive.ql.io.orc.OrcInputFormat;
import org.apache.hadoop.hive.ql.io.orc.OrcStruct;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Goes over a table with either of Hive's two readers, over the splits that Hive makes, one after
 * the other in the calling thread.
 */
public final class HiveScan {
  private final HiveTable table;
  private final Optional<List<Integer>> columns;
  private final VirtualColumn[] virtualColumns;
  private final OrcInputFormat format = new OrcInputFormat();

  /** Takes batches; they are reused. */
  public interface Batches {
    /** Takes the next. */
    void accept(VectorizedRowBatch batch) throws IOException;
  }

  /** Takes rows; they are reused. */
  public interface Rows {
    /** Takes the next. */
    void accept(RecordIdentifier id, OrcStruct row, StructObjectInspector inspector)
        throws IOException;
  }

  private HiveScan(
      HiveTable table, Optional<List<Integer>> columns, VirtualColumn... virtualColumns) {
    this.table = table;
    this.columns = columns;
    this.virtualColumns = virtualColumns;
  }

  /** All columns of a table, without row ids where Hive gives them on demand only. */
  public static HiveScan of(HiveTable table) {
    return new HiveScan(table, Optional.empty());
  }

  /** Batches have the row ids as a last column. */
  public HiveScan withRowIds() {
    return new HiveScan(table, columns, VirtualColumn.ROWID);
  }

  /** Only some columns are read, by their positions; the others are left as they are. */
  public HiveScan select(List<Integer> positions) {
    return new HiveScan(table, Optional.of(List.copyOf(positions)), virtualColumns);
  }

  private JobConf conf() {
    JobConf conf = table.jobConf();
    columns.ifPresent(positions -> project(conf, positions));
    return conf;
  }

  private void project(JobConf conf, List<Integer> positions) {
    conf.setBoolean(ColumnProjectionUtils.READ_ALL_COLUMNS, false);
    conf.set(
        ColumnProjectionUtils.READ_COLUMN_IDS_CONF_STR,
        positions.stream().map(String::valueOf).collect(Collectors.joining(",")));
    conf.set(
        ColumnProjectionUtils.READ_COLUMN_NAMES_CONF_STR,
        positions.stream().map(table.columns()::get).collect(Collectors.joining(",")));
  }

  /**
   * By the reader that merges a data file with its delete files, row by row.
   *
   * @return how many splits were read
   */
  public int readRowByRow(Rows consumer) throws IOException {
    JobConf conf = conf();
    HiveConf.setBoolVar(conf, HiveConf.ConfVars.HIVE_VECTORIZATION_ENABLED, false);
    InputSplit[] splits = format.getSplits(conf, 1);
    for (InputSplit split : splits) {
      var options = new AcidInputFormat.Options(conf).reporter(Reporter.NULL);
      AcidInputFormat.RowReader<OrcStruct> rows = format.getReader(split, options);
      StructObjectInspector inspector = (StructObjectInspector) rows.getObjectInspector();
      var id = rows.createKey();
      OrcStruct row = rows.createValue();
      while (rows.next(id, row)) {
        consumer.accept(id, row, inspector);
      }
      rows.close();
    }
    return splits.length;
  }

  /**
   * By the reader that looks up each row of a batch among the deletes it holds in memory.
   *
   * @return how many splits were read
   */
  public int readVectorised(Batches consumer) throws IOException {
    JobConf conf = conf();
    HiveConf.setBoolVar(conf, HiveConf.ConfVars.HIVE_VECTORIZATION_ENABLED, true);
    conf.set(HiveConf.ConfVars.PLAN.varname, "file:///tmp/hive-plan-" + System.nanoTime());
    MapWork work = new MapWork();
    work.setVectorMode(true);
    work.setVectorizedRowBatchCtx(context());
    Utilities.setMapWork(conf, work);
    try {
      InputSplit[] splits = format.getSplits(conf, 1);
      for (InputSplit split : splits) {
        readSplit(split, conf, consumer);
      }
      return splits.length;
    } finally {
      Utilities.clearWorkMapForConf(conf);
    }
  }

  private void readSplit(InputSplit split, JobConf conf, Batches consumer) throws IOException {
    RecordReader<NullWritable, VectorizedRowBatch> reader = reader(split, conf);
    VectorizedRowBatch batch = reader.createValue();
    while (reader.next(NullWritable.get(), batch)) {
      consumer.accept(batch);
    }
    reader.close();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private RecordReader<NullWritable, VectorizedRowBatch> reader(InputSplit split, JobConf conf)
      throws IOException {
    return (RecordReader) format.getRecordReader(split, conf, Reporter.NULL);
  }

  private VectorizedRowBatchCtx context() {
    List<String> names = new ArrayList<>(table.columns());
    List<TypeInfo> types = new ArrayList<>(table.types());
    for (VirtualColumn virtual : virtualColumns) {
      names.add(virtual.getName());
      types.add(virtual.getTypeInfo());
    }
    int[] positions =
        columns
            .map(list -> list.stream().mapToInt(Integer::intValue))
            .orElseGet(() -> IntStream.range(0, table.columns().size()))
            .toArray();
    return new VectorizedRowBatchCtx(
        names.toArray(new String[0]),
        types.toArray(new TypeInfo[0]),
        Collections.nCopies(types.size(), DataTypePhysicalVariation.NONE)
            .toArray(new DataTypePhysicalVariation[0]),
        positions,
        0,
        virtualColumns.length,
        virtualColumns,
        new String[0],
        null);
  }
}
