package io.orcacid.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts results into a page: the tables of each benchmark between its markers {@code <!-- bench:NAME
 * -->} and {@code <!-- /bench:NAME -->}, all goals between those of {@code goals}, and curves as
 * pictures beside the page. What was not measured again stays as it is.
 */
public final class Publication {
  private static final String GOALS = "goals";
  private static final String IMAGES = "images";

  private final Path page;
  private final Map<String, Report> reports = new LinkedHashMap<>();

  private Publication(Path page) {
    this.page = page;
  }

  /**
   * Writes the page anew.
   *
   * @param results directory of the files that benchmarks saved
   * @param page in Markdown
   * @return names of the benchmarks that were put into it
   */
  public static List<String> publish(Path results, Path page) throws IOException {
    Publication publication = new Publication(page);
    try (Stream<Path> files = Files.list(results)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
        Report report = Report.parse(Files.readString(file, StandardCharsets.UTF_8));
        publication.reports.put(report.benchmark(), report);
      }
    }
    publication.write();
    return List.copyOf(publication.reports.keySet());
  }

  private void write() throws IOException {
    String text = Files.readString(page, StandardCharsets.UTF_8);
    for (Report report : reports.values()) {
      text = replace(text, report.benchmark(), section(report));
    }
    text = replace(text, GOALS, "");
    text = replace(text, GOALS, goals(rowsOf(text)));
    Files.writeString(page, text, StandardCharsets.UTF_8);
  }

  private static String replace(String text, String name, String content) {
    Matcher matcher = marked(name).matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException("the page has no markers <!-- bench:" + name + " -->");
    }
    return text.substring(0, matcher.start(1)) + "\n" + content + text.substring(matcher.end(1));
  }

  private static Pattern marked(String name) {
    return Pattern.compile(
        "<!-- bench:" + name + " -->\n(.*?)<!-- /bench:" + name + " -->", Pattern.DOTALL);
  }

  private String section(Report report) throws IOException {
    StringBuilder text = new StringBuilder(Goal.markdown(report.goals()));
    if (report.goals().isEmpty()) {
      text.setLength(0);
    }
    if (!report.figures().isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n").append(Figure.markdown(report.figures()));
    }
    text.append('\n');
    report.notes().forEach(note -> text.append("* ").append(note).append('\n'));
    text.append(
        String.format(
            Locale.ROOT, "* `--rows %d`; %s%n\n", report.rows(), report.machine().text()));
    for (Curve curve : report.curves()) {
      Path pictures = Files.createDirectories(page.resolveSibling(IMAGES));
      String file = "performance-" + curve.name() + ".svg";
      Files.writeString(pictures.resolve(file), Picture.svg(curve), StandardCharsets.UTF_8);
      text.append(
          String.format(
              Locale.ROOT, "![%s, %s](%s/%s)%n\n", curve.title(), curve.x(), IMAGES, file));
    }
    return text.toString();
  }

  /** The line of each goal in the tables that the page has by now. */
  private static Map<String, String[]> rowsOf(String text) {
    Map<String, String[]> rows = new LinkedHashMap<>();
    for (String line : text.split("\n")) {
      String[] cells = line.split(" \\| ", 5);
      if (line.startsWith("| ") && cells.length == 5) {
        rows.putIfAbsent(cells[0].substring(2), cells);
      }
    }
    return rows;
  }

  private static String goals(Map<String, String[]> rows) {
    return Arrays.stream(Target.values())
        .map(
            target ->
                Optional.ofNullable(rows.get(target.text()))
                    .map(
                        cells ->
                            "| "
                                + String.join(
                                    " | ",
                                    "[" + target.benchmark() + "](#" + target.benchmark() + ")",
                                    target.text(),
                                    cells[1],
                                    cells[2],
                                    cells[3])
                                + " |")
                    .orElse(
                        "| [%s](#%s) | %s | | | not measured |"
                            .replaceFirst("%s", target.benchmark())
                            .replaceFirst("%s", target.benchmark())
                            .replaceFirst("%s", Matcher.quoteReplacement(target.text()))))
        .collect(
            Collectors.joining(
                "\n", "| | goal | bound | measured | |\n|---|---|---|---|---|\n", "\n"));
  }
}
