package io.orcacid.bench.peers.hive;

import io.orcacid.bench.rows.Digest;
import org.apache.hadoop.hive.ql.io.orc.OrcStruct;
import org.apache.hadoop.hive.serde2.io.DateWritableV2;
import org.apache.hadoop.hive.serde2.io.HiveCharWritable;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.io.HiveVarcharWritable;
import org.apache.hadoop.hive.serde2.io.TimestampWritableV2;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.HiveDecimalObjectInspector;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/** Touches the values of Hive's rows. */
final class RowDigest {
  private final Digest digest;
  private final int[] columns;
  private StructObjectInspector seen;
  private StructField[] fields;

  RowDigest(Digest digest, int[] columns) {
    this.digest = digest;
    this.columns = columns;
  }

  void add(OrcStruct row, StructObjectInspector inspector) {
    if (inspector != seen) {
      seen = inspector;
      fields = inspector.getAllStructFieldRefs().toArray(new StructField[0]);
    }
    digest.addRow();
    for (int column : columns) {
      Object value = inspector.getStructFieldData(row, fields[column]);
      digest.add(column, value == null ? Digest.NULL : item(value, fields[column]));
    }
  }

  private static long item(Object value, StructField field) {
    if (value instanceof LongWritable number) {
      return number.get();
    }
    if (value instanceof Text text) {
      return Digest.ofBytes(text.getBytes(), 0, text.getLength());
    }
    if (value instanceof DoubleWritable number) {
      return Digest.ofDouble(number.get());
    }
    if (value instanceof TimestampWritableV2 time) {
      return Digest.ofTimestamp(
          time.getSeconds() * 1000 + time.getNanos() / 1_000_000, time.getNanos());
    }
    if (value instanceof IntWritable number) {
      return number.get();
    }
    if (value instanceof DateWritableV2 date) {
      return date.getDays();
    }
    if (value instanceof HiveVarcharWritable varchar) {
      return item(varchar.getTextValue(), field);
    }
    if (value instanceof HiveCharWritable text) {
      return item(text.getStrippedValue(), field);
    }
    if (value instanceof HiveDecimalWritable decimal) {
      return decimal.serialize64(
          ((HiveDecimalObjectInspector) field.getFieldObjectInspector()).scale());
    }
    throw new IllegalArgumentException("no digest of a " + value.getClass());
  }
}
