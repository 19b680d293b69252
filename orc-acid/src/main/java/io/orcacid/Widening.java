package io.orcacid;

import io.orcacid.error.ValidationException;
import java.util.List;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.Category;

/**
 * The conversions of a column that keep every value, its order and its equality, and that Hive,
 * Trino and ORC make alike when they read older files (PROTOCOL.md R24, FORMAT.md §7.7). Hive's
 * readers convert much more, integers to texts for instance; such a change would give one column
 * two orders.
 */
final class Widening {
  private static final List<Category> INTEGERS =
      List.of(Category.BYTE, Category.SHORT, Category.INT, Category.LONG);

  /** What is allowed, for people. */
  static final String LIST =
      "tinyint to smallint to int to bigint; float to double; decimal with as many or more digits on"
          + " both sides of the point; char(n) to a longer char; varchar(n) to a longer varchar or to"
          + " string";

  private Widening() {}

  /**
   * The wider type, of which nothing older is lost.
   *
   * @throws ValidationException if it is none of the list
   */
  static TypeDescription widened(ColumnPath column, TypeDescription from, TypeDescription to) {
    if (!from.getCategory().isPrimitive() || !to.getCategory().isPrimitive()) {
      throw new ValidationException(
          "Only columns of a simple type are widened: name a field by its path, such as s.x,"
              + " points.element.x or prices.value, or add a field to a struct",
          "column",
          column,
          "from",
          from.toString(),
          "to",
          to.toString());
    }
    if (!isWider(from, to)) {
      throw new ValidationException(
          "The type of a column changes only to one that has all its values, and that every engine"
              + " converts alike when it reads older files: make a new table with the columns you"
              + " want and insert the rows of this one",
          "column",
          column,
          "from",
          from.toString(),
          "to",
          to.toString(),
          "allowed",
          LIST);
    }
    return to.clone();
  }

  private static boolean isWider(TypeDescription from, TypeDescription to) {
    if (from.equals(to)) {
      return true;
    }
    return switch (from.getCategory()) {
      case BYTE, SHORT, INT ->
          INTEGERS.indexOf(to.getCategory()) > INTEGERS.indexOf(from.getCategory());
      case FLOAT -> to.getCategory() == Category.DOUBLE;
      case DECIMAL ->
          to.getCategory() == Category.DECIMAL
              && to.getScale() >= from.getScale()
              && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
      case CHAR -> to.getCategory() == Category.CHAR && to.getMaxLength() >= from.getMaxLength();
      case VARCHAR ->
          to.getCategory() == Category.STRING
              || to.getCategory() == Category.VARCHAR && to.getMaxLength() >= from.getMaxLength();
      default -> false;
    };
  }
}
