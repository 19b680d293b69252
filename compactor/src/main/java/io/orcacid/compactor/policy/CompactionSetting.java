package io.orcacid.compactor.policy;

import io.orcacid.error.ValidationException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Every setting of the decision: its key, default and meaning. Hive's keep the names, defaults and
 * meaning that Hive gives them (HiveConf, FORMAT.md §10.1); a value is exceeded by more than it,
 * never by itself.
 */
public enum CompactionSetting {
  DELTA_COUNT(
      "hive.compactor.delta.num.threshold",
      "10",
      "Ranges of write ids above the base, more than which make a minor compaction due.",
      Override.THRESHOLD),
  DELTA_SHARE(
      "hive.compactor.delta.pct.threshold",
      "0.1",
      "Bytes of deltas and delete deltas by bytes of the base, more than which make a major compaction due.",
      Override.THRESHOLD),
  ABORTED_COUNT(
      "hive.compactor.abortedtxn.threshold",
      "1000",
      "Aborted transactions with files in a partition, more than which make a major compaction due.",
      Override.THRESHOLD),
  ABORTED_AGE(
      "hive.compactor.aborted.txn.time.threshold",
      "12h",
      "Age of the oldest aborted transaction with files in a partition, more than which makes a minor compaction "
          + "due; hours if no unit is given, a negative number for never.",
      Override.THRESHOLD),
  MOST_DIRECTORIES(
      "hive.compactor.max.num.delta",
      "500",
      "Directories that one compaction takes at most; of more, the oldest are merged by minor compactions first.",
      Override.JOB),
  READ_AMPLIFICATION(
      "orcacid.compactor.read.amplification.threshold",
      // A base and the 11 pairs of delta and delete delta that make Hive's own rule strike first.
      "24",
      "Files that a scan of one bucket opens, more than which make a compaction due.",
      Override.NAME),
  DELETE_SHARE(
      "orcacid.compactor.delete.share.threshold",
      // Every fifth row read in vain: about the time that a scan without hidden columns would save.
      "0.2",
      "Delete events by rows, more than which make a major compaction due.",
      Override.NAME),
  SMALL_STRIPES(
      "orcacid.compactor.small.stripes.threshold",
      // 40 small stripes were measured to make a scan 14 % slower (STRIPES.md §1).
      "100",
      "Stripes too small to be copied as they are, more than which make a major compaction due.",
      Override.NAME);

  /** Prefix of the settings that are this engine's own; another key that starts so is an error. */
  public static final String PREFIX = "orcacid.compactor.";

  /** Table property that turns compaction without request off; any case of its letters. */
  public static final String NO_AUTO_COMPACTION = "NO_AUTO_COMPACTION";

  private static final String INSERT_ONLY = "insert_only";
  private static final String TRANSACTIONAL_PROPERTIES = "transactional_properties";

  private final String key;
  private final String defaultValue;
  private final String meaning;
  private final Override override;

  /** By which property a table has a value of its own. */
  private enum Override {
    /** What Hive's Initiator looks up for two of its thresholds; here all four have it. */
    THRESHOLD("compactorthreshold."),
    /** Properties of the compacting job. */
    JOB("compactor."),
    /** The key itself. */
    NAME("");

    private final String prefix;

    Override(String prefix) {
      this.prefix = prefix;
    }
  }

  CompactionSetting(String key, String defaultValue, String meaning, Override override) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
    this.override = override;
  }

  /** The key, such as {@code hive.compactor.delta.num.threshold}. */
  public String key() {
    return key;
  }

  /** Text of the default value. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it does, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** Table property that overrides it, such as {@code compactorthreshold.<key>}. */
  public String tableProperty() {
    return override.prefix + key;
  }

  /** The setting of a key. */
  public static Optional<CompactionSetting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** Refuses keys that start like ours and are none. */
  static void requireKnown(Map<String, String> properties) {
    for (Map.Entry<String, String> property : properties.entrySet()) {
      if (property.getKey().startsWith(PREFIX) && of(property.getKey()).isEmpty()) {
        throw new ValidationException(
            "No such setting of compaction",
            "key",
            property.getKey(),
            "value",
            property.getValue(),
            "allowed",
            Arrays.stream(values()).map(CompactionSetting::key).toList());
      }
    }
  }

  /** Whether the properties say that the table is compacted on request only. */
  static boolean isTurnedOff(Map<String, String> properties) {
    String value = properties.get("no_auto_compaction");
    String text = value == null ? properties.getOrDefault(NO_AUTO_COMPACTION, "false") : value;
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new ValidationException(
          "Not a value of a table property",
          "key",
          NO_AUTO_COMPACTION,
          "value",
          text,
          "allowed",
          "true, false");
    }
    return text.equalsIgnoreCase("true");
  }

  /** Whether the properties make the table one of Hive's without row ids. */
  static boolean isInsertOnly(Map<String, String> properties) {
    return INSERT_ONLY.equalsIgnoreCase(properties.get(TRANSACTIONAL_PROPERTIES));
  }
}
