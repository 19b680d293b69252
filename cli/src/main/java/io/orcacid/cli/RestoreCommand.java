package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Restoration;
import io.orcacid.Restored;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "restore",
    description = {
      "Brings the rows of an older version back, as a new version.",
      "Columns and properties stay as they are now; the history keeps what came since.",
      "If rows are committed meanwhile it is a conflict: exit code 3, nothing was done."
    },
    footer = {"", "Example: orc-acid restore clicks --version 41"})
final class RestoreCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(names = "--version", paramLabel = "V", description = "The version to restore.")
  private Long version;

  @Option(
      names = "--time",
      paramLabel = "ISO",
      description = "The time to go back to, such as 2026-11-30T12:00:00Z; without a zone: UTC.")
  private String time;

  @Option(names = "--tag", paramLabel = "NAME", description = "The tag of the version.")
  private String tag;

  @Override
  void run() throws IOException {
    if (Stream.of(version, time, tag).filter(Objects::nonNull).count() != 1) {
      throw new ValidationException("Say what to restore by --version, --time or --tag");
    }
    try (AcidTable opened = open(table)) {
      Restoration restoration = opened.restore();
      Restored restored =
          version != null
              ? restoration.toVersion(version)
              : time != null
                  ? restoration.toTime(SnapshotOptions.instant(time))
                  : restoration.toTag(tag);
      terminal().out().println(text(restored));
    }
  }

  private static String text(Restored restored) {
    if (restored.partitions().isEmpty()) {
      return "the rows are those of version " + restored.restored() + " already: nothing was done";
    }
    String where =
        restored.partitions().get(0).isEmpty()
            ? ""
            : " of " + String.join(", ", restored.partitions());
    return String.format(
        Locale.ROOT,
        "restored %d rows%s as of version %d, version %d",
        restored.rows(),
        where,
        restored.restored(),
        restored.version());
  }
}
