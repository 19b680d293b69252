package io.orcacid.reader;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.expression.Expression;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a scan wants. Immutable.
 *
 * @param columns names of the columns to return, in this order; may be empty when only rows are
 *     counted
 * @param filter rows for which it is true are returned, exactly these
 * @param rowIds whether the rows' addresses are wanted too
 * @param order whether any order will do
 * @param splitSize bytes of a data file that one split reads at most, and to which small files are
 *     put together
 * @param deleteMemory bytes that the deletes of a scan may take in memory; what does not fit is
 *     merged in from the delete files
 */
public record ScanRequest(
    List<String> columns,
    Optional<Expression> filter,
    RowIds rowIds,
    Order order,
    long splitSize,
    long deleteMemory) {
  /** As much as keeps a core busy for some seconds. */
  public static final long DEFAULT_SPLIT_SIZE = 256L << 20;

  /** About a hundred million deletes at one in a hundred. */
  public static final long DEFAULT_DELETE_MEMORY = 256L << 20;

  public ScanRequest {
    columns = List.copyOf(columns);
    Objects.requireNonNull(filter);
    if (splitSize < 1) {
      throw new ValidationException("A split has at least one byte", "splitSize", splitSize);
    }
  }

  /** A request with the default memory for deletes. */
  public ScanRequest(
      List<String> columns,
      Optional<Expression> filter,
      RowIds rowIds,
      Order order,
      long splitSize) {
    this(columns, filter, rowIds, order, splitSize, DEFAULT_DELETE_MEMORY);
  }

  /** Whether a scan returns addresses of rows. */
  public enum RowIds {
    NOT_WANTED,
    WANTED
  }

  /** Order of a scan's rows. */
  public enum Order {
    /** As files are read. */
    ANY,
    /** By partition path, then by row id (PROTOCOL.md invariant A). */
    BY_ADDRESS
  }
}
