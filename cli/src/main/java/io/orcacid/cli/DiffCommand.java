package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.VersionDiff;
import io.orcacid.format.SchemaText;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "diff",
    description = {
      "Shows in what two versions differ: rows and directories by partition, columns,",
      "properties. An updated row counts as one that went and one that came."
    },
    footer = {"", "Example: orc-acid diff clicks 41 57"})
final class DiffCommand extends ReportCommand {
  @Parameters(index = "1", paramLabel = "V", description = "A version.")
  private long from;

  @Parameters(index = "2", paramLabel = "W", description = "The version to compare it with.")
  private long to;

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      VersionDiff diff = opened.diff(from, to);
      print(() -> text(diff), () -> json(diff));
    }
  }

  private static String text(VersionDiff diff) {
    StringBuilder text = new StringBuilder();
    diff.schemaFrom()
        .ifPresent(
            columns ->
                text.append("- columns ")
                    .append(columns(columns))
                    .append("\n+ columns ")
                    .append(columns(diff.schemaTo().orElseThrow()))
                    .append('\n'));
    new TreeMap<>(diff.properties())
        .forEach(
            (key, property) -> {
              property.from().ifPresent(value -> property(text, '-', key, value));
              property.to().ifPresent(value -> property(text, '+', key, value));
            });
    for (VersionDiff.Partition partition : diff.partitions()) {
      text.append(partition.partition().isEmpty() ? "table" : partition.partition())
          .append(
              String.format(
                  Locale.ROOT,
                  ": +%d rows, -%d rows; +%d directories (%d files), -%d directories (%d files)%n",
                  partition.rowsAdded(),
                  partition.rowsRemoved(),
                  partition.directoriesAdded().size(),
                  partition.filesAdded(),
                  partition.directoriesRemoved().size(),
                  partition.filesRemoved()));
    }
    return text.append(
            diff.isEmpty()
                ? "the versions have the same rows, columns and properties"
                : String.format(
                    Locale.ROOT, "+%d rows, -%d rows", diff.rowsAdded(), diff.rowsRemoved()))
        .toString();
  }

  private static void property(StringBuilder text, char sign, String key, String value) {
    text.append(sign).append(" property ").append(key).append('=').append(value).append('\n');
  }

  private static String columns(TableDefinition definition) {
    return SchemaText.print(definition.row());
  }

  private static String json(VersionDiff diff) {
    ObjectNode node = JsonReport.object();
    node.put("from", diff.from()).put("to", diff.to());
    node.put("rowsAdded", diff.rowsAdded()).put("rowsRemoved", diff.rowsRemoved());
    putColumns(node, "columnsFrom", diff.schemaFrom());
    putColumns(node, "columnsTo", diff.schemaTo());
    ObjectNode properties = node.putObject("properties");
    new TreeMap<>(diff.properties())
        .forEach(
            (key, property) ->
                properties
                    .putObject(key)
                    .put("from", property.from().orElse(null))
                    .put("to", property.to().orElse(null)));
    ArrayNode partitions = node.putArray("partitions");
    for (VersionDiff.Partition partition : diff.partitions()) {
      ObjectNode each = partitions.addObject();
      each.put("partition", partition.partition());
      each.put("rowsAdded", partition.rowsAdded()).put("rowsRemoved", partition.rowsRemoved());
      partition.directoriesAdded().forEach(each.putArray("directoriesAdded")::add);
      partition.directoriesRemoved().forEach(each.putArray("directoriesRemoved")::add);
      each.put("filesAdded", partition.filesAdded());
      each.put("filesRemoved", partition.filesRemoved());
    }
    return JsonReport.text(node);
  }

  private static void putColumns(
      ObjectNode node, String name, Optional<TableDefinition> definition) {
    if (definition.isPresent()) {
      node.put(name, columns(definition.get()));
    } else {
      node.putNull(name);
    }
  }
}
