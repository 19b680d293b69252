package io.orcacid.daemon.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text format 0.0.4, and nothing that its description does not allow: each family
 * in one piece, HELP and TYPE once and first, names and escapes as they may be, no series twice,
 * histograms cumulative.
 */
public final class PrometheusText {
  private static final Pattern METRIC = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
  private static final Set<String> TYPES =
      Set.of("counter", "gauge", "histogram", "summary", "untyped");

  private final Map<String, Family> families = new LinkedHashMap<>();
  private final Set<String> series = new HashSet<>();
  private Family current;

  /** All of one name, with its description. */
  public record Family(String name, String help, String type, List<Sample> samples) {}

  /** One line of a value. */
  public record Sample(String name, Map<String, String> labels, double value) {}

  private PrometheusText() {}

  public static Map<String, Family> parse(String text) {
    require(text.endsWith("\n"), "the last line has no end");
    PrometheusText parser = new PrometheusText();
    String help = "";
    String helped = "";
    for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
      if (line.startsWith("# HELP ")) {
        String[] parts = line.substring(7).split(" ", 2);
        helped = parts[0];
        help = unescape(parts.length == 2 ? parts[1] : "", "\\n");
      } else if (line.startsWith("# TYPE ")) {
        String[] parts = line.substring(7).split(" ", -1);
        require(parts.length == 2 && TYPES.contains(parts[1]), line);
        require(helped.equals(parts[0]), "TYPE without its HELP before it: " + line);
        parser.begin(new Family(parts[0], help, parts[1], new ArrayList<>()));
      } else {
        require(!line.startsWith("#"), "a comment that says nothing: " + line);
        parser.sample(line);
      }
    }
    parser.families.values().forEach(PrometheusText::checkHistogram);
    return parser.families;
  }

  private void begin(Family family) {
    require(METRIC.matcher(family.name()).matches(), "name " + family.name());
    require(families.put(family.name(), family) == null, family.name() + " comes twice");
    current = family;
  }

  private void sample(String line) {
    Matcher name = METRIC.matcher(line);
    require(name.lookingAt(), line);
    Cursor cursor = new Cursor(line, name.end());
    Map<String, String> labels = cursor.labels();
    String[] rest = cursor.rest().split(" ", -1);
    require(rest.length == 1, "more than a value: " + line);
    require(current != null && belongs(name.group(), current), "in no family: " + line);
    require(series.add(name.group() + new TreeMap<>(labels)), "a series that comes twice: " + line);
    current.samples().add(new Sample(name.group(), labels, number(rest[0])));
  }

  private static boolean belongs(String sample, Family family) {
    String suffix =
        sample.startsWith(family.name()) ? sample.substring(family.name().length()) : "-";
    return switch (family.type()) {
      case "histogram" -> Set.of("_bucket", "_sum", "_count").contains(suffix);
      case "summary" -> Set.of("", "_sum", "_count").contains(suffix);
      default -> suffix.isEmpty();
    };
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  private static void checkHistogram(Family family) {
    if (!family.type().equals("histogram")) {
      return;
    }
    Map<Map<String, String>, TreeMap<Double, Double>> buckets = new LinkedHashMap<>();
    Map<Map<String, String>, Double> counts = new LinkedHashMap<>();
    Set<Map<String, String>> sums = new HashSet<>();
    for (Sample sample : family.samples()) {
      Map<String, String> labels = new TreeMap<>(sample.labels());
      String bound = labels.remove("le");
      require((bound != null) == sample.name().endsWith("_bucket"), "le of " + sample);
      if (bound != null) {
        buckets.computeIfAbsent(labels, key -> new TreeMap<>()).put(number(bound), sample.value());
      } else if (sample.name().endsWith("_count")) {
        counts.put(labels, sample.value());
      } else {
        sums.add(labels);
      }
    }
    require(buckets.keySet().equals(counts.keySet()), "counts of " + family.name());
    require(sums.equals(counts.keySet()), "sums of " + family.name());
    buckets.forEach(
        (labels, bounds) -> {
          double before = 0;
          for (double value : bounds.values()) {
            require(value >= before, "not cumulative: " + family.name() + labels);
            before = value;
          }
          require(
              counts.get(labels).equals(bounds.get(Double.POSITIVE_INFINITY)),
              "+Inf is not the count: " + family.name() + labels);
        });
  }

  private static String unescape(String text, String allowed) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        require(i + 1 < text.length(), "an escape of nothing: " + text);
        char escaped = text.charAt(++i);
        require(allowed.indexOf(escaped) >= 0, "an unknown escape: " + text);
        plain.append(escaped == 'n' ? '\n' : escaped);
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError("no text of Prometheus: " + message);
    }
  }

  /** A place in a line of a sample. */
  private static final class Cursor {
    private final String line;
    private int at;

    Cursor(String line, int at) {
      this.line = line;
      this.at = at;
    }

    Map<String, String> labels() {
      Map<String, String> labels = new LinkedHashMap<>();
      if (line.startsWith("{", at)) {
        at++;
        while (!line.startsWith("}", at)) {
          require(labels.isEmpty() || line.charAt(at++) == ',', line);
          Matcher name = LABEL.matcher(line).region(at, line.length());
          require(name.lookingAt() && line.startsWith("=\"", name.end()), line);
          at = name.end() + 2;
          require(labels.put(name.group(), value()) == null, "a label twice: " + line);
        }
        at++;
      }
      return labels;
    }

    private String value() {
      int start = at;
      while (line.charAt(at) != '"') {
        at += line.charAt(at) == '\\' ? 2 : 1;
        require(at < line.length(), "a label without end: " + line);
      }
      return unescape(line.substring(start, at++), "\\n\"");
    }

    String rest() {
      require(line.startsWith(" ", at), line);
      return line.substring(at + 1);
    }
  }
}
