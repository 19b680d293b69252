package io.orcacid.hadoop;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * A table without a log, of which the job's configuration says what is committed. Nothing is taken
 * for committed by silence (PROTOCOL.md R25).
 */
final class HiveTable {
  private static final String WRITE_IDS = "hive.txn.valid.writeids";
  private static final String COLUMNS = "schema.evolution.columns";
  private static final String TYPES = "schema.evolution.columns.types";

  private final JobSettings settings;
  private final TablePlace place;

  HiveTable(JobSettings settings, TablePlace place) {
    this.settings = settings;
    this.place = place;
  }

  /**
   * @throws ValidationException without a list of valid write ids
   */
  AcidTable open(AcidOptions options) throws IOException {
    boolean all = settings.isTrue(AcidConfKeys.INPUT_ALL_COMMITTED);
    ValidWriteIdList writeIds =
        writeIds()
            .or(() -> all ? Optional.of(ValidWriteIdList.everything()) : Optional.empty())
            .orElseThrow(this::unknown);
    Optional<ValidTxnList> transactions =
        settings
            .text(AcidConfKeys.INPUT_TRANSACTIONS)
            .map(ValidTxnList::parse)
            .or(() -> all ? Optional.of(ValidTxnList.everything()) : Optional.empty());
    TableDefinition definition =
        TableDefinition.of(columns())
            .partitionedBy(
                settings
                    .own(AcidConfKeys.INPUT_PARTITIONED_BY)
                    .map(JobSettings::split)
                    .orElse(List.of())
                    .toArray(new String[0]));
    return AcidTable.openHive(
        place.storage(), place.root(), definition, writeIds, transactions, options);
  }

  private ValidationException unknown() {
    return new ValidationException(
        "The table has no commit log, and the job does not say which write ids are valid: set "
            + WRITE_IDS
            + " as Hive has it for the table, or orcacid.input.all.committed=true for a copy that"
            + " nobody writes to",
        "path",
        place.address());
  }

  private Optional<ValidWriteIdList> writeIds() {
    Optional<String> table = settings.own(AcidConfKeys.INPUT_HIVE_TABLE);
    Optional<String> text =
        settings
            .own(AcidConfKeys.INPUT_WRITE_IDS)
            .or(() -> table.flatMap(name -> configured(WRITE_IDS + "." + name)))
            .or(() -> configured(WRITE_IDS));
    Optional<ValidWriteIdList> list = text.map(ValidWriteIdList::parse);
    if (list.isPresent()
        && table.isPresent()
        && !list.get().table().equalsIgnoreCase(table.get())) {
      throw new ValidationException(
          "The list of valid write ids is another table's",
          "table",
          table.get(),
          "list",
          list.get().table());
    }
    return list;
  }

  private Optional<String> configured(String key) {
    return Optional.ofNullable(settings.configuration().get(key))
        .map(String::trim)
        .filter(text -> !text.isEmpty());
  }

  private TypeDescription columns() throws IOException {
    Optional<String> own = settings.own(AcidConfKeys.INPUT_SCHEMA);
    if (own.isPresent()) {
      return SchemaText.parse(own.get());
    }
    Optional<String> names = configured(COLUMNS);
    if (names.isPresent()) {
      return columns(names.get(), configured(TYPES).orElse(""));
    }
    return AcidTable.schemaOf(place.storage(), place.root());
  }

  private static TypeDescription columns(String names, String types) {
    List<String> each = pieces(types);
    String[] columns = names.split(",");
    if (columns.length != each.size()) {
      throw new ValidationException(
          "Names and types of the columns are of different number", COLUMNS, names, TYPES, types);
    }
    TypeDescription row = TypeDescription.createStruct();
    for (int i = 0; i < columns.length; i++) {
      row.addField(columns[i], TypeDescription.fromString(each.get(i)));
    }
    return row;
  }

  /** Hive puts a colon or a comma between types. */
  private static List<String> pieces(String types) {
    List<String> pieces = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < types.length(); i++) {
      char c = types.charAt(i);
      if (c == '<' || c == '(') {
        depth++;
      } else if (c == '>' || c == ')') {
        depth--;
      } else if (depth == 0 && (c == ',' || c == ':')) {
        pieces.add(types.substring(start, i));
        start = i + 1;
      }
    }
    pieces.add(types.substring(start));
    return pieces;
  }
}
