package io.orcacid.cli.output;

import io.orcacid.Address;
import io.orcacid.format.RowId;
import java.util.Optional;

/** How much of a row's address is printed before its values. */
public enum RowAddressing {
  /** Nothing: the values only. */
  NONE,
  /** The row id; for tables without partitions, where it says all. */
  ROW_ID,
  /** The row id and the partition it is unique in. */
  ROW_ID_AND_PARTITION;

  static Address required(Optional<Address> address) {
    return address.orElseThrow(
        () -> new IllegalArgumentException("a row without address, but addresses are printed"));
  }

  /** Appends a row id as {@code {"writeId":..,"bucket":..,"rowId":..}}. */
  static void json(StringBuilder out, RowId rowId) {
    out.append("{\"writeId\":")
        .append(rowId.writeId())
        .append(",\"bucket\":")
        .append(rowId.bucketProperty())
        .append(",\"rowId\":")
        .append(rowId.rowId())
        .append('}');
  }
}
