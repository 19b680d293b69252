package io.orcacid.reader.expression;

import java.util.Set;
import org.apache.orc.TypeDescription;

/** A part of a bound expression that has a value for each row. Immutable. */
abstract class Operand {
  private final TypeDescription type;
  private final Kind kind;

  /**
   * Creates an operand.
   *
   * @param type the type, or null for the literal NULL
   */
  Operand(TypeDescription type) {
    this.type = type;
    this.kind = type == null ? Kind.NULL : Kind.of(type);
  }

  final TypeDescription type() {
    return type;
  }

  final Kind kind() {
    return kind;
  }

  final boolean isCharacter() {
    return type != null && type.getCategory() == TypeDescription.Category.CHAR;
  }

  /** The positions of the top-level columns that the value depends on. */
  abstract Set<Integer> columns();

  /** The values for the rows. */
  abstract Values evaluate(Rows rows);
}
