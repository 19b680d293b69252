package io.orcacid.reader.expression;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.orc.TypeDescription;

/**
 * A condition bound to a row type: it finds the rows of a batch for which it is TRUE. Immutable;
 * safe for use by many threads, each with its own batch.
 *
 * <p>Batches hold timestamps as {@code OrcFile.ReaderOptions.useUTCTimestamp(true)} reads them, and
 * dates and timestamps in the proleptic Gregorian calendar, as {@code
 * convertToProlepticGregorian(true)} reads them.
 */
public final class BoundPredicate {
  private final Expression expression;
  private final TypeDescription row;
  private final Condition condition;

  private BoundPredicate(Expression expression, TypeDescription row, Condition condition) {
    this.expression = expression;
    this.row = row;
    this.condition = condition;
  }

  /**
   * Binds an expression to the rows that it will see.
   *
   * @param expression a boolean expression
   * @param row a struct type whose fields are the columns of the batches, in their order
   * @throws io.orcacid.error.ValidationException if a name is unknown (near names are listed) or
   *     ambiguous, types do not go together, or the expression is not boolean
   */
  public static BoundPredicate bind(Expression expression, TypeDescription row) {
    requireNonNull(expression, "expression");
    return new BoundPredicate(expression, row, new Binder(row).condition(expression));
  }

  /** The expression as it was given. */
  public Expression expression() {
    return expression;
  }

  /** The top-level columns that the condition looks at, in the spelling of the row type. */
  public Set<String> columns() {
    return expression.columns(row);
  }

  /**
   * Narrows the selection of a batch to the rows for which the condition is TRUE: rows for which it
   * is FALSE or unknown go. Rows that were not selected before stay out and are not looked at.
   *
   * @throws io.orcacid.error.ValidationException if integers or decimals overflow; the batch is
   *     then unchanged
   */
  public void filter(VectorizedRowBatch batch) {
    Rows rows = Rows.selectedIn(batch);
    if (rows.count() == 0) {
      return;
    }
    byte[] truth = new byte[rows.capacity()];
    condition.evaluate(rows, truth);
    int[] positions = rows.positions();
    int[] selected = batch.selected.length < rows.count() ? new int[rows.count()] : batch.selected;
    int kept = 0;
    for (int i = 0; i < rows.count(); i++) {
      int position = positions[i];
      if (truth[position] == Truth.TRUE) {
        selected[kept++] = position;
      }
    }
    if (kept < rows.count()) {
      batch.selected = selected;
      batch.selectedInUse = true;
      batch.size = kept;
    }
  }

  /**
   * Whether a row can match, given what some of its columns hold: partition pruning. FALSE only if
   * the condition cannot be TRUE for any row with these values.
   *
   * @param known values by column name, as Boolean, Byte to Long, Float, Double, BigDecimal,
   *     String, byte[], LocalDate, LocalDateTime or Instant, or null for NULL; a text stands for a
   *     date or timestamp too. Columns that are not named can hold anything.
   * @throws io.orcacid.error.ValidationException if a name is unknown or a value does not fit
   */
  public boolean mayMatch(Map<String, ?> known) {
    return Truth.contains(condition.possible(new KnownColumns(row, known)), Truth.TRUE);
  }

  /**
   * What ORC can check against the statistics of files, stripes and row groups. It says NO only for
   * groups without a row for which the condition is TRUE; {@link #filter} must still be applied.
   * Safe for readers with {@code useUTCTimestamp(true)}, and for files whose statistics ORC's Java
   * reader takes as what they are: those that an ORC Java writer wrote.
   *
   * @param inFiles which top-level columns, in the spelling of the row type, the data files hold;
   *     partition columns are not among them
   * @return nothing if no part of the condition can be checked
   */
  public Optional<SearchArgument> searchArgument(Predicate<String> inFiles) {
    return new PushDown(row, inFiles).searchArgument(condition);
  }

  @Override
  public String toString() {
    return expression.toString();
  }
}
