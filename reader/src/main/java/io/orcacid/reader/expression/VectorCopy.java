package io.orcacid.reader.expression;

import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;

/** What a vector says about all of its dates and timestamps, which copying elements leaves out. */
final class VectorCopy {
  private VectorCopy() {}

  static void markCivil(ColumnVector out) {
    if (out instanceof TimestampColumnVector timestamps) {
      timestamps.setIsUTC(true);
      timestamps.setUsingProlepticCalendar(true);
    } else if (out instanceof DateColumnVector dates) {
      dates.setUsingProlepticCalendar(true);
    }
  }

  static void matchCalendars(ColumnVector in, ColumnVector out) {
    if (in instanceof TimestampColumnVector from && out instanceof TimestampColumnVector to) {
      to.setIsUTC(from.isUTC());
      to.setUsingProlepticCalendar(from.usingProlepticCalendar());
    } else if (in instanceof DateColumnVector from && out instanceof DateColumnVector to) {
      to.setUsingProlepticCalendar(from.isUsingProlepticCalendar());
    } else if (in instanceof StructColumnVector from && out instanceof StructColumnVector to) {
      matchAll(from.fields, to.fields);
    } else if (in instanceof UnionColumnVector from && out instanceof UnionColumnVector to) {
      matchAll(from.fields, to.fields);
    } else if (in instanceof ListColumnVector from && out instanceof ListColumnVector to) {
      matchCalendars(from.child, to.child);
    } else if (in instanceof MapColumnVector from && out instanceof MapColumnVector to) {
      matchCalendars(from.keys, to.keys);
      matchCalendars(from.values, to.values);
    }
  }

  private static void matchAll(ColumnVector[] in, ColumnVector[] out) {
    for (int i = 0; i < in.length; i++) {
      matchCalendars(in[i], out[i]);
    }
  }
}
