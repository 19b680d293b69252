package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "adopt",
    description =
        "Makes a table of Hive ours: from then on its own log decides, and Hive must not write to it.",
    footer = {
      "",
      "Its files stay as they are; each is read once. Open write ids count as aborted from then on.",
      "",
      "Example: orc-acid adopt /warehouse/clicks --write-ids default.clicks:12:9223372036854775807:: "
          + "--txns 80:9223372036854775807:: --schema \"id bigint, url string\" --exclusive"
    })
final class AdoptCommand extends Command {
  @Parameters(paramLabel = "PATH", description = "Directory of the table.")
  private String path;

  @Option(
      names = "--write-ids",
      required = true,
      paramLabel = "LIST",
      description = "Valid write ids, as in hive.txn.valid.writeids.")
  private String writeIds;

  @Option(
      names = "--txns",
      paramLabel = "LIST",
      description = "Valid transactions, as in hive.txn.valid.txns; needed where Hive 4 compacted.")
  private String transactions;

  @Option(
      names = "--schema",
      paramLabel = "DDL",
      description = "Columns, partition columns too; without it those that all files agree on.")
  private String schema;

  @Option(
      names = "--exclusive",
      description =
          "You say that nothing else will write to the table: a metastore cannot be asked.")
  private boolean exclusive;

  @picocli.CommandLine.Mixin
  private final CreateCommand.DefinitionOptions definition = new CreateCommand.DefinitionOptions();

  @Override
  void run() throws IOException {
    if (!exclusive) {
      throw new ValidationException(
          "Say --exclusive if nothing else will write to the table from now on, Hive included: "
              + "it would not see our write ids, and we not its locks");
    }
    ValidWriteIdList ids = ValidWriteIdList.parse(writeIds);
    Optional<ValidTxnList> txns = Optional.ofNullable(transactions).map(ValidTxnList::parse);
    TableDefinition wanted =
        definition.complete(
            schema == null
                ? TableDefinition.of(AcidTable.schemaOf(path, options()))
                : TableDefinition.of(schema));
    try (AcidTable adopted = AcidTable.adopt(path, wanted, ids, txns, options())) {
      terminal()
          .out()
          .println(
              "adopted "
                  + adopted.path()
                  + " ("
                  + SchemaText.print(wanted.row())
                  + "), "
                  + adopted.scan().count()
                  + " rows, version 0");
    }
  }
}
