package io.orcacid.format.orc;

import java.util.List;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument.TruthValue;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.RecordReaderImpl;

/**
 * Asks statistics of a file or stripe what ORC asks those of row groups once it has opened the
 * file's rows: a file without a wanted row then need not be opened. Only for files written as this
 * engine writes them, in the schema that they are read with; of others ORC knows the exceptions.
 * Not thread-safe.
 */
public final class StatisticsCheck {
  private final List<PredicateLeaf> leaves;
  private final SearchArgument argument;
  private final int[] columns;

  /**
   * @param argument names columns of the row
   * @param schema of the file, ACID or plain
   */
  StatisticsCheck(SearchArgument argument, TypeDescription schema) {
    this.argument = argument;
    this.leaves = argument.getLeaves();
    TypeDescription row = AcidSchema.isAcid(schema) ? AcidSchema.row(schema) : schema;
    this.columns = leaves.stream().mapToInt(leaf -> columnId(row, leaf.getColumnName())).toArray();
  }

  /** Id of a column; -1 of one whose name is not that of exactly one. */
  private static int columnId(TypeDescription row, String name) {
    int found = -1;
    for (int i = 0; i < row.getFieldNames().size(); i++) {
      if (row.getFieldNames().get(i).equalsIgnoreCase(name)) {
        if (found >= 0) {
          return -1;
        }
        found = row.getChildren().get(i).getId();
      }
    }
    return found;
  }

  /**
   * Whether rows of these statistics may be wanted. A "no" is proof; what cannot be told is a
   * "maybe".
   *
   * @param statistics by column id
   */
  public boolean mayMatch(ColumnStatistics[] statistics) {
    TruthValue[] truths = new TruthValue[columns.length];
    for (int i = 0; i < columns.length; i++) {
      truths[i] =
          columns[i] < 0 || columns[i] >= statistics.length || statistics[columns[i]] == null
              ? TruthValue.YES_NO_NULL
              : RecordReaderImpl.evaluatePredicate(
                  statistics[columns[i]], leaves.get(i), null, true);
    }
    return argument.evaluate(truths).isNeeded();
  }
}
