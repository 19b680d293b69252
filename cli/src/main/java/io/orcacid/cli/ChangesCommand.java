package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Change;
import io.orcacid.ChangeFollower;
import io.orcacid.ChangeScan;
import io.orcacid.Changes;
import io.orcacid.cli.output.ChangePrinter;
import io.orcacid.cli.output.OutputFormat;
import io.orcacid.cli.output.RowAddressing;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "changes",
    description = "Prints what versions changed, row by row.",
    footer = {"", "Example: orc-acid changes clicks --after 41 --follow --format json --cursors"})
final class ChangesCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--after",
      paramLabel = "V",
      description = "Changes of the versions after this one; this or --after-time is needed.")
  private Long after;

  @Option(
      names = "--after-time",
      paramLabel = "ISO",
      description =
          "Changes of the versions that came after this time, such as 2026-11-30T12:00:00Z; without"
              + " a zone: UTC.")
  private String afterTime;

  @Option(
      names = "--up-to",
      paramLabel = "W",
      description = "The last version whose changes are printed (default: the newest).")
  private Long upTo;

  @Option(
      names = "--up-to-time",
      paramLabel = "ISO",
      description = "Changes of versions up to this time only.")
  private String upToTime;

  @Option(
      names = "--net",
      description =
          "Only what is different in the end: rows that came and went are left out; with a key, the"
              + " first row before and the last one after.")
  private boolean net;

  @Option(
      names = "--columns",
      paramLabel = "a,b",
      description = "Only these columns, in this order.")
  private String columns;

  @Option(
      names = "--where",
      paramLabel = "E",
      description = "Only changes of rows for which this is true.")
  private String where;

  @Option(
      names = "--row-id",
      description = "Print each row's id, and its partition if the table has any.")
  private boolean rowId;

  @Option(
      names = "--follow",
      description = "Go on with the versions that come, until interrupted; as json or csv.")
  private boolean follow;

  @Option(
      names = "--interval",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "With --follow: how many milliseconds to wait before looking again (default:"
              + " ${DEFAULT-VALUE}).")
  private long interval;

  @Option(
      names = "--idle",
      paramLabel = "MS",
      description = "With --follow: end after so many milliseconds of waiting without a change.")
  private Long idle;

  @Option(
      names = "--cursors",
      description =
          "With json: print {\"cursor\":V} where the changes up to version V are whole, for --after"
              + " to go on from.")
  private boolean cursors;

  @Option(
      names = "--format",
      paramLabel = "F",
      defaultValue = "table",
      description = "table, csv or json: one object a line (default: ${DEFAULT-VALUE}).")
  private OutputFormat format;

  private Optional<ChangePrinter> printer = Optional.empty();

  @Override
  void run() throws IOException {
    check();
    try (AcidTable opened = open(table)) {
      RowAddressing addressing =
          !rowId
              ? RowAddressing.NONE
              : opened.definition().partitionedBy().isEmpty()
                  ? RowAddressing.ROW_ID
                  : RowAddressing.ROW_ID_AND_PARTITION;
      if (follow) {
        follow(scan(opened), addressing);
      } else {
        try (Changes changes = scan(opened).read()) {
          warn(changes.unprotectedBecause());
          print(changes, addressing);
        }
      }
    }
  }

  private void check() {
    if ((after == null) == (afterTime == null)) {
      throw new ValidationException(
          "Changes have one beginning: give --after with a version or --after-time");
    }
    if (upTo != null && upToTime != null) {
      throw new ValidationException("Give a version or a time for the end, not both");
    }
    if (follow && format == OutputFormat.TABLE) {
      throw new ValidationException(
          "--follow prints as versions come, and a table only at its end: add --format json or csv");
    }
    if (!follow && idle != null) {
      throw new ValidationException("--idle says when --follow ends: add --follow");
    }
    if (interval < 1 || idle != null && idle < 0) {
      throw new ValidationException(
          "--interval is 1 millisecond or more, --idle 0 or more", "interval", interval);
    }
    if (cursors && format != OutputFormat.JSON) {
      throw new ValidationException("--cursors prints objects between others: add --format json");
    }
  }

  private ChangeScan scan(AcidTable opened) {
    ChangeScan scan = opened.changes();
    scan =
        after != null
            ? scan.afterVersion(after)
            : scan.afterTime(SnapshotOptions.instant(afterTime));
    scan = upTo == null ? scan : scan.upTo(upTo);
    scan = upToTime == null ? scan : scan.upToTime(SnapshotOptions.instant(upToTime));
    scan = columns == null ? scan : scan.select(Names.parse(columns));
    scan = where == null ? scan : scan.where(where);
    return net ? scan.net() : scan;
  }

  private void follow(ChangeScan scan, RowAddressing addressing) throws IOException {
    long waited = 0;
    try (ChangeFollower follower = scan.follow(Duration.ofMillis(interval))) {
      warn(follower.unprotectedBecause());
      while (true) {
        Optional<Changes> changes = follower.poll();
        if (changes.isPresent()) {
          print(changes.get(), addressing);
          waited = 0;
        } else if (idle != null && waited >= idle) {
          return;
        } else {
          pause();
          waited += interval;
        }
      }
    }
  }

  private void pause() throws IOException {
    try {
      Thread.sleep(interval);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for changes");
    }
  }

  private void print(Changes changes, RowAddressing addressing) {
    if (printer.isEmpty()) {
      OptionalInt width =
          terminal().isInteractive() ? OptionalInt.of(terminal().width()) : OptionalInt.empty();
      printer =
          Optional.of(
              ChangePrinter.of(format, changes.type(), addressing, width, terminal().out()));
    }
    ChangePrinter to = printer.get();
    for (Change change : changes) {
      to.print(change);
      if (cursors && changes.cursor().isPresent()) {
        to.printCursor(changes.cursor().getAsLong());
      }
    }
    to.finish();
  }

  private void warn(Optional<String> unprotected) {
    unprotected.ifPresent(
        why ->
            terminal()
                .err()
                .println("warning: a cleaning may remove what is being read, because " + why));
  }
}
