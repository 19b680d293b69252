package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.TableInspection;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "inspect",
    description =
        "Draws the table's directories on a write-id axis and says what a reader makes of each.",
    footer = {"", "Example: orc-acid inspect clicks --partition day=2026-11-30"})
final class InspectCommand extends ReportCommand {
  @Option(
      names = "--partition",
      paramLabel = "P",
      description = "Only this partition, such as day=2026-11-30.")
  private String partition;

  @picocli.CommandLine.Mixin private final SnapshotOptions snapshot = new SnapshotOptions();

  @Override
  void run() throws IOException {
    try (AcidTable opened = snapshot.open(table(), options())) {
      TableInspection whole = opened.inspect();
      TableInspection inspection = partition == null ? whole : whole.of(partition);
      print(() -> new Drawing(inspection).text(), () -> json(inspection));
    }
  }

  private static String json(TableInspection inspection) {
    ObjectNode node = JsonReport.object();
    if (inspection.version().isPresent()) {
      node.put("version", inspection.version().getAsLong());
    } else {
      node.putNull("version");
    }
    node.put("path", inspection.path());
    node.put("validWriteIds", inspection.validWriteIds());
    node.put("validTxns", inspection.validTxns());
    ArrayNode open = node.putArray("openWriteIds");
    inspection
        .openWriteIds()
        .forEach(
            claim -> open.addObject().put("writeId", claim.writeId()).put("owner", claim.owner()));
    ArrayNode partitions = node.putArray("partitions");
    for (TableInspection.Partition each : inspection.partitions()) {
      ObjectNode child = partitions.addObject();
      child.put("name", each.name());
      ArrayNode directories = child.putArray("directories");
      each.directories().forEach(directory -> json(directories.addObject(), directory));
    }
    return JsonReport.text(node);
  }

  private static void json(ObjectNode node, TableInspection.Directory directory) {
    node.put("name", directory.name());
    node.put("kind", directory.kind().name().toLowerCase(Locale.ROOT));
    node.put("state", directory.state().name().toLowerCase(Locale.ROOT));
    node.put("files", directory.files());
    node.put("rows", directory.rows());
    node.put("deletes", directory.deletes());
    node.put("bytes", directory.bytes());
  }
}
