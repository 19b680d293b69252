package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.Compaction;
import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.compactor.policy.CompactionEstimate;
import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.hadoop.CompactionJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "compact",
    description = {
      "Merges the deltas of each partition, as far as there is reason to.",
      "Rows, row ids and old versions stay as they are; what is replaced stays on disk until",
      "'clean'."
    },
    footer = {"", "Example: orc-acid compact clicks --major --partition day=2026-11-30"})
final class CompactCommand extends ReportCommand {
  @ArgGroup private Kind kind = new Kind();

  @Option(
      names = "--partition",
      paramLabel = "P",
      description = "Only this partition, such as day=2026-11-30; may be repeated.")
  private List<String> partitions = new ArrayList<>();

  @Option(
      names = "--explain",
      description = "Say what would be done and why, and what stands in the way; change nothing.")
  private boolean explain;

  @Option(
      names = "--request",
      description = "Leave it to a daemon that looks after the table ('daemon'); return at once.")
  private boolean request;

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      defaultValue = "here",
      description = {
        "here, in this process; or mapreduce, as a job with a task for each bucket of each",
        "partition, on the cluster that HADOOP_CONF_DIR names (default: ${DEFAULT-VALUE})."
      })
  private Place place;

  private ExitCode exitCode = ExitCode.OK;

  /** Where a compaction runs. */
  private enum Place {
    HERE,
    MAPREDUCE
  }

  private static final class Kind {
    @Option(names = "--auto", description = "What the thresholds ask for (default).")
    private boolean auto;

    @Option(names = "--minor", description = "All deltas to one delta and one delete delta.")
    private boolean minor;

    @Option(names = "--major", description = "Everything to one base, without deleted rows.")
    private boolean major;
  }

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      Compaction compaction = described(opened.compaction());
      if (explain) {
        List<CompactionExplanation> explained = compaction.explain();
        print(() -> explanationsText(explained), () -> explanationsJson(explained));
        return;
      }
      if (request) {
        int added = compaction.request();
        print(
            () -> "asked for " + added + " compactions; see 'compactions'",
            () -> JsonReport.text(JsonReport.object().put("requests", added)));
        return;
      }
      if (place == Place.MAPREDUCE) {
        report(CompactionJob.runOnCluster(conf(), table(), compaction));
        return;
      }
      try (CompactionProgress progress = CompactionProgress.of(terminal())) {
        report(compaction.onProgress(progress).run());
      }
    }
  }

  private void report(List<CompactionReport> reports) {
    print(() -> reportsText(reports), () -> reportsJson(reports));
    boolean refused =
        reports.stream().anyMatch(one -> one.outcome() == CompactionReport.Outcome.REFUSED);
    exitCode = refused ? ExitCode.USAGE : ExitCode.OK;
  }

  @Override
  ExitCode exitCode() {
    return exitCode;
  }

  private Compaction described(Compaction compaction) {
    Compaction described = compaction;
    if (kind.minor) {
      described = described.minor();
    } else if (kind.major) {
      described = described.major();
    }
    for (String partition : partitions) {
      described = described.partition(partition);
    }
    return described;
  }

  private static String place(String partition) {
    return partition.isEmpty() ? "table" : partition;
  }

  private static String kind(Optional<? extends Enum<?>> kind) {
    return kind.map(one -> one.name().toLowerCase(Locale.ROOT)).orElse("none");
  }

  private static String explanationsText(List<CompactionExplanation> explanations) {
    StringBuilder text = new StringBuilder();
    for (CompactionExplanation one : explanations) {
      text.append(place(one.partition()))
          .append(": ")
          .append(kind(one.kind()))
          .append(": ")
          .append(one.reason())
          .append('\n');
      one.estimate().ifPresent(estimate -> text.append("  ").append(estimate).append('\n'));
    }
    explanations.stream()
        .flatMap(one -> one.blocker().stream())
        .findFirst()
        .ifPresent(
            blocker ->
                text.append("What was committed above write id ")
                    .append(blocker.writeId() - 1)
                    .append(" has to wait: ")
                    .append(blocker)
                    .append('\n'));
    return explanations.isEmpty() ? "The table has no rows." : text.toString().stripTrailing();
  }

  private static String explanationsJson(List<CompactionExplanation> explanations) {
    ArrayNode array = JsonReport.array();
    for (CompactionExplanation one : explanations) {
      ObjectNode node = array.addObject();
      node.put("partition", one.partition());
      node.put("kind", kind(one.kind()));
      node.put("reason", one.reason());
      node.put("readAmplification", one.readAmplification());
      if (one.estimate().isPresent()) {
        CompactionEstimate estimate = one.estimate().get();
        node.putObject("estimate")
            .put("bytesRead", estimate.bytesRead())
            .put("bytesWritten", estimate.bytesWritten())
            .put("filesBefore", estimate.filesBefore())
            .put("filesAfter", estimate.filesAfter())
            .put("directoriesBefore", estimate.directoriesBefore())
            .put("directoriesAfter", estimate.directoriesAfter())
            .put("rowsRemoved", estimate.rowsRemoved());
      }
      if (one.blocker().isPresent()) {
        node.putObject("blocker")
            .put("writeId", one.blocker().get().writeId())
            .put("what", one.blocker().get().toString());
      }
    }
    return JsonReport.text(array);
  }

  private static String reportsText(List<CompactionReport> reports) {
    StringBuilder text = new StringBuilder();
    for (CompactionReport report : reports) {
      text.append(place(report.partition())).append(": ");
      switch (report.outcome()) {
        case PUBLISHED -> text.append(published(report));
        case NOTHING_TO_DO -> text.append("nothing to do: ").append(report.reason());
        case REFUSED -> text.append("refused: ").append(report.reason());
        case OVERTAKEN -> text.append("overtaken, nothing published: ").append(report.reason());
      }
      text.append('\n');
    }
    return reports.isEmpty() ? "The table has no rows." : text.toString().stripTrailing();
  }

  private static String published(CompactionReport report) {
    RewriteCounts counts = report.counts();
    return String.format(
        Locale.ROOT,
        "%s, version %d: %d directories -> %s in %.1f s%n"
            + "  stripes %d copied, %d encoded; bytes %d -> %d%n"
            + "  rows %d -> %d, %d dropped; deletes %d -> %d%n"
            + "  because %s",
        kind(report.kind()),
        report.version().orElseThrow(),
        report.inputs().size(),
        String.join(", ", report.outputs()),
        report.duration().toMillis() / 1000.0,
        counts.stripesCopied(),
        counts.stripesEncoded(),
        counts.bytesIn(),
        counts.bytesOut(),
        counts.rowsIn(),
        counts.rowsOut(),
        counts.rowsDropped(),
        counts.deletesIn(),
        counts.deletesOut(),
        report.reason());
  }

  private static String reportsJson(List<CompactionReport> reports) {
    ArrayNode array = JsonReport.array();
    for (CompactionReport report : reports) {
      ObjectNode node = array.addObject();
      node.put("partition", report.partition());
      node.put("kind", kind(report.kind()));
      node.put("outcome", report.outcome().name().toLowerCase(Locale.ROOT));
      node.put("reason", report.reason());
      report.version().ifPresent(version -> node.put("version", version));
      if (report.transaction() > 0) {
        node.put("transaction", report.transaction());
        node.put("milliseconds", report.duration().toMillis());
        report.inputs().forEach(node.putArray("inputs")::add);
        report.outputs().forEach(node.putArray("outputs")::add);
        RewriteCounts counts = report.counts();
        node.put("stripesCopied", counts.stripesCopied())
            .put("stripesEncoded", counts.stripesEncoded())
            .put("bytesIn", counts.bytesIn())
            .put("bytesOut", counts.bytesOut())
            .put("rowsIn", counts.rowsIn())
            .put("rowsOut", counts.rowsOut())
            .put("rowsDropped", counts.rowsDropped())
            .put("deletesIn", counts.deletesIn())
            .put("deletesOut", counts.deletesOut());
      }
    }
    return JsonReport.text(array);
  }
}
