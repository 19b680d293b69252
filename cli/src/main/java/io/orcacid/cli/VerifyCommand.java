package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.LogRepair;
import io.orcacid.verify.Check;
import io.orcacid.verify.Engine;
import io.orcacid.verify.Finding;
import io.orcacid.verify.Verification;
import io.orcacid.verify.VerificationReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "verify",
    description = {
      "Checks a table: its log, the names of its files, each file by its footer. Changes nothing.",
      "Exit code 1 if there is an error, 0 if there are warnings only."
    },
    footer = {"", "Example: orc-acid verify clicks --deep --for hive,trino"})
final class VerifyCommand extends ReportCommand {
  @Option(names = "--deep", description = "Read every byte and every row too.")
  private boolean deep;

  @Option(
      names = "--for",
      paramLabel = "ENGINES",
      description = "Say also what these engines would do with it: hive, trino, impala.")
  private String engines;

  @Option(
      names = "--repair-log",
      description = {
        "Before the check, set aside the last entry of the log if it is damaged: what that version",
        "changed is lost. Nobody may work on the table meanwhile."
      })
  private boolean repairLog;

  @picocli.CommandLine.Mixin private final SnapshotOptions snapshot = new SnapshotOptions();

  private ExitCode exitCode = ExitCode.OK;

  @Override
  void run() throws IOException {
    if (repairLog) {
      repairLog();
    }
    Verification verification = snapshot.verification(table(), options()).forEngines(engines());
    VerificationReport report = (deep ? verification.deep() : verification).run();
    print(() -> text(report), () -> json(report));
    exitCode = report.hasErrors() ? ExitCode.FINDINGS : ExitCode.OK;
  }

  @Override
  ExitCode exitCode() {
    return exitCode;
  }

  private void repairLog() throws IOException {
    Optional<LogRepair.SetAside> done = AcidTable.repairLog(table(), options());
    done.ifPresent(
        entry ->
            terminal()
                .err()
                .println(
                    "Version "
                        + entry.version()
                        + " was damaged and counts no more; its entry lies at "
                        + entry.path()
                        + " ("
                        + entry.damage()
                        + ")"));
    if (done.isEmpty()) {
      terminal().err().println("The log is sound: nothing was set aside");
    }
  }

  private List<Engine> engines() {
    List<Engine> chosen = new ArrayList<>();
    if (engines != null) {
      for (String name : engines.split(",")) {
        chosen.add(Engine.parse(name));
      }
      if (chosen.isEmpty()) {
        throw new ValidationException("--for names no engine: hive, trino and impala are known");
      }
    }
    return chosen;
  }

  private static String text(VerificationReport report) {
    StringBuilder text = new StringBuilder();
    for (Check.Group group : Check.Group.values()) {
      if (report.performed().contains(group)
          && report.findings().stream().noneMatch(found -> found.code().group() == group)) {
        text.append("OK   ").append(title(group, report.checked())).append('\n');
      }
    }
    for (Finding finding : report.findings()) {
      text.append(finding.severity() == Finding.Severity.ERROR ? "FAIL " : "WARN ")
          .append(finding.path())
          .append("  ")
          .append(finding.code())
          .append(": ")
          .append(oneLine(finding.what()))
          .append(" -> ")
          .append(finding.remedy())
          .append('\n');
    }
    VerificationReport.Checked checked = report.checked();
    if (checked.unfinishedDirectories() > 0 || checked.obsoleteDirectories() > 0) {
      text.append("not in use: ")
          .append(checked.unfinishedDirectories())
          .append(" of open or aborted transactions, ")
          .append(checked.obsoleteDirectories())
          .append(" replaced\n");
    }
    return text.toString().stripTrailing();
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }

  private static String title(Check.Group group, VerificationReport.Checked checked) {
    return switch (group) {
      case LOG -> "commit log (" + checked.logEntries() + " entries)";
      case FILES ->
          "what the log names is there ("
              + checked.directories()
              + " directories, "
              + checked.bytes()
              + " bytes)";
      case LAYOUT -> "names and layout (" + checked.partitions() + " partitions)";
      case ORC -> "ORC footers (" + checked.files() + " files)";
      case ROWS ->
          "order and unique row ids ("
              + checked.insertEvents()
              + " rows, "
              + checked.deleteEvents()
              + " deletes)";
      case ENGINES -> "other engines";
    };
  }

  private static String json(VerificationReport report) {
    ObjectNode node = JsonReport.object();
    node.put("path", report.path());
    node.put("errors", report.hasErrors());
    ArrayNode performed = node.putArray("performed");
    for (Check.Group group : Check.Group.values()) {
      if (report.performed().contains(group)) {
        performed.add(group.name().toLowerCase(Locale.ROOT));
      }
    }
    VerificationReport.Checked checked = report.checked();
    node.putObject("checked")
        .put("logEntries", checked.logEntries())
        .put("partitions", checked.partitions())
        .put("directories", checked.directories())
        .put("files", checked.files())
        .put("bytes", checked.bytes())
        .put("insertEvents", checked.insertEvents())
        .put("deleteEvents", checked.deleteEvents())
        .put("unfinishedDirectories", checked.unfinishedDirectories())
        .put("obsoleteDirectories", checked.obsoleteDirectories());
    ArrayNode findings = node.putArray("findings");
    for (Finding finding : report.findings()) {
      findings
          .addObject()
          .put("severity", finding.severity().name())
          .put("code", finding.code().name())
          .put("path", finding.path())
          .put("what", finding.what())
          .put("remedy", finding.remedy());
    }
    return JsonReport.text(node);
  }
}
