package io.orcacid.bench.peers.hive;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.SeededRows;
import io.orcacid.interop.hive.HiveTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.ql.io.AcidOutputFormat;
import org.apache.hadoop.hive.ql.io.BucketCodec;
import org.apache.hadoop.hive.ql.io.RecordIdentifier;
import org.apache.hadoop.hive.ql.io.RecordUpdater;
import org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat;
import org.apache.hadoop.hive.serde2.io.DoubleWritable;
import org.apache.hadoop.hive.serde2.io.TimestampWritableV2;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;

/** Writes the table of six columns with Hive's own writer: inserts as write id 1, deletes as 2. */
final class HiveRows {
  private static final int CHUNK = 1024;
  private static final int BUCKET = 0;
  private static final long INSERT = 1;
  private static final long DELETE = 2;

  private final HiveTable table;
  private final SeededRows source = new SeededRows();
  private final List<List<Object>> chunk = new ArrayList<>();

  HiveRows(HiveTable table) {
    this.table = table;
    for (int i = 0; i < CHUNK; i++) {
      chunk.add(
          Arrays.asList(
              new LongWritable(),
              new Text(),
              new DoubleWritable(),
              new TimestampWritableV2(),
              new Text(),
              new Text(),
              null));
    }
  }

  /**
   * Writes the next rows.
   *
   * @param clock stopped while values are made
   */
  void insert(long rows, Measurement clock) throws IOException {
    RecordUpdater updater = updater(INSERT);
    for (long done = 0; done < rows; done += CHUNK) {
      int size = (int) Math.min(CHUNK, rows - done);
      clock.stop();
      chunk.subList(0, size).forEach(this::fill);
      clock.start();
      for (List<Object> row : chunk.subList(0, size)) {
        updater.insert(INSERT, row);
      }
    }
    updater.close(false);
  }

  private void fill(List<Object> row) {
    source.next();
    ((LongWritable) row.get(0)).set(source.id());
    ((Text) row.get(1)).set(source.name());
    ((DoubleWritable) row.get(2)).set(source.amount());
    ((TimestampWritableV2) row.get(3))
        .set(Timestamp.ofEpochMilli(source.epochMillis(), source.nanosOfSecond()));
    ((Text) row.get(4)).set(source.category());
    ((Text) row.get(5)).set(source.payload());
  }

  /** Deletes those of the first rows that are said to be deleted. */
  void delete(long rows, DeletedIds deleted) throws IOException {
    if (deleted.isEmpty()) {
      return;
    }
    JobConf conf = table.jobConf();
    int bucket = BucketCodec.V1.encode(new AcidOutputFormat.Options(conf).bucket(BUCKET));
    RecordUpdater updater = updater(DELETE);
    Object[] row = new Object[SeededRows.COLUMNS + 1];
    for (long id = 0; id < rows; id++) {
      if (deleted.contains(id)) {
        row[SeededRows.COLUMNS] = List.of(INSERT, bucket, id);
        updater.delete(DELETE, Arrays.asList(row));
      }
    }
    updater.close(false);
  }

  private RecordUpdater updater(long writeId) throws IOException {
    JobConf conf = table.jobConf();
    List<String> names = new ArrayList<>(table.columns());
    names.add("ROW__ID");
    List<ObjectInspector> inspectors = new ArrayList<>();
    for (TypeInfo type : table.types()) {
      inspectors.add(TypeInfoUtils.getStandardWritableObjectInspectorFromTypeInfo(type));
    }
    inspectors.add(RecordIdentifier.StructInfo.oi);
    AcidOutputFormat.Options options =
        new AcidOutputFormat.Options(conf)
            .filesystem(table.directory().getFileSystem(conf))
            .inspector(ObjectInspectorFactory.getStandardStructObjectInspector(names, inspectors))
            .recordIdColumn(SeededRows.COLUMNS)
            .tableProperties(table.properties())
            .minimumWriteId(writeId)
            .maximumWriteId(writeId)
            .statementId(0)
            .bucket(BUCKET);
    return new OrcOutputFormat().getRecordUpdater(table.directory(), options);
  }
}
