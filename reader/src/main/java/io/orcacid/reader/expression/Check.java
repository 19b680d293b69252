package io.orcacid.reader.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;

/** Something that must hold of a group of rows; null stands for nothing that is known. */
interface Check {
  /** An alternative that no row takes. */
  Check NEVER =
      builder -> {
        throw new IllegalStateException("an alternative that no row takes is not asked about");
      };

  /** Whether a bound is itself among the values. */
  enum Bound {
    INCLUDED,
    EXCLUDED
  }

  void addTo(SearchArgument.Builder builder);

  static Check not(Check check) {
    return builder -> {
      builder.startNot();
      check.addTo(builder);
      builder.end();
    };
  }

  /** All that is known of several checks. */
  static Check all(List<Check> checks) {
    List<Check> known = checks.stream().filter(Objects::nonNull).toList();
    if (known.size() <= 1) {
      return known.isEmpty() ? null : known.get(0);
    }
    return builder -> {
      builder.startAnd();
      known.forEach(check -> check.addTo(builder));
      builder.end();
    };
  }

  /** One of several checks; if one of them knows nothing, nothing is known. */
  static Check any(List<Check> checks) {
    List<Check> alternatives = new ArrayList<>(checks);
    alternatives.removeIf(check -> check == NEVER);
    if (alternatives.isEmpty() || alternatives.contains(null)) {
      return null;
    } else if (alternatives.size() == 1) {
      return alternatives.get(0);
    }
    return builder -> {
      builder.startOr();
      alternatives.forEach(check -> check.addTo(builder));
      builder.end();
    };
  }
}
