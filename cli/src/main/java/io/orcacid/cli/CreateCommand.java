package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "create",
    description = "Creates a table in a new or empty directory.",
    footer = {
      "",
      "Example: orc-acid create clicks --schema \"id bigint, url string, day date\" --partitioned-by day"
    })
final class CreateCommand extends Command {
  @Parameters(paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Option(
      names = "--schema",
      required = true,
      paramLabel = "DDL",
      description =
          "Columns with Hive's types: \"id bigint, `a name` string, tags array<string>\".")
  private String schema;

  @picocli.CommandLine.Mixin private final DefinitionOptions definition = new DefinitionOptions();

  @Override
  void run() throws IOException {
    TableDefinition wanted = definition.complete(TableDefinition.of(schema));
    try (AcidTable created = AcidTable.create(table, wanted, options())) {
      terminal()
          .out()
          .println("created " + created.path() + " (" + SchemaText.print(wanted.row()) + ")");
    }
  }

  /** What a new table may be beyond its columns; import creates tables too. */
  static final class DefinitionOptions {
    @Option(
        names = "--partitioned-by",
        paramLabel = "a,b",
        description = "Columns of the schema that name partitions, outermost first.")
    private String partitionedBy;

    @Option(
        names = "--buckets",
        paramLabel = "N",
        description = "Buckets per partition, 1 to 4096.")
    private Integer buckets;

    @Option(
        names = "--bucketed-by",
        paramLabel = "c",
        description = "Columns whose hash chooses the bucket.")
    private String bucketedBy;

    @Option(
        names = "--bucketing-version",
        paramLabel = "V",
        defaultValue = "2",
        description =
            "Hive's hash: 2 for tables of Hive 3 and later, 1 for older ones (default: ${DEFAULT-VALUE}).")
    private int bucketingVersion;

    @Option(names = "--key", paramLabel = "k", description = "Columns of the declared key.")
    private String key;

    @Option(
        names = "--property",
        paramLabel = "k=v",
        description = "Table property, such as orc.compress=ZLIB; may be repeated.")
    private final Map<String, String> properties = new LinkedHashMap<>();

    boolean isGiven() {
      return partitionedBy != null
          || buckets != null
          || bucketedBy != null
          || key != null
          || !properties.isEmpty();
    }

    TableDefinition complete(TableDefinition plain) {
      if ((buckets == null) != (bucketedBy == null)) {
        throw new ValidationException("--buckets and --bucketed-by go together");
      }
      List<String> partitions = partitionedBy == null ? List.of() : Names.parse(partitionedBy);
      Optional<TableDefinition.Buckets> bucketing =
          buckets == null
              ? Optional.empty()
              : Optional.of(
                  new TableDefinition.Buckets(Names.parse(bucketedBy), buckets, bucketingVersion));
      return new TableDefinition(
          plain.row(),
          partitions,
          bucketing,
          key == null ? List.of() : Names.parse(key),
          properties);
    }
  }
}
