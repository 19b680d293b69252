package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.orc.TypeDescription;

/**
 * Finds columns and fields by name: the exact spelling first, else the one name that differs in
 * case only.
 */
final class ColumnNames {
  private static final int NEAR_NAMES = 5;

  private final TypeDescription row;

  ColumnNames(TypeDescription row) {
    if (row.getCategory() != TypeDescription.Category.STRUCT) {
      throw new ValidationException(
          "A row type is a struct; pass the type of the rows", "type", row);
    }
    this.row = row;
  }

  /** The positions to go down from the row to the column or field. */
  int[] positions(ColumnReference reference) {
    int[] positions = new int[reference.path().size()];
    TypeDescription current = row;
    for (int i = 0; i < positions.length; i++) {
      if (current.getCategory() != TypeDescription.Category.STRUCT) {
        throw new ValidationException(
            "Only a struct has fields; take the column as a whole",
            "column",
            reference,
            "type",
            current);
      }
      positions[i] = position(current, reference.path().get(i));
      current = current.getChildren().get(positions[i]);
    }
    return positions;
  }

  TypeDescription type(int[] positions) {
    TypeDescription current = row;
    for (int position : positions) {
      current = current.getChildren().get(position);
    }
    return current;
  }

  static int position(TypeDescription struct, String name) {
    List<String> names = struct.getFieldNames();
    int exact = names.indexOf(name);
    if (exact >= 0) {
      return exact;
    }
    List<String> candidates = names.stream().filter(name::equalsIgnoreCase).toList();
    if (candidates.size() == 1) {
      return names.indexOf(candidates.get(0));
    } else if (candidates.isEmpty()) {
      throw new ValidationException(
          "There is no such column; names with blanks or signs are written in back-quotes",
          "column",
          name,
          "near names",
          near(names, name));
    }
    throw new ValidationException(
        "The column name is ambiguous; write it in the case of the one you mean",
        "column",
        name,
        "candidates",
        candidates);
  }

  private static List<String> near(List<String> names, String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    Comparator<String> byDistance =
        Comparator.comparingInt(known -> distance(known.toLowerCase(Locale.ROOT), wanted));
    return names.stream()
        .sorted(byDistance.thenComparing(Comparator.naturalOrder()))
        .limit(NEAR_NAMES)
        .toList();
  }

  /** The number of characters to insert, remove or replace to make one text the other. */
  private static int distance(String left, String right) {
    int[] previous = new int[right.length() + 1];
    for (int j = 0; j < previous.length; j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int[] current = new int[previous.length];
      current[0] = i;
      for (int j = 1; j < current.length; j++) {
        int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[right.length()];
  }

  Set<String> usedBy(Expression expression) {
    Set<Integer> used = new TreeSet<>();
    collect(expression, used);
    return names(used);
  }

  Set<String> names(Set<Integer> columns) {
    Set<String> names = new LinkedHashSet<>();
    columns.forEach(column -> names.add(row.getFieldNames().get(column)));
    return names;
  }

  private void collect(Expression expression, Set<Integer> used) {
    if (expression instanceof ColumnReference reference) {
      used.add(positions(reference)[0]);
    } else {
      operands(expression).forEach(operand -> collect(operand, used));
    }
  }

  private static List<Expression> operands(Expression expression) {
    if (expression instanceof Comparison comparison) {
      return List.of(comparison.left(), comparison.right());
    } else if (expression instanceof Logical logical) {
      return logical.operands();
    } else if (expression instanceof Negation negation) {
      return List.of(negation.operand());
    } else if (expression instanceof InList in) {
      List<Expression> operands = new ArrayList<>(in.items());
      operands.add(in.operand());
      return operands;
    } else if (expression instanceof Between between) {
      return List.of(between.operand(), between.lower(), between.upper());
    } else if (expression instanceof Like like) {
      return List.of(like.operand(), like.pattern());
    } else if (expression instanceof NullTest test) {
      return List.of(test.operand());
    } else if (expression instanceof TruthTest test) {
      return List.of(test.operand());
    } else if (expression instanceof Arithmetic arithmetic) {
      return List.of(arithmetic.left(), arithmetic.right());
    } else if (expression instanceof Minus minus) {
      return List.of(minus.operand());
    } else if (expression instanceof Cast cast) {
      return List.of(cast.operand());
    }
    return List.of();
  }
}
