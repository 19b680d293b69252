package io.orcacid;

import io.orcacid.format.RowId;
import java.util.Objects;

/**
 * Where a row is: row ids are unique within a partition only (PROTOCOL.md invariant A).
 *
 * @param partition path of the partition below the table, empty if there are none
 * @param rowId row id in it
 */
public record Address(String partition, RowId rowId) {
  public Address {
    Objects.requireNonNull(partition);
    Objects.requireNonNull(rowId);
  }
}
