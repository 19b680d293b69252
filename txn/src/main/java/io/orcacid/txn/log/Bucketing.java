package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.util.List;

/**
 * How rows are spread over buckets.
 *
 * @param columns names of the hashed columns, at least one
 * @param count buckets, 1 to 4096
 * @param version version of Hive's bucket hash, 1 or 2
 */
public record Bucketing(List<String> columns, int count, int version) {
  public Bucketing {
    columns = List.copyOf(columns);
    if (columns.isEmpty() || count < 1 || count > 4096 || version < 1 || version > 2) {
      throw new ValidationException(
          "Bucketing needs columns, 1 to 4096 buckets and hash version 1 or 2",
          "columns",
          columns,
          "count",
          count,
          "version",
          version);
    }
  }
}
