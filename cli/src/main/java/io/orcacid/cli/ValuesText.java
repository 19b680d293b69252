package io.orcacid.cli;

import io.orcacid.error.ValidationException;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.VectorValues;
import io.orcacid.reader.expression.Assignment;
import io.orcacid.reader.expression.BoundExpression;
import io.orcacid.reader.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Rows as {@code (1, 'a'), (2, NULL)}: each value an expression without columns, converted as in an
 * update.
 */
final class ValuesText {
  private ValuesText() {}

  static List<Object[]> parse(String text, TypeDescription row) {
    List<Object[]> rows = new ArrayList<>();
    for (String tuple : split(text, text)) {
      String trimmed = tuple.strip();
      if (!trimmed.startsWith("(") || !trimmed.endsWith(")")) {
        throw new ValidationException(
            "Values are rows in parentheses: (1, 'a'), (2, NULL)", "found", trimmed);
      }
      rows.add(row(split(trimmed.substring(1, trimmed.length() - 1), text), row, rows.size() + 1));
    }
    return rows;
  }

  private static Object[] row(List<String> texts, TypeDescription row, int number) {
    List<TypeDescription> columns = row.getChildren();
    if (texts.size() != columns.size()) {
      throw new ValidationException(
          "A row has another number of values than the table has columns",
          "row",
          number,
          "values",
          texts.size(),
          "columns",
          row.getFieldNames());
    }
    Object[] values = new Object[texts.size()];
    VectorizedRowBatch in = Batches.create(row, 1);
    VectorizedRowBatch out = Batches.create(row, 1);
    in.size = 1;
    for (int i = 0; i < values.length; i++) {
      String column = row.getFieldNames().get(i);
      BoundExpression expression =
          BoundExpression.bind(new Assignment(column, Expression.parse(texts.get(i))), row);
      if (!expression.columns().isEmpty()) {
        throw new ValidationException(
            "A value cannot name a column; text stands in single quotes",
            "row",
            number,
            "column",
            column,
            "value",
            texts.get(i).strip());
      }
      expression.evaluate(in, out.cols[i]);
      values[i] = VectorValues.get(columns.get(i), out.cols[i], 0);
    }
    return values;
  }

  /** Pieces between commas that stand in no parentheses and no quotes. */
  private static List<String> split(String text, String whole) {
    List<String> pieces = new ArrayList<>();
    int depth = 0;
    char quote = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == '\\' && quote == '\'') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '\'' || c == '`') {
        quote = c;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (c == ',' && depth == 0) {
        pieces.add(text.substring(start, i));
        start = i + 1;
      }
    }
    if (quote != 0 || depth != 0) {
      throw new ValidationException(
          "A quote or parenthesis is not closed in the values", "values", whole);
    }
    pieces.add(text.substring(start));
    return pieces;
  }
}
