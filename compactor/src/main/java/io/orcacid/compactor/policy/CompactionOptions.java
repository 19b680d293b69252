package io.orcacid.compactor.policy;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Thresholds of the decision, those of a table over those of the process. Immutable.
 *
 * @param eligibility whether a partition of the table may be compacted without request
 * @param deltaCount ranges of write ids, {@link CompactionSetting#DELTA_COUNT}
 * @param deltaShare {@link CompactionSetting#DELTA_SHARE}, in single precision as Hive has it
 * @param abortedCount {@link CompactionSetting#ABORTED_COUNT}
 * @param abortedAge {@link CompactionSetting#ABORTED_AGE}; empty for never
 * @param mostDirectories {@link CompactionSetting#MOST_DIRECTORIES}, 2 or more
 * @param readAmplification {@link CompactionSetting#READ_AMPLIFICATION}
 * @param deleteShare {@link CompactionSetting#DELETE_SHARE}
 * @param smallStripes {@link CompactionSetting#SMALL_STRIPES}
 */
public record CompactionOptions(
    Eligibility eligibility,
    int deltaCount,
    float deltaShare,
    int abortedCount,
    Optional<Duration> abortedAge,
    int mostDirectories,
    int readAmplification,
    float deleteShare,
    int smallStripes) {
  public CompactionOptions {
    Objects.requireNonNull(eligibility);
    Objects.requireNonNull(abortedAge);
  }

  /** Whether the initiator may ask for a compaction. */
  public enum Eligibility {
    AUTOMATIC,
    /** The table says {@code NO_AUTO_COMPACTION}. */
    ON_REQUEST,
    /** Hive's insert-only tables have no row ids; this engine does not rewrite them. */
    INSERT_ONLY
  }

  /** All defaults. */
  public static CompactionOptions defaults() {
    return of(Map.of(), Map.of());
  }

  /**
   * Settings of a process and properties of a table, whose overrides hold. Keys of Hive that mean
   * nothing here are passed over, as Hive does.
   *
   * @param settings values by the keys of {@link CompactionSetting}
   * @param tableProperties {@code NO_AUTO_COMPACTION}, {@code compactorthreshold.<key>}, {@code
   *     compactor.hive.compactor.max.num.delta}, and the keys of this engine as they are
   * @throws ValidationException for a key that starts with {@value CompactionSetting#PREFIX} and is
   *     unknown, or a value that its key cannot have
   */
  public static CompactionOptions of(
      Map<String, String> settings, Map<String, String> tableProperties) {
    CompactionSetting.requireKnown(settings);
    CompactionSetting.requireKnown(tableProperties);
    Map<CompactionSetting, SettingValue> values = new EnumMap<>(CompactionSetting.class);
    for (CompactionSetting setting : CompactionSetting.values()) {
      String ofProcess = settings.getOrDefault(setting.key(), setting.defaultValue());
      String ofTable = tableProperties.get(setting.tableProperty());
      values.put(
          setting,
          ofTable == null
              ? new SettingValue(setting.key(), ofProcess)
              : new SettingValue(setting.tableProperty(), ofTable));
    }
    return new CompactionOptions(
        eligibility(tableProperties),
        count(values, CompactionSetting.DELTA_COUNT, 0),
        values.get(CompactionSetting.DELTA_SHARE).share(),
        count(values, CompactionSetting.ABORTED_COUNT, 0),
        values.get(CompactionSetting.ABORTED_AGE).time(),
        count(values, CompactionSetting.MOST_DIRECTORIES, 2),
        count(values, CompactionSetting.READ_AMPLIFICATION, 1),
        values.get(CompactionSetting.DELETE_SHARE).share(),
        count(values, CompactionSetting.SMALL_STRIPES, 0));
  }

  private static int count(
      Map<CompactionSetting, SettingValue> values, CompactionSetting setting, int least) {
    return (int) values.get(setting).wholeNumber(least, Integer.MAX_VALUE);
  }

  private static Eligibility eligibility(Map<String, String> tableProperties) {
    // Both are read, so that a bad value is told whatever the other says.
    boolean turnedOff = CompactionSetting.isTurnedOff(tableProperties);
    if (CompactionSetting.isInsertOnly(tableProperties)) {
      return Eligibility.INSERT_ONLY;
    }
    return turnedOff ? Eligibility.ON_REQUEST : Eligibility.AUTOMATIC;
  }
}
