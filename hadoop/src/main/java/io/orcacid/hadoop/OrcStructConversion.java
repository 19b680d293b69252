package io.orcacid.hadoop;

import org.apache.orc.TypeDescription;
import org.apache.orc.mapred.OrcStruct;

/**
 * Rows from and to the {@code OrcStruct} of orc-mapreduce, for programs that come from it; {@code
 * orc-mapreduce} has to be on their class path. A timestamp is there a time of the JVM's zone, as
 * orc-mapreduce has it: a wall clock that the zone skips moves with it.
 */
public final class OrcStructConversion {
  private OrcStructConversion() {}

  /** A new struct of a row's columns. */
  public static OrcStruct toStruct(AcidRow row) {
    OrcStruct struct = new OrcStruct(row.type());
    for (int i = 0; i < row.size(); i++) {
      struct.setFieldValue(i, OrcWritables.writable(row.type().getChildren().get(i), row.get(i)));
    }
    return struct;
  }

  /** A new row of a struct's fields. */
  public static AcidRow toRow(OrcStruct struct) {
    TypeDescription type = struct.getSchema();
    AcidRow row = new AcidRow(type);
    for (int i = 0; i < row.size(); i++) {
      row.set(i, OrcWritables.value(type.getChildren().get(i), struct.getFieldValue(i)));
    }
    return row;
  }
}
