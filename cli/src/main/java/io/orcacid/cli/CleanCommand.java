package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Cleaning;
import io.orcacid.compactor.clean.CleanPlan;
import io.orcacid.compactor.clean.CleanResult;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "clean",
    description = {
      "Removes directories that were replaced, or that dead transactions left.",
      "They go once their retention is over and no reader needs them; the others are kept, and it",
      "says why.",
      "With --dry-run the exit code is 1 if something would be removed."
    },
    footer = {"", "Example: orc-acid clean clicks --dry-run"})
final class CleanCommand extends ReportCommand {
  @Option(
      names = "--dry-run",
      description = "Say what would be done with each directory; change nothing.")
  private boolean dryRun;

  @Option(
      names = "--retention",
      paramLabel = "D",
      description =
          "How long directories stay after they were replaced: 24h, 90m, 7d (default:"
              + " orcacid.clean.retention).")
  private String retention;

  @Option(
      names = "--no-foreign-readers",
      description =
          "Your word that only this engine reads the table; needed for less than an hour, as other"
              + " engines pin nothing.")
  private boolean noForeignReaders;

  @Option(
      names = "--watch",
      description =
          "First watch all signs of life for a session's timeout, to find the dead processes of"
              + " other machines.")
  private boolean watch;

  private ExitCode exitCode = ExitCode.OK;

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      Cleaning cleaning = described(opened.clean());
      if (dryRun) {
        CleanPlan plan = cleaning.dryRun();
        print(() -> text(plan, "would "), () -> JsonReport.text(json(plan)));
        exitCode = plan.removals().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
      } else {
        CleanResult result = cleaning.run();
        print(() -> text(result), () -> json(result));
      }
    }
  }

  private Cleaning described(Cleaning cleaning) {
    Cleaning described = cleaning;
    if (retention != null) {
      Duration kept = AcidOptions.parseTime("--retention", retention);
      described =
          noForeignReaders
              ? described.retentionWithoutForeignReaders(kept)
              : described.retention(kept);
    } else if (noForeignReaders) {
      throw new ValidationException(
          "--no-foreign-readers is about a short --retention: say both, or neither");
    }
    return watch ? described.watching() : described;
  }

  @Override
  ExitCode exitCode() {
    return exitCode;
  }

  private static String text(CleanResult result) {
    StringBuilder text = new StringBuilder(text(result.plan(), ""));
    text.append("\nremoved ")
        .append(result.directories())
        .append(" directories, ")
        .append(result.bytes())
        .append(" bytes");
    if (result.abortedWriteIds() > 0 || result.abortedCompactions() > 0) {
      text.append("; aborted ")
          .append(result.abortedWriteIds())
          .append(" transactions and ")
          .append(result.abortedCompactions())
          .append(" compactions of dead processes");
    }
    if (result.expiredEntries() > 0) {
      text.append("; ").append(result.expiredEntries()).append(" entries of the log expired");
    }
    return text.toString();
  }

  private static String text(CleanPlan plan, String would) {
    StringBuilder text = new StringBuilder();
    for (CleanPlan.Verdict verdict : plan.directories()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-12s %s: %s%n",
              verdict.action() == CleanPlan.Action.REMOVE
                  ? would + "remove"
                  : verdict.action().name().toLowerCase(Locale.ROOT),
              path(verdict),
              verdict.reason()));
    }
    text.append("versions from ").append(plan.oldestReadable()).append(" on are readable");
    plan.oldestHonoured()
        .ifPresent(
            hold ->
                text.append("; version ")
                    .append(hold.version())
                    .append(" is kept by ")
                    .append(hold.text()));
    return text.toString();
  }

  private static String path(CleanPlan.Verdict verdict) {
    String name = verdict.name().isEmpty() ? "plain files" : verdict.name();
    return verdict.partition().isEmpty() ? name : verdict.partition() + "/" + name;
  }

  private static ObjectNode json(CleanPlan plan) {
    ObjectNode node = JsonReport.object();
    node.put("version", plan.version());
    node.put("oldestReadable", plan.oldestReadable());
    ArrayNode directories = node.putArray("directories");
    for (CleanPlan.Verdict verdict : plan.directories()) {
      directories
          .addObject()
          .put("partition", verdict.partition())
          .put("name", verdict.name())
          .put("action", verdict.action().name().toLowerCase(Locale.ROOT))
          .put("reason", verdict.reason())
          .put("bytes", verdict.bytes());
    }
    plan.oldestHonoured()
        .ifPresent(
            hold ->
                node.putObject("oldestHonoured")
                    .put("version", hold.version())
                    .put("by", hold.text()));
    return node;
  }

  private static String json(CleanResult result) {
    ObjectNode node = json(result.plan());
    node.put("removedDirectories", result.directories());
    node.put("removedBytes", result.bytes());
    node.put("abortedWriteIds", result.abortedWriteIds());
    node.put("abortedCompactions", result.abortedCompactions());
    node.put("expiredEntries", result.expiredEntries());
    return JsonReport.text(node);
  }
}
