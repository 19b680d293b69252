package io.orcacid.reader.expression;

import static java.util.Objects.requireNonNull;

import io.orcacid.error.ValidationException;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * The new value of a column, bound to a row type. Immutable; safe for use by many threads, each
 * with its own batch and vector.
 *
 * <p>A value must fit the column as it is: whatever would lose something is refused with a {@code
 * ValidationException} that names the column and the value. Numbers written with a decimal point,
 * and decimals in general, are rounded to float and double, as they must be.
 */
public final class BoundExpression {
  private final Expression expression;
  private final TypeDescription row;
  private final TypeDescription target;
  private final String column;
  private final Operand operand;
  // Null where there is nothing to convert: of NULL and of nested types.
  private final AssignmentRule rule;

  private BoundExpression(
      Expression expression,
      TypeDescription row,
      TypeDescription target,
      String column,
      Operand operand,
      AssignmentRule rule) {
    this.expression = expression;
    this.row = row;
    this.target = target;
    this.column = column;
    this.operand = operand;
    this.rule = rule;
  }

  /**
   * Binds an assignment to the rows that it will see.
   *
   * @param row a struct type whose fields are the columns of the batches, in their order; it has
   *     the column that is assigned
   * @throws ValidationException if a name is unknown or ambiguous, or types do not go together
   */
  public static BoundExpression bind(Assignment assignment, TypeDescription row) {
    int position = new ColumnNames(row).positions(assignment.reference())[0];
    return bind(
        assignment.expression(),
        row,
        row.getChildren().get(position),
        row.getFieldNames().get(position));
  }

  /**
   * Binds an expression to the rows that it will see and the type that it must give.
   *
   * @param row a struct type whose fields are the columns of the batches, in their order
   * @param target the type of the column that takes the values
   * @throws ValidationException if a name is unknown or ambiguous, or types do not go together
   */
  public static BoundExpression bind(
      Expression expression, TypeDescription row, TypeDescription target) {
    return bind(expression, row, target, target.getFullFieldName());
  }

  private static BoundExpression bind(
      Expression expression, TypeDescription row, TypeDescription target, String column) {
    requireNonNull(expression, "expression");
    Operand operand = new Binder(row).operand(expression);
    AssignmentRule rule = null;
    if (operand.kind() != Kind.NULL) {
      rule = AssignmentRule.between(operand.type(), target, operand instanceof LiteralOperand);
      boolean nested = Kind.of(target) == Kind.NESTED && operand.type().equals(target, false);
      if (rule == null && !nested) {
        throw new ValidationException(
            "The value has a type that the column does not take; convert it with CAST",
            "column",
            column,
            "type",
            target,
            "expression",
            expression,
            "expression's type",
            operand.type());
      }
    }
    BoundExpression bound = new BoundExpression(expression, row, target, column, operand, rule);
    bound.checkConstant();
    return bound;
  }

  /** A constant that does not fit is refused before any row is read. */
  private void checkConstant() {
    if (rule != null && operand instanceof LiteralOperand literal) {
      rule.convert(literal.value(), column);
    }
  }

  /** The top-level columns that the expression needs, in the spelling of the row type. */
  public Set<String> columns() {
    return expression.columns(row);
  }

  /**
   * Evaluates the expression for the selected rows of a batch.
   *
   * @param in the batch; unchanged
   * @param out a vector of the target type that is no part of the batch; it is reset, made long
   *     enough, and filled at the positions of the selected rows. Timestamps are set in UTC and in
   *     the proleptic Gregorian calendar.
   * @throws ValidationException if a value does not fit the column or a result overflows; what the
   *     vector then holds is undefined
   */
  public void evaluate(VectorizedRowBatch in, ColumnVector out) {
    Rows rows = Rows.selectedIn(in);
    out.reset();
    out.ensureSize(Math.max(1, rows.capacity()), false);
    out.init();
    if (operand.kind() == Kind.NULL) {
      out.noNulls = false;
      for (int i = 0; i < rows.count(); i++) {
        out.isNull[rows.positions()[i]] = true;
      }
    } else if (isCopied(rows, out)) {
      copy(rows, out);
    } else {
      VectorCopy.markCivil(out);
      convert(rows, out);
    }
  }

  /** A column of the very type is copied as it is, if both vectors hold it in one way. */
  private boolean isCopied(Rows rows, ColumnVector out) {
    return operand instanceof ColumnOperand columnOperand
        && operand.type().equals(target, false)
        && (rule == null || columnOperand.locate(rows).vector().getClass() == out.getClass());
  }

  private void copy(Rows rows, ColumnVector out) {
    ColumnOperand.Located located = ((ColumnOperand) operand).locate(rows);
    VectorCopy.matchCalendars(located.vector(), out);
    for (int i = 0; i < rows.count(); i++) {
      int position = rows.positions()[i];
      out.isNull[position] = false;
      if (located.nulls().at(position)) {
        out.noNulls = false;
        out.isNull[position] = true;
      } else {
        out.setElement(position, located.repeating() ? 0 : position, located.vector());
      }
    }
  }

  private void convert(Rows rows, ColumnVector out) {
    Values values = operand.evaluate(rows);
    for (int i = 0; i < rows.count(); i++) {
      int position = rows.positions()[i];
      out.isNull[position] = values.isNull(position);
      if (out.isNull[position]) {
        out.noNulls = false;
      } else if (operand.kind() == Kind.TEXT && Kind.of(target) == Kind.TEXT) {
        copyText((Values.Slices) values, position, (BytesColumnVector) out);
      } else {
        Object value = JavaValues.read(values, operand.kind(), position);
        VectorWriter.set(out, position, rule.convert(value, column));
      }
    }
  }

  /** Bytes are kept as they are, also where they are no valid UTF-8. */
  private void copyText(Values.Slices values, int position, BytesColumnVector out) {
    Object text = JavaValues.read(values, Kind.TEXT, position);
    rule.convert(text, column);
    int at = values.at(position);
    boolean trims = operand.isCharacter() || AssignmentRule.isPadded(target);
    int length =
        trims
            ? ValueOrder.trimmedLength(values.vector[at], values.start[at], values.length[at])
            : values.length[at];
    out.setVal(position, values.vector[at], values.start[at], length);
  }

  @Override
  public String toString() {
    return column + " = " + expression;
  }
}
