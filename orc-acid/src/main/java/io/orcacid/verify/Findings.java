package io.orcacid.verify;

import io.orcacid.error.OrcAcidException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gathers findings and counts. Of one kind only the first of each path is kept. */
final class Findings {
  private final List<Finding> all = new ArrayList<>();
  private final Set<Place> seen = new HashSet<>();
  private final Map<Trait, Occurrences> traits = new LinkedHashMap<>();
  private final Set<Check.Group> performed = EnumSet.noneOf(Check.Group.class);
  long logEntries;
  long partitions;
  long directories;
  long files;
  long bytes;
  long insertEvents;
  long deleteEvents;
  long unfinishedDirectories;
  long obsoleteDirectories;

  private record Place(Check code, String path) {}

  private record Trait(Check code, String what, String remedy) {}

  private record Occurrences(String firstPath, long count) {}

  void performed(Check.Group group) {
    performed.add(group);
  }

  void error(Check code, String path, String what, String remedy) {
    add(Finding.Severity.ERROR, code, path, what, remedy);
  }

  void warning(Check code, String path, String what, String remedy) {
    add(Finding.Severity.WARNING, code, path, what, remedy);
  }

  private void add(Finding.Severity severity, Check code, String path, String what, String remedy) {
    if (seen.add(new Place(code, path))) {
      all.add(new Finding(severity, code, path, what, remedy));
    }
  }

  /** Something that many files have alike: one warning with the first path and their number. */
  void trait(Check code, String path, String what, String remedy) {
    traits.merge(
        new Trait(code, what, remedy),
        new Occurrences(path, 1),
        (known, more) -> new Occurrences(known.firstPath(), known.count() + 1));
  }

  /** The path that an error names, or another. */
  static String pathOf(OrcAcidException error, String otherwise) {
    Object path = error.details().get("path");
    return path == null ? otherwise : path.toString();
  }

  VerificationReport report(String path) {
    List<Finding> findings = new ArrayList<>(all);
    traits.forEach(
        (trait, where) ->
            findings.add(
                new Finding(
                    Finding.Severity.WARNING,
                    trait.code(),
                    where.firstPath(),
                    where.count() == 1
                        ? trait.what()
                        : trait.what() + " (and " + (where.count() - 1) + " more alike)",
                    trait.remedy())));
    return new VerificationReport(
        path,
        findings,
        performed,
        new VerificationReport.Checked(
            logEntries,
            partitions,
            directories,
            files,
            bytes,
            insertEvents,
            deleteEvents,
            unfinishedDirectories,
            obsoleteDirectories));
  }
}
