package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import org.apache.orc.TypeDescription;

/**
 * Rows that are merged into a table. Immutable, if its rows are.
 *
 * @param row their columns
 * @param rows gone through again at each attempt; a value for each column in that order, of the
 *     classes that rows are written with
 * @param name by which conditions and assignments call a row: {@code source.n}
 */
public record MergeSource(TypeDescription row, Iterable<Object[]> rows, String name) {
  /** What sources are called if nothing is said. */
  public static final String DEFAULT_NAME = "source";

  public MergeSource {
    if (row.getCategory() != TypeDescription.Category.STRUCT) {
      throw new ValidationException("The columns of a source are a struct", "type", row);
    }
  }

  /** Rows with these columns, such as {@code "id bigint, n int"}. */
  public static MergeSource of(String columns, Iterable<Object[]> rows) {
    return of(SchemaText.parse(columns), rows);
  }

  /** Rows with the columns of a struct type. */
  public static MergeSource of(TypeDescription row, Iterable<Object[]> rows) {
    return new MergeSource(row, rows, DEFAULT_NAME);
  }

  /** The same under another name, for a table with a column of that name. */
  public MergeSource as(String newName) {
    return new MergeSource(row, rows, newName);
  }
}
