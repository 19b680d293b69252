package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.expression.Assignment;
import io.orcacid.reader.expression.Expression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A merge to be described and then run: rows of a source meet the rows of the table that have the
 * same values in some columns, and clauses say what becomes of each pair and of source rows without
 * a partner. The first clause whose condition is true counts; a row for which there is none stays
 * as it is.
 *
 * <pre>{@code
 * table.merge(MergeSource.of("id bigint, n int, gone boolean", rows))
 *     .whenMatched("source.gone").delete()
 *     .whenMatched().update("n = n + source.n")
 *     .whenNotMatched("NOT source.gone").insert()
 *     .run();
 * }</pre>
 *
 * <p>As in Hive, a row of the table that meets two rows of the source is an error; where the
 * columns are the declared key, so are two source rows of one key. NULL meets nothing. The source's
 * rows are held in memory. Not thread-safe.
 */
public final class Merge {
  private final MergeSource source;
  private final Runner runner;
  private final List<String> on = new ArrayList<>();
  private final List<Clause> matched = new ArrayList<>();
  private final List<Clause> notMatched = new ArrayList<>();

  /** Runs what was described. */
  interface Runner {
    Merged run(Merge merge) throws IOException;
  }

  /** What becomes of a row. */
  enum Action {
    UPDATE,
    DELETE,
    INSERT
  }

  /**
   * A clause.
   *
   * @param condition empty if it is for all
   * @param assignments empty for the columns that both have
   */
  record Clause(
      Optional<Expression> condition, Action action, Optional<List<Assignment>> assignments) {}

  Merge(MergeSource source, Runner runner) {
    this.source = source;
    this.runner = runner;
  }

  /**
   * Compares by these columns, which the source and the table both have; by the declared key if
   * nothing is said.
   */
  public Merge on(String... columns) {
    on.clear();
    on.addAll(List.of(columns));
    return this;
  }

  /** A clause for rows of the table that meet a source row. */
  public WhenMatched whenMatched() {
    return new WhenMatched(Optional.empty());
  }

  /**
   * A clause for rows of the table that meet a source row, if a condition is true.
   *
   * @param condition over the table's columns and the source's: {@code n < source.n}
   */
  public WhenMatched whenMatched(String condition) {
    return new WhenMatched(Optional.of(Expression.parse(condition)));
  }

  /** A clause for source rows that meet no row of the table. */
  public WhenNotMatched whenNotMatched() {
    return new WhenNotMatched(Optional.empty());
  }

  /**
   * A clause for source rows that meet no row of the table, if a condition is true.
   *
   * @param condition over the source's columns: {@code source.n > 0}
   */
  public WhenNotMatched whenNotMatched(String condition) {
    return new WhenNotMatched(Optional.of(Expression.parse(condition)));
  }

  /** What becomes of a row that meets a source row. */
  public final class WhenMatched {
    private final Optional<Expression> condition;

    private WhenMatched(Optional<Expression> condition) {
      this.condition = condition;
    }

    /** It gets the source's values in all columns that both have. */
    public Merge update() {
      return add(matched, new Clause(condition, Action.UPDATE, Optional.empty()));
    }

    /**
     * It changes by assignments, each of which sees the row as it was.
     *
     * @param set such as {@code "n = n + source.n, name = source.name"}
     */
    public Merge update(String set) {
      return add(
          matched, new Clause(condition, Action.UPDATE, Optional.of(Assignment.parseList(set))));
    }

    /** It is deleted. */
    public Merge delete() {
      return add(matched, new Clause(condition, Action.DELETE, Optional.empty()));
    }
  }

  /** What becomes of a source row that meets none. */
  public final class WhenNotMatched {
    private final Optional<Expression> condition;

    private WhenNotMatched(Optional<Expression> condition) {
      this.condition = condition;
    }

    /** It is added with the columns that both have; the table's others are NULL. */
    public Merge insert() {
      return add(notMatched, new Clause(condition, Action.INSERT, Optional.empty()));
    }

    /**
     * It is added with these values; columns that are not named are NULL.
     *
     * @param set such as {@code "id = source.id, n = 0"}
     */
    public Merge insert(String set) {
      return add(
          notMatched, new Clause(condition, Action.INSERT, Optional.of(Assignment.parseList(set))));
    }
  }

  private Merge add(List<Clause> clauses, Clause clause) {
    if (!clauses.isEmpty() && clauses.get(clauses.size() - 1).condition().isEmpty()) {
      throw new ValidationException(
          "A clause comes after one without a condition, which takes every row", "clause", clause);
    }
    clauses.add(clause);
    return this;
  }

  /**
   * Runs it. Of a table: in a transaction of its own, again after a conflict. Of a transaction: as
   * a step of it.
   *
   * @throws ValidationException if names or types do not fit, or a row meets two source rows
   */
  public Merged run() throws IOException {
    if (matched.isEmpty() && notMatched.isEmpty()) {
      throw new ValidationException("A merge needs a clause", "source", source.row());
    }
    return runner.run(this);
  }

  MergeSource source() {
    return source;
  }

  List<String> on() {
    return List.copyOf(on);
  }

  List<Clause> matched() {
    return List.copyOf(matched);
  }

  List<Clause> notMatched() {
    return List.copyOf(notMatched);
  }
}
