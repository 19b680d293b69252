package io.orcacid.reader.expression;

import org.apache.orc.TypeDescription;

/** A value converted to another type. A value that cannot be converted becomes NULL. */
record Cast(Expression operand, TypeDescription type) implements Expression {
  @Override
  public String toString() {
    return "CAST(" + operand + " AS " + type + ")";
  }
}
