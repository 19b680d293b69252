package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.format.SchemaText;
import java.io.IOException;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "schema",
    description = "Shows a table's columns, partitions, buckets, key and properties.",
    footer = {"", "Example: orc-acid schema clicks"})
final class SchemaCommand extends ReportCommand {
  @Option(
      names = {"--as-of-version", "--version"},
      paramLabel = "V",
      description = "The table as it was at this version of its history.")
  private Long version;

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      TableDefinition definition =
          version == null ? opened.definition() : opened.definition(version);
      print(() -> text(definition), () -> json(definition));
    }
  }

  private static String text(TableDefinition definition) {
    StringBuilder text = new StringBuilder(SchemaText.print(definition.row()));
    if (!definition.partitionedBy().isEmpty()) {
      text.append("\npartitioned by ").append(names(definition.partitionedBy()));
    }
    definition
        .bucketing()
        .ifPresent(
            buckets ->
                text.append("\nbucketed by ")
                    .append(names(buckets.columns()))
                    .append(" into ")
                    .append(buckets.count())
                    .append(" buckets, hash version ")
                    .append(buckets.hashVersion()));
    if (!definition.key().isEmpty()) {
      text.append("\nkey ").append(names(definition.key()));
    }
    new TreeMap<>(definition.properties())
        .forEach(
            (name, value) -> text.append("\nproperty ").append(name).append('=').append(value));
    return text.toString();
  }

  private static String names(List<String> names) {
    return names.stream().map(SchemaText::quoted).collect(Collectors.joining(", "));
  }

  private static String json(TableDefinition definition) {
    ObjectNode node = JsonReport.object();
    ArrayNode columns = node.putArray("columns");
    TypeDescription row = definition.row();
    for (int i = 0; i < row.getChildren().size(); i++) {
      columns
          .addObject()
          .put("name", row.getFieldNames().get(i))
          .put("type", row.getChildren().get(i).toString());
    }
    node.put("ddl", SchemaText.print(row));
    definition.partitionedBy().forEach(node.putArray("partitionedBy")::add);
    definition
        .bucketing()
        .ifPresent(
            buckets -> {
              ObjectNode bucketing = node.putObject("bucketing");
              buckets.columns().forEach(bucketing.putArray("columns")::add);
              bucketing.put("buckets", buckets.count()).put("hashVersion", buckets.hashVersion());
            });
    definition.key().forEach(node.putArray("key")::add);
    ObjectNode properties = node.putObject("properties");
    new TreeMap<>(definition.properties()).forEach(properties::put);
    return JsonReport.text(node);
  }
}
