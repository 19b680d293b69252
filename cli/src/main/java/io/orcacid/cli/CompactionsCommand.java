package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.CompactionInfo;
import io.orcacid.txn.log.CompactionFigures;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

@picocli.CommandLine.Command(
    name = "compactions",
    description =
        "Shows the compactions that the log still knows and those that run, in the words of Hive's"
            + " SHOW COMPACTIONS.",
    footer = {"", "Example: orc-acid compactions clicks --format json"})
final class CompactionsCommand extends ReportCommand {
  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      List<CompactionInfo> compactions = opened.compactions();
      print(() -> text(compactions), () -> json(compactions));
    }
  }

  private static String text(List<CompactionInfo> compactions) {
    String row = "%12s  %-20s  %-5s  %-18s  %-27s  %-27s  %7s  %8s  %s%n";
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            row,
            "CompactionId",
            "Partition",
            "Type",
            "State",
            "Start Time",
            "Commit Time",
            "Version",
            "WriteId",
            "Worker"));
    for (CompactionInfo one : compactions) {
      text.append(
          String.format(
              Locale.ROOT,
              row,
              one.transaction() > 0 ? one.transaction() : "---",
              one.partition().isEmpty() ? "---" : one.partition(),
              kind(one),
              one.state().text(),
              one.started().map(Object::toString).orElse("---"),
              one.committed().map(Object::toString).orElse("---"),
              one.version().isPresent() ? one.version().getAsLong() : "---",
              one.greatestWriteId().isPresent() ? one.greatestWriteId().getAsLong() : "---",
              one.author().atHost()));
    }
    return text.toString().stripTrailing();
  }

  private static String kind(CompactionInfo one) {
    return one.kind().map(kind -> kind.name().toLowerCase(Locale.ROOT)).orElse("---");
  }

  private static String json(List<CompactionInfo> compactions) {
    ArrayNode array = JsonReport.array();
    for (CompactionInfo one : compactions) {
      ObjectNode node = array.addObject();
      if (one.transaction() > 0) {
        node.put("compactionId", one.transaction());
      }
      node.put("partition", one.partition());
      node.put("type", kind(one));
      node.put("state", one.state().text());
      node.put("workerHost", one.author().host());
      node.put("worker", one.author().user());
      one.started().ifPresent(time -> node.put("startTime", time.toString()));
      one.committed().ifPresent(time -> node.put("commitTime", time.toString()));
      one.version().ifPresent(version -> node.put("version", version));
      if (one.transaction() > 0) {
        node.put("readVersion", one.readVersion());
      }
      one.greatestWriteId().ifPresent(id -> node.put("highestWriteId", id));
      if (one.figures().isPresent()) {
        CompactionFigures figures = one.figures().get();
        node.put("reason", figures.reason())
            .put("milliseconds", figures.duration().toMillis())
            .put("bytesIn", figures.bytesIn())
            .put("bytesOut", figures.bytesOut())
            .put("rowsIn", figures.rowsIn())
            .put("rowsOut", figures.rowsOut())
            .put("stripesCopied", figures.stripesCopied())
            .put("stripesEncoded", figures.stripesEncoded());
      }
      one.inputs().forEach(node.putArray("inputs")::add);
      one.outputs().forEach(node.putArray("outputs")::add);
    }
    return JsonReport.text(array);
  }
}
