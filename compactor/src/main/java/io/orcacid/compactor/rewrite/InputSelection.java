package io.orcacid.compactor.rewrite;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.layout.PartitionLayout.Selected;
import java.util.ArrayList;
import java.util.List;

/**
 * Which directories of a layout go into an output, by the ranges of write ids: a pure function. A
 * range that an output could only take in part is refused, as the output would hide the rest of it
 * or give it twice (PROTOCOL.md R16).
 */
final class InputSelection {
  private final RewriteRequest request;
  private final PartitionLayout layout;
  private final AcidDirectory output;

  private InputSelection(RewriteRequest request) {
    this.request = request;
    this.layout = request.layout();
    this.output = request.output();
  }

  /**
   * The part of the layout that goes in.
   *
   * @throws ValidationException for a range that the output cannot take
   * @throws UnsupportedTableException for plain files where only a base can hold their rows
   */
  static PartitionLayout of(RewriteRequest request) {
    return new InputSelection(request).select();
  }

  private PartitionLayout select() {
    if (!request.writeIds().isValidBase(output.maxWriteId())) {
      throw new ValidationException(
          "A write id up to the compaction's is still open, or not known: compact what lies below it",
          "output",
          output.name(),
          "writeIds",
          request.writeIds());
    }
    List<Selected> deltas = inRange(layout.deltas());
    List<Selected> deletes = inRange(layout.deleteDeltas());
    return request.isMajor() ? major(deltas, deletes) : minor(deltas, deletes);
  }

  private PartitionLayout major(List<Selected> deltas, List<Selected> deletes) {
    layout.base().ifPresent(this::requireOlderBase);
    return part(true, deltas, deletes);
  }

  private void requireOlderBase(Selected base) {
    if (base.directory().maxWriteId() > output.maxWriteId()
        || base.directory().maxWriteId() == output.maxWriteId()
            && base.directory().visibility() >= output.visibility()) {
      throw new ValidationException(
          "The partition's base is newer than the one to be made",
          "base",
          base.name(),
          "output",
          output.name());
    }
  }

  private PartitionLayout minor(List<Selected> deltas, List<Selected> deletes) {
    long base = layout.base().map(selected -> selected.directory().maxWriteId()).orElse(0L);
    if (output.minWriteId() <= base || output.minWriteId() == output.maxWriteId()) {
      throw new ValidationException(
          "A minor compaction takes at least two write ids above the base (FORMAT.md §7.4, §8.4)",
          "output",
          output.name(),
          "base",
          base);
    }
    if (deltas.isEmpty() && deletes.isEmpty()) {
      throw new ValidationException("No delta lies in the range", "output", output.name());
    }
    deltas.forEach(this::requireSmallerRange);
    deletes.forEach(this::requireSmallerRange);
    deltas.forEach(InputSelection::requireNoPlainFile);
    return part(false, deltas, deletes);
  }

  private List<Selected> inRange(List<Selected> directories) {
    List<Selected> taken = new ArrayList<>();
    for (Selected selected : directories) {
      long min = selected.directory().minWriteId();
      long max = selected.directory().maxWriteId();
      boolean startsInside = request.isMajor() || min >= output.minWriteId();
      if (min > output.maxWriteId() || !request.isMajor() && max < output.minWriteId()) {
        continue;
      }
      if (!startsInside || max > output.maxWriteId()) {
        throw new ValidationException(
            "A delta lies only partly in the range of the compaction",
            "delta",
            selected.name(),
            "output",
            output.name());
      }
      taken.add(selected);
    }
    return taken;
  }

  /** Two directories of one range are both read by Hive 4.0 and 4.1 (FORMAT.md §8.4). */
  private void requireSmallerRange(Selected selected) {
    if (selected.directory().minWriteId() == output.minWriteId()
        && selected.directory().maxWriteId() == output.maxWriteId()) {
      throw new ValidationException(
          "A delta has the very range of the compaction's output",
          "delta",
          selected.name(),
          "output",
          output.name());
    }
  }

  private static void requireNoPlainFile(Selected delta) {
    for (DirectoryListing.Entry file : delta.files()) {
      boolean plain =
          BucketFileName.parse(file.name())
              .filter(name -> name.form() == BucketFileName.Form.ORIGINAL)
              .isPresent();
      if (plain && file.length() > 0) {
        throw new UnsupportedTableException(
            "Plain files of LOAD DATA get their row ids from their directory: only a major compaction can take them",
            "path",
            file.path());
      }
    }
  }

  private PartitionLayout part(boolean withBase, List<Selected> deltas, List<Selected> deletes) {
    return new PartitionLayout(
        withBase ? layout.base() : java.util.Optional.empty(),
        deltas,
        deletes,
        withBase ? layout.originals() : List.of(),
        List.of(),
        List.of(),
        List.of(),
        false);
  }

  /** Names of what a part of a layout holds; originals go by {@code ""}. */
  static List<String> names(PartitionLayout part) {
    List<String> names = new ArrayList<>();
    if (!part.originals().isEmpty()) {
      names.add("");
    }
    part.base().ifPresent(base -> names.add(base.name()));
    part.deltas().forEach(delta -> names.add(delta.name()));
    part.deleteDeltas().forEach(delta -> names.add(delta.name()));
    return names;
  }
}
