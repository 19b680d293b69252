package io.orcacid.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Something that was measured, and what it should be.
 *
 * @param name what
 * @param detail figures behind it
 * @param bound the goal
 * @param direction whether more or less than the goal is wanted
 * @param measured what it is
 */
record Goal(String name, String detail, double bound, Direction direction, double measured) {
  /** Which side of the goal is the good one. */
  enum Direction {
    AT_LEAST,
    AT_MOST
  }

  boolean isReached() {
    return direction == Direction.AT_LEAST ? measured >= bound : measured <= bound;
  }

  private String bounds() {
    return (direction == Direction.AT_LEAST ? ">= " : "<= ") + number(bound);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3f", value);
  }

  /** A table in Markdown. */
  static String markdown(List<Goal> goals) {
    return goals.stream()
        .map(
            goal ->
                "| "
                    + String.join(
                        " | ",
                        goal.name,
                        goal.bounds(),
                        number(goal.measured),
                        goal.isReached() ? "yes" : "**no**",
                        goal.detail)
                    + " |")
        .collect(
            Collectors.joining(
                "\n",
                "| what | goal | measured | reached | figures |\n|---|---|---|---|---|\n",
                "\n"));
  }

  /** An array in JSON. */
  static String json(List<Goal> goals) {
    return goals.stream()
        .map(
            goal ->
                String.format(
                    Locale.ROOT,
                    "{\"name\":\"%s\",\"goal\":\"%s\",\"measured\":%.4f,\"reached\":%b,\"figures\":\"%s\"}",
                    goal.name,
                    goal.bounds(),
                    goal.measured,
                    goal.isReached(),
                    goal.detail))
        .collect(Collectors.joining(",\n ", "[", "]\n"));
  }
}
