package io.orcacid.bench.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * One line that a program printed: what it did, and how long each run took.
 *
 * @param peer name of the program, or of the way in which it did it
 * @param version of what it runs
 * @param operation what it did
 * @param rows rows that it returned or wrote
 * @param digest of the values that it touched
 * @param cpuSeconds processor time of the measuring thread, one for each run
 * @param wallSeconds time by the clock, one for each run
 * @param figures further numbers by name, such as {@code peakHeapMiB}
 */
public record ProgramResult(
    String peer,
    String version,
    String operation,
    long rows,
    String digest,
    List<Double> cpuSeconds,
    List<Double> wallSeconds,
    Map<String, Double> figures) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> NUMBERS_OF_THEIR_OWN = Set.of("rows");

  public ProgramResult {
    cpuSeconds = List.copyOf(cpuSeconds);
    wallSeconds = List.copyOf(wallSeconds);
    figures = Map.copyOf(figures);
    if (cpuSeconds.isEmpty() || cpuSeconds.size() != wallSeconds.size()) {
      throw new IllegalArgumentException(
          peer + " measured " + cpuSeconds.size() + " and " + wallSeconds.size() + " times");
    }
  }

  /** Reads a line; it fails if something of the protocol is missing. */
  public static ProgramResult parse(String line) throws IOException {
    JsonNode node = JSON.readTree(line);
    Map<String, Double> figures = new TreeMap<>();
    node.fields()
        .forEachRemaining(
            field -> {
              if (field.getValue().isNumber() && !NUMBERS_OF_THEIR_OWN.contains(field.getKey())) {
                figures.put(field.getKey(), field.getValue().asDouble());
              }
            });
    return new ProgramResult(
        required(node, "peer").asText(),
        required(node, "version").asText(),
        required(node, "operation").asText(),
        required(node, "rows").asLong(),
        required(node, "digest").asText(),
        numbers(required(node, "cpuSeconds")),
        numbers(required(node, "wallSeconds")),
        figures);
  }

  private static JsonNode required(JsonNode node, String key) throws IOException {
    JsonNode value = node.get(key);
    if (value == null || value.isNull()) {
      throw new IOException("a result without " + key + ": " + node);
    }
    return value;
  }

  private static List<Double> numbers(JsonNode array) {
    List<Double> numbers = new java.util.ArrayList<>();
    array.forEach(number -> numbers.add(number.asDouble()));
    return numbers;
  }

  /** Median of the processor time in seconds. */
  public double cpu() {
    return median(cpuSeconds);
  }

  /** Median of the time by the clock in seconds. */
  public double wall() {
    return median(wallSeconds);
  }

  /** Shortest time by the clock in seconds. */
  public double shortestWall() {
    return wallSeconds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  /** A further number. */
  public OptionalDouble figure(String name) {
    Double value = figures.get(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static double median(List<Double> numbers) {
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The runs of several JVMs that did the same, as those of one. */
  static ProgramResult together(List<ProgramResult> results) {
    ProgramResult first = results.get(0);
    for (ProgramResult result : results) {
      if (!result.digest.equals(first.digest) || result.rows != first.rows) {
        throw new IllegalStateException(
            first.peer + " answers differently from one JVM to the next: " + results);
      }
    }
    Map<String, Double> figures = new TreeMap<>();
    for (String name : first.figures.keySet()) {
      double[] sorted =
          results.stream()
              .mapToDouble(result -> result.figure(name).orElseThrow())
              .sorted()
              .toArray();
      figures.put(name, sorted[sorted.length / 2]);
    }
    return new ProgramResult(
        first.peer,
        first.version,
        first.operation,
        first.rows,
        first.digest,
        medians(results, ProgramResult::cpuSeconds),
        medians(results, ProgramResult::wallSeconds),
        figures);
  }

  private interface Runs {
    List<Double> of(ProgramResult result);
  }

  /**
   * One number for each JVM, as what the compiler made of the code is the same for all its runs.
   */
  private static List<Double> medians(List<ProgramResult> results, Runs runs) {
    return Arrays.asList(
        results.stream().map(result -> median(runs.of(result))).toArray(Double[]::new));
  }
}
