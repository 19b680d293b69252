package io.orcacid.bench.rows;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One object of JSON on one line, which says what an operation took and which values it touched.
 */
public final class PeerReport {
  private final Map<String, String> members = new LinkedHashMap<>();

  private PeerReport() {}

  /**
   * What was measured.
   *
   * @param peer name of the reader or writer
   * @param version its version
   * @param operation what it did
   */
  public static PeerReport of(
      String peer, String version, String operation, Measurement measurement) {
    PeerReport report = new PeerReport();
    report.members.put("peer", quoted(peer));
    report.members.put("version", quoted(version));
    report.members.put("operation", quoted(operation));
    report.members.put("rows", Long.toString(measurement.digest().rows()));
    report.members.put("digest", quoted(measurement.digest().text()));
    report.members.put("cpuSeconds", list(measurement.cpuSeconds()));
    report.members.put("processCpuSeconds", list(measurement.processCpuSeconds()));
    report.members.put("wallSeconds", list(measurement.wallSeconds()));
    report.members.put("peakHeapMiB", number(measurement.peakHeapMiB()));
    return report;
  }

  /** Adds a number. */
  public PeerReport with(String name, long number) {
    members.put(name, Long.toString(number));
    return this;
  }

  /** The line, without its end. */
  public String line() {
    return members.entrySet().stream()
        .map(member -> quoted(member.getKey()) + ":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String list(double[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(PeerReport::number)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, "%.6f", number);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
