package io.orcacid.bench.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Something that was measured, and what it should be.
 *
 * @param name what
 * @param detail figures behind it, or why there are none
 * @param bound the goal
 * @param direction whether more or less than the goal is wanted
 * @param measured what it is; not a number if there is none
 * @param verdict what it means
 */
public record Goal(
    String name,
    String detail,
    double bound,
    Direction direction,
    double measured,
    Verdict verdict) {
  /** Which side of the goal is the good one. */
  public enum Direction {
    AT_LEAST,
    AT_MOST
  }

  /** What a measurement means. */
  public enum Verdict {
    REACHED("reached"),
    SHORT("**short**"),
    /** Somebody who is needed for it is not there. */
    MISSING("missing"),
    /** The answers differ, so the times mean nothing. */
    VOID("**void**");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }
  }

  /** A measurement that counts. */
  public Goal(String name, String detail, double bound, Direction direction, double measured) {
    this(name, detail, bound, direction, measured, verdict(bound, direction, measured));
  }

  static Goal missing(String name, double bound, Direction direction, String reason) {
    return new Goal(name, reason, bound, direction, Double.NaN, Verdict.MISSING);
  }

  static Goal invalid(String name, double bound, Direction direction, String reason) {
    return new Goal(name, reason, bound, direction, Double.NaN, Verdict.VOID);
  }

  private static Verdict verdict(double bound, Direction direction, double measured) {
    boolean reached = direction == Direction.AT_LEAST ? measured >= bound : measured <= bound;
    return reached ? Verdict.REACHED : Verdict.SHORT;
  }

  /** Whether it is on the good side of the goal. */
  @JsonIgnore
  public boolean isReached() {
    return verdict == Verdict.REACHED;
  }

  private String bounds() {
    return (direction == Direction.AT_LEAST ? ">= " : "<= ") + number(bound);
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.3f", value);
  }

  /** A table in Markdown. */
  public static String markdown(List<Goal> goals) {
    return goals.stream()
        .map(
            goal ->
                "| "
                    + String.join(
                        " | ",
                        goal.name,
                        goal.bounds(),
                        number(goal.measured),
                        goal.verdict.text,
                        goal.detail.replace("|", "\\|"))
                    + " |")
        .collect(
            Collectors.joining(
                "\n",
                "| goal | bound | measured | reached or short | figures |\n|---|---|---|---|---|\n",
                "\n"));
  }
}
