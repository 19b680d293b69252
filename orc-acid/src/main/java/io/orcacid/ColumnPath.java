package io.orcacid;

import io.orcacid.error.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.Category;

/**
 * Where a column stands, such as {@code id}, {@code address.city}, {@code points.element.x} or
 * {@code prices.value}: names of fields in any case, {@code element} for what an array holds,
 * {@code value} for what a map holds. A name with a dot is written in back quotes. Immutable.
 *
 * @param names from the outside in, one at least
 */
record ColumnPath(List<String> names) {
  private static final String ELEMENT = "element";
  private static final String VALUE = "value";

  ColumnPath {
    names = List.copyOf(names);
  }

  /** What becomes of a column's type. */
  interface Change {
    TypeDescription of(TypeDescription type);
  }

  static ColumnPath parse(String text) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        quoted = !quoted;
      } else if (c == '.' && !quoted) {
        names.add(name.toString());
        name.setLength(0);
      } else {
        name.append(c);
      }
    }
    names.add(name.toString().strip());
    if (quoted || names.contains("")) {
      throw new ValidationException(
          "Not a column: write its name, or names with dots between for a field of a struct",
          "column",
          text);
    }
    return new ColumnPath(names);
  }

  /** The name of the column of the table that it leads into. */
  String column() {
    return names.get(0);
  }

  boolean isNested() {
    return names.size() > 1;
  }

  /** The same row with another type at this place. */
  TypeDescription changed(TypeDescription row, Change change) {
    return changed(row, 0, change);
  }

  private TypeDescription changed(TypeDescription type, int depth, Change change) {
    if (depth == names.size()) {
      return change.of(type);
    }
    String name = names.get(depth);
    if (type.getCategory() == Category.LIST && name.equalsIgnoreCase(ELEMENT)) {
      return TypeDescription.createList(changed(type.getChildren().get(0), depth + 1, change));
    }
    if (type.getCategory() == Category.MAP && name.equalsIgnoreCase(VALUE)) {
      return TypeDescription.createMap(
          type.getChildren().get(0).clone(), changed(type.getChildren().get(1), depth + 1, change));
    }
    if (type.getCategory() != Category.STRUCT) {
      throw unknown(name, type);
    }
    TypeDescription struct = TypeDescription.createStruct();
    boolean found = false;
    for (int i = 0; i < type.getFieldNames().size(); i++) {
      String field = type.getFieldNames().get(i);
      TypeDescription child = type.getChildren().get(i);
      boolean meant = field.equalsIgnoreCase(name);
      found |= meant;
      struct.addField(field, meant ? changed(child, depth + 1, change) : child.clone());
    }
    if (!found) {
      throw unknown(name, type);
    }
    return struct;
  }

  private ValidationException unknown(String name, TypeDescription type) {
    return new ValidationException(
        "No such column", "column", this, "name", name, "in", type.toString());
  }

  /** Checks that a row has it. */
  void require(TypeDescription row) {
    changed(row, type -> type.clone());
  }

  /** The same for every way to write it. */
  String canonical() {
    return toString().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return String.join(".", names.stream().map(ColumnPath::quoted).toList());
  }

  private static String quoted(String name) {
    return name.indexOf('.') < 0 ? name : "`" + name + "`";
  }
}
