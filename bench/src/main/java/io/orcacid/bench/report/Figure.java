package io.orcacid.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What one program took for one thing.
 *
 * @param what the thing
 * @param program who did it
 * @param rate how much of it in a second of processor time, with its unit; empty if that says
 *     nothing
 * @param cpuSeconds processor time of the measuring thread, median
 * @param wallSeconds time by the clock, median
 * @param detail what else is known of it
 */
public record Figure(
    String what,
    String program,
    String rate,
    double cpuSeconds,
    double wallSeconds,
    String detail) {
  /** Millions of rows in a second of processor time. */
  public static String millions(long rows, double cpuSeconds) {
    return String.format(Locale.ROOT, "%.2f Mrows/s", rows / cpuSeconds / 1e6);
  }

  static String markdown(List<Figure> figures) {
    return figures.stream()
        .map(
            figure ->
                String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %s |",
                    figure.what,
                    figure.program,
                    figure.rate,
                    seconds(figure.cpuSeconds),
                    seconds(figure.wallSeconds),
                    figure.detail.replace("|", "\\|")))
        .collect(
            Collectors.joining(
                "\n",
                "| what | who | rate | CPU s | wall s | |\n|---|---|---|---|---|---|\n",
                "\n"));
  }

  private static String seconds(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return String.format(
        Locale.ROOT, value >= 100 ? "%.1f" : value >= 0.1 ? "%.3f" : "%.5f", value);
  }
}
