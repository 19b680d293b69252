package io.orcacid;

import io.orcacid.compactor.policy.CompactionOptions;
import io.orcacid.compactor.policy.CompactionSetting;
import io.orcacid.error.ValidationException;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.txn.policy.ConflictPolicy;
import java.util.List;
import java.util.Map;

/**
 * Properties that a table may have: a key of ours or of ORC that nobody knows is a slip of the pen,
 * other keys are Hive's business and kept.
 */
final class TableProperties {
  private static final List<String> OURS = List.of(ConflictPolicy.PROPERTY, KeyOrdering.PROPERTY);

  /** The log does not read longer ones. */
  private static final int LONGEST_KEY = 256;

  private TableProperties() {}

  /**
   * Checks keys and values.
   *
   * @throws ValidationException for an unknown key, a value that its key cannot have, or one that
   *     the table's columns do not fit
   */
  static void check(TableDefinition definition) {
    Map<String, String> properties = definition.properties();
    for (String key : properties.keySet()) {
      if (key.isBlank() || key.length() > LONGEST_KEY) {
        throw new ValidationException(
            "The key of a table property has 1 to 256 characters", "key", key);
      }
      if (key.startsWith(Alteration.COMMENT)) {
        ColumnPath.parse(key.substring(Alteration.COMMENT.length())).require(definition.row());
        continue;
      }
      if (key.startsWith(AcidOption.PREFIX)
          && !key.startsWith(CompactionSetting.PREFIX)
          && !OURS.contains(key)) {
        throw new ValidationException("No such table property", "key", key, "known", OURS);
      }
    }
    ConflictPolicy.parse(
        properties.getOrDefault(ConflictPolicy.PROPERTY, ConflictPolicy.HIVE.text()));
    KeyOrdering.check(definition);
    CompactionOptions.of(Map.of(), properties);
    OrcFiles.checkProperties(properties);
  }
}
