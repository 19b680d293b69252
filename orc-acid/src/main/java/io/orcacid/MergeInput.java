package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of a merge's source by what is compared, and which of them met a row. */
final class MergeInput {
  private final List<String> on;
  private final List<Source> rows = new ArrayList<>();
  private final Map<List<Object>, List<Integer>> byKey = new HashMap<>();
  private final BitSet met = new BitSet();

  /**
   * A row of the source.
   *
   * @param values its values
   * @param key what is compared; null if something of it is NULL
   */
  record Source(Object[] values, List<Object> key) {}

  /**
   * @param on columns that are compared
   * @param declaredKey the table's; empty for none
   * @throws ValidationException if two rows have one declared key
   */
  MergeInput(MergeSource source, List<String> on, List<String> declaredKey, TableShape shape) {
    this.on = on;
    int[] positions = on.stream().mapToInt(column -> position(source, column)).toArray();
    KeyValues keys = new KeyValues(on, shape);
    for (Object[] row : source.rows()) {
      if (row.length != source.row().getFieldNames().size()) {
        throw new ValidationException(
            "A row of the source has another number of values than it has columns",
            "row",
            rows.size() + 1,
            "values",
            row.length,
            "columns",
            source.row().getFieldNames());
      }
      Object[] key = new Object[positions.length];
      boolean hasNull = false;
      for (int i = 0; i < key.length; i++) {
        key[i] = row[positions[i]];
        hasNull |= key[i] == null;
      }
      List<Object> compared = hasNull ? null : keys.key(key);
      rows.add(new Source(row.clone(), compared));
      if (compared != null) {
        List<Integer> same = byKey.computeIfAbsent(compared, one -> new ArrayList<>(1));
        same.add(rows.size() - 1);
        if (same.size() > 1 && isSame(on, declaredKey)) {
          throw new ValidationException(
              "Two rows of the source have one key", "columns", on, "key", List.of(key));
        }
      }
    }
  }

  /** Whether two lists name the same columns. */
  static boolean isSame(List<String> on, List<String> declaredKey) {
    return on.size() == declaredKey.size()
        && declaredKey.stream().allMatch(column -> on.stream().anyMatch(column::equalsIgnoreCase));
  }

  private static int position(MergeSource source, String column) {
    List<String> names = source.row().getFieldNames();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(column)) {
        return i;
      }
    }
    throw new ValidationException(
        "The source has no such column to compare by", "column", column, "columns", names);
  }

  /** The keys that are compared; rows with NULL have none. */
  Set<List<Object>> keys() {
    return byKey.keySet();
  }

  /**
   * The source row that a row of the table meets, null for none.
   *
   * @throws ValidationException if it meets two
   */
  Object[] meet(List<Object> key) {
    List<Integer> partners = byKey.get(key);
    if (partners == null) {
      return null;
    }
    if (partners.size() > 1) {
      throw new ValidationException(
          "A row of the table meets more than one row of the source, and nothing says which counts",
          "columns",
          on,
          "key",
          key);
    }
    met.set(partners.get(0));
    return rows.get(partners.get(0)).values();
  }

  /** Source rows that met none. */
  List<Source> unmet() {
    List<Source> unmet = new ArrayList<>();
    for (int i = met.nextClearBit(0); i < rows.size(); i = met.nextClearBit(i + 1)) {
      unmet.add(rows.get(i));
    }
    return unmet;
  }
}
