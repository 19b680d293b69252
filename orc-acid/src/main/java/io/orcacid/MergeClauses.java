package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.reader.expression.Assignment;
import io.orcacid.reader.expression.BoundPredicate;
import io.orcacid.reader.expression.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Clauses of a merge bound to pairs of a row of the table and one of the source. */
final class MergeClauses {
  private final TypeDescription pair;
  private final List<Bound> matched = new ArrayList<>();
  private final List<Bound> notMatched = new ArrayList<>();

  /** A clause, bound; without an update for a delete. */
  record Bound(Optional<BoundPredicate> condition, Merge.Action action, Optional<RowUpdate> row) {
    /**
     * Takes the rows of a selection for which the condition is true.
     *
     * @return them; the rest stays selected in the batch
     */
    int[] take(VectorizedRowBatch batch) {
      int[] before = Arrays.copyOf(batch.selected, batch.size);
      batch.selected = before.clone();
      condition.ifPresent(one -> one.filter(batch));
      int[] taken = Arrays.copyOf(batch.selected, batch.size);
      int[] rest = new int[before.length];
      int size = 0;
      int next = 0;
      for (int row : before) {
        if (next < taken.length && taken[next] == row) {
          next++;
        } else {
          rest[size++] = row;
        }
      }
      batch.selected = rest;
      batch.size = size;
      return taken;
    }
  }

  MergeClauses(Merge merge, TableShape shape) {
    MergeSource source = merge.source();
    if (shape.position(source.name()).isPresent()) {
      throw new ValidationException(
          "The table has a column of the source's name: call the source otherwise",
          "name",
          source.name());
    }
    pair = shape.row().clone();
    pair.addField(source.name(), source.row().clone());
    for (Merge.Clause clause : merge.matched()) {
      matched.add(bind(clause, shape, source));
    }
    for (Merge.Clause clause : merge.notMatched()) {
      requireSourceOnly(clause, source);
      notMatched.add(bind(clause, shape, source));
    }
  }

  /** A row without a partner has no values of the table. */
  private void requireSourceOnly(Merge.Clause clause, MergeSource source) {
    List<Expression> used = new ArrayList<>();
    clause.condition().ifPresent(used::add);
    clause.assignments().ifPresent(all -> all.forEach(one -> used.add(one.expression())));
    for (Expression expression : used) {
      Set<String> columns = expression.columns(pair);
      if (!Set.of(source.name()).containsAll(columns)) {
        throw new ValidationException(
            "A source row without a partner has columns of the source only",
            "expression",
            expression,
            "source",
            source.name());
      }
    }
  }

  private Bound bind(Merge.Clause clause, TableShape shape, MergeSource source) {
    Optional<RowUpdate> row =
        clause.action() == Merge.Action.DELETE
            ? Optional.empty()
            : Optional.of(
                new RowUpdate(
                    shape, pair, clause.assignments().orElseGet(() -> sameNames(shape, source))));
    return new Bound(
        clause.condition().map(one -> BoundPredicate.bind(one, pair)), clause.action(), row);
  }

  private static List<Assignment> sameNames(TableShape shape, MergeSource source) {
    StringBuilder text = new StringBuilder();
    for (String field : source.row().getFieldNames()) {
      if (shape.position(field).isPresent()) {
        text.append(text.length() == 0 ? "" : ", ");
        text.append('`').append(field).append("` = `");
        text.append(source.name()).append("`.`").append(field).append('`');
      }
    }
    if (text.length() == 0) {
      throw new ValidationException(
          "The source and the table have no column in common",
          "source",
          source.row().getFieldNames(),
          "table",
          shape.row().getFieldNames());
    }
    return Assignment.parseList(text.toString());
  }

  /** The table's columns, then the source's row as a struct. */
  TypeDescription pair() {
    return pair;
  }

  List<Bound> matched() {
    return matched;
  }

  List<Bound> notMatched() {
    return notMatched;
  }
}
