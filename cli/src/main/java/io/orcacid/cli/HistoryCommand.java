package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

@picocli.CommandLine.Command(
    name = "history",
    description = "Shows every version: when, what, by whom, how many rows.",
    footer = {"", "Example: orc-acid history clicks --format json"})
final class HistoryCommand extends ReportCommand {
  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      List<VersionInfo> versions = opened.history();
      print(() -> text(versions), () -> json(versions));
    }
  }

  private static String json(List<VersionInfo> versions) {
    ArrayNode array = JsonReport.array();
    for (VersionInfo version : versions) {
      ObjectNode node = array.addObject();
      node.put("version", version.version());
      node.put("time", version.time().toString());
      node.put("operation", version.operation().name());
      node.put("dataChange", version.dataChange());
      if (version.writeId().isPresent()) {
        node.put("writeId", version.writeId().getAsLong());
      } else {
        node.putNull("writeId");
      }
      node.put("readVersion", version.readVersion());
      node.put("rowsInserted", version.rowsInserted());
      node.put("rowsDeleted", version.rowsDeleted());
      node.put("filesAdded", version.filesAdded());
      node.put("bytesAdded", version.bytesAdded());
      node.put("partitionCount", version.partitionCount());
      ArrayNode partitions = node.putArray("partitions");
      version.partitions().forEach(partitions::add);
      node.put("user", version.author().user());
      node.put("host", version.author().host());
      node.put("agent", version.author().agent());
      node.put("policy", version.policy());
      node.put("commitId", version.commitId());
      if (version.token().isPresent()) {
        ObjectNode token = node.putObject("token");
        token.put("application", version.token().get().application());
        token.put("sequence", version.token().get().sequence());
      } else {
        node.putNull("token");
      }
      ObjectNode epochs = node.putObject("lockEpochs");
      version.lockEpochs().forEach(epochs::put);
    }
    return JsonReport.text(array);
  }

  private static String text(List<VersionInfo> versions) {
    String row = "%8s  %-27s  %-9s  %8s  %12s  %12s  %10s  %s%n";
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            row,
            "version",
            "time",
            "operation",
            "write id",
            "inserted",
            "deleted",
            "partitions",
            "by"));
    for (VersionInfo version : versions) {
      text.append(
          String.format(
              Locale.ROOT,
              row,
              version.version(),
              version.time(),
              version.operation().name(),
              version.writeId().isPresent() ? version.writeId().getAsLong() : "",
              version.rowsInserted(),
              version.rowsDeleted(),
              version.partitionCount(),
              version.author().atHost()));
    }
    return text.toString().stripTrailing();
  }
}
