package io.orcacid;

import com.google.common.primitives.UnsignedBytes;
import io.orcacid.reader.expression.Expression;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.orc.TypeDescription;

/**
 * A condition that every row of some keys meets, so that a scan can leave out files, stripes and
 * row groups: a list of values where they are few, and the range of each column where they are
 * many. What meets it is still compared with the keys.
 */
final class KeyCondition {
  /** More values are not asked of each row group's bloom filter. */
  static final int MOST_VALUES = 1000;

  /** Of more values than these not each may be asked for, so that their range helps too. */
  private static final int FEW_VALUES = 16;

  private static final Comparator<byte[]> BYTES = UnsignedBytes.lexicographicalComparator();

  private KeyCondition() {}

  /**
   * @param columns names of the key columns
   * @param row the table's columns
   * @param keys one at least, of the columns' values in their order
   * @return empty if no column's values can be compared by a condition
   */
  static Optional<Expression> of(
      List<String> columns, TypeDescription row, Set<List<Object>> keys) {
    List<Expression> conditions = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int position = i;
      Comparator<Object> order = order(row, columns.get(i));
      if (order != null) {
        Set<Object> values =
            keys.stream().map(key -> key.get(position)).collect(Collectors.toSet());
        if (values.size() <= MOST_VALUES) {
          conditions.add(Expression.anyOf(columns.get(i), values));
        }
        if (values.size() > FEW_VALUES) {
          conditions.add(
              Expression.between(
                  columns.get(i), Collections.min(values, order), Collections.max(values, order)));
        }
      }
    }
    return conditions.isEmpty() ? Optional.empty() : Optional.of(Expression.and(conditions));
  }

  /** Order of a column's values as conditions have it; null for a column that is not used. */
  @SuppressWarnings("unchecked")
  private static Comparator<Object> order(TypeDescription row, String column) {
    for (int i = 0; i < row.getFieldNames().size(); i++) {
      if (row.getFieldNames().get(i).equalsIgnoreCase(column)) {
        return switch (row.getChildren().get(i).getCategory()) {
          case BYTE, SHORT, INT, LONG, DATE, DECIMAL, TIMESTAMP ->
              (one, other) -> ((Comparable<Object>) one).compareTo(other);
          case STRING, VARCHAR ->
              Comparator.comparing(text -> ((String) text).getBytes(StandardCharsets.UTF_8), BYTES);
          // Floating point numbers, padded text and the like are equal in more ways than one.
          default -> null;
        };
      }
    }
    return null;
  }
}
