package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Goal;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Programs that did one thing on the same rows. Whoever touched other values than expected makes it
 * void; who is not there is named. Not thread-safe.
 */
final class Comparison {
  private final String what;
  private final long rowsInFiles;
  private final String digest;
  private final long rows;
  private final Map<String, ProgramResult> results = new LinkedHashMap<>();
  private final Map<String, String> missing = new LinkedHashMap<>();
  private final List<String> different = new ArrayList<>();

  /**
   * @param what the thing
   * @param rowsInFiles rows in the data files, deleted ones too: what rates count
   * @param digest of the values that are to be touched
   * @param rows that are to be found
   */
  Comparison(String what, long rowsInFiles, String digest, long rows) {
    this.what = what;
    this.rowsInFiles = rowsInFiles;
    this.digest = digest;
    this.rows = rows;
  }

  /** Takes what came of a program that has to find these values. */
  Comparison add(Outcome outcome) {
    if (outcome instanceof Outcome.Missing gone) {
      missing.put(gone.program(), gone.reason());
    } else if (outcome instanceof Outcome.Finished finished) {
      finished.results().forEach(this::check);
    }
    return this;
  }

  private void check(ProgramResult result) {
    results.put(result.peer(), result);
    if (!result.digest().equals(digest) || result.rows() != rows) {
      different.add(
          String.format(
              Locale.ROOT,
              "%s touched other values: %d rows of digest %s instead of %d of %s",
              result.peer(),
              result.rows(),
              result.digest(),
              rows,
              digest));
    }
  }

  /** Says that one of the programs contradicts itself, or what is known. */
  void differs(String how) {
    different.add(how);
  }

  Optional<ProgramResult> result(String program) {
    return Optional.ofNullable(results.get(program));
  }

  /** A result that counts: its program touched what it had to. */
  Optional<ProgramResult> valid(String program) {
    return different.isEmpty() ? result(program) : Optional.empty();
  }

  /** Why there is no result of a program. */
  private String reason(String program) {
    return missing.entrySet().stream()
        .filter(entry -> program.startsWith(entry.getKey()))
        .map(entry -> "missing: " + entry.getKey() + ": " + entry.getValue())
        .findFirst()
        .orElse("missing: " + program + ": printed no result of that name");
  }

  /**
   * How many times faster one program is than another, by processor time.
   *
   * @param target what it should be
   * @param faster name of the one
   * @param than result of the other
   */
  Goal ratio(Target target, String faster, Optional<ProgramResult> than, String thanName) {
    if (!different.isEmpty()) {
      return target.invalid(String.join("; ", different));
    }
    if (result(faster).isEmpty()) {
      return target.missing(reason(faster));
    }
    if (than.isEmpty()) {
      return target.missing(reason(thanName));
    }
    ProgramResult one = result(faster).get();
    return target.measured(
        than.get().cpu() / one.cpu(),
        String.format(
            Locale.ROOT,
            "%s %s, %s %s; by the clock %.3f",
            faster,
            Figure.millions(rowsInFiles, one.cpu()),
            thanName,
            Figure.millions(rowsInFiles, than.get().cpu()),
            than.get().wall() / one.wall()));
  }

  /** The same against a program of this comparison. */
  Goal ratio(Target target, String faster, String than) {
    return ratio(target, faster, result(than), than);
  }

  /** Adds a line for each program, and a note for each that is not there. */
  void figures(Report.Builder report, Optional<ProgramResult> limit) {
    for (ProgramResult result : results.values()) {
      report.figure(
          new Figure(
              what,
              result.peer() + " " + result.version(),
              Figure.millions(rowsInFiles, result.cpu()),
              result.cpu(),
              result.wall(),
              detail(result, limit)));
    }
    missing.forEach((program, reason) -> report.note("missing: " + program + ": " + reason));
    different.forEach(how -> report.note("void: " + what + ": " + how));
  }

  private static String detail(ProgramResult result, Optional<ProgramResult> limit) {
    String share =
        limit
            .map(raw -> String.format(Locale.ROOT, "%.3f of the limit; ", raw.cpu() / result.cpu()))
            .orElse("");
    OptionalDouble heap = result.figure("peakHeapMiB");
    return share
        + (heap.isPresent()
            ? String.format(Locale.ROOT, "peak heap %.0f MiB", heap.getAsDouble())
            : "");
  }
}
