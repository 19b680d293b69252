package io.orcacid;

import io.orcacid.compactor.clean.CleanOptions;
import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.compactor.policy.CompactionOptions;
import io.orcacid.compactor.policy.CompactionSetting;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.error.ValidationException;
import io.orcacid.reader.ReadThreads;
import io.orcacid.txn.RetryOptions;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.writer.WriterOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Settings that a table is opened with, checked once. Immutable. */
public final class AcidOptions {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

  private final Map<AcidOption, String> values;
  private final Map<String, String> storageSettings;
  private final Map<String, String> compactionSettings;

  private AcidOptions(
      Map<AcidOption, String> values,
      Map<String, String> storageSettings,
      Map<String, String> compactionSettings) {
    this.values = values;
    this.storageSettings = storageSettings;
    this.compactionSettings = compactionSettings;
    CompactionOptions.of(compactionSettings, Map.of());
    rewrite();
    cleaning();
    writer();
    transactions();
    readLimits();
    requireStoreKind();
  }

  /** All defaults. */
  public static AcidOptions defaults() {
    return of(Map.of());
  }

  /**
   * Settings by key: those of {@link AcidOption} and {@link CompactionSetting}, and {@code orc.*}
   * and {@code fs.*} for ORC and the file system.
   *
   * @throws ValidationException for an unknown key or a value out of range
   */
  public static AcidOptions of(Map<String, String> settings) {
    Map<AcidOption, String> values = new LinkedHashMap<>();
    Map<String, String> storage = new LinkedHashMap<>();
    Map<String, String> compaction = new LinkedHashMap<>();
    settings.forEach(
        (key, value) -> {
          if (key.startsWith("orc.") || key.startsWith("fs.")) {
            storage.put(key, value);
          } else if (CompactionSetting.of(key).isPresent()) {
            compaction.put(key, value);
          } else {
            values.put(AcidOption.require(key), value);
          }
        });
    return new AcidOptions(values, Map.copyOf(storage), Map.copyOf(compaction));
  }

  private String text(AcidOption option) {
    return values.getOrDefault(option, option.defaultValue());
  }

  private long number(AcidOption option, long least, long most) {
    try {
      long value = Long.parseLong(text(option).trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw outOfRange(option, least, most);
    }
    throw outOfRange(option, least, most);
  }

  /** A number of bytes, with k, m or g for 2^10, 2^20, 2^30. */
  private long bytes(AcidOption option, long least, long most) {
    String text = text(option).trim().toLowerCase(Locale.ROOT);
    int shift = text.isEmpty() ? 0 : 10 * (1 + "kmg".indexOf(text.charAt(text.length() - 1)));
    try {
      long value = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1).trim());
      if (value <= Long.MAX_VALUE >> shift && value << shift >= least && value << shift <= most) {
        return value << shift;
      }
    } catch (NumberFormatException e) {
      throw outOfRange(option, least, most);
    }
    throw outOfRange(option, least, most);
  }

  private ValidationException outOfRange(AcidOption option, long least, long most) {
    return new ValidationException(
        "A setting is not a whole number of its range",
        "key",
        option.key(),
        "value",
        text(option),
        "range",
        least + ".." + most);
  }

  WriterOptions writer() {
    String directory = text(AcidOption.WRITER_SPILL_DIRECTORY);
    return new WriterOptions(
        (int) number(AcidOption.WRITER_OPEN_FILES, 1, 100_000),
        bytes(AcidOption.WRITER_SPILL_MEMORY, 64L << 10, 1L << 40),
        Path.of(directory.isEmpty() ? System.getProperty("java.io.tmpdir") : directory));
  }

  LogOptions log() {
    return LogOptions.defaults()
        .withClockLag(Duration.ofSeconds(number(AcidOption.COMMIT_CLOCK_LAG, 1, 31_536_000)));
  }

  TransactionOptions transactions() {
    RetryOptions retry =
        new RetryOptions(
            Duration.ofMillis(number(AcidOption.COMMIT_BACKOFF_BASE, 0, 60_000)),
            Duration.ofMillis(number(AcidOption.COMMIT_BACKOFF_CAP, 0, 600_000)),
            (int) number(AcidOption.COMMIT_ATTEMPTS, 1, 1_000_000));
    Author current = Author.current();
    return new TransactionOptions(
        new Author(current.user(), current.host(), text(AcidOption.AGENT)),
        retry,
        Duration.ofSeconds(number(AcidOption.SESSION_TIMEOUT, 1, 86_400)),
        heartbeats(),
        maintenanceLocks());
  }

  private TransactionOptions.MaintenanceLocks maintenanceLocks() {
    String text = text(AcidOption.MAINTENANCE_LOCK).trim().toLowerCase(Locale.ROOT);
    return switch (text) {
      case "off" -> TransactionOptions.MaintenanceLocks.NONE;
      case "on" -> TransactionOptions.MaintenanceLocks.TAKEN;
      case "try" -> TransactionOptions.MaintenanceLocks.TRIED;
      default -> throw noneOf(AcidOption.MAINTENANCE_LOCK, text, "off, on, try");
    };
  }

  private static ValidationException noneOf(AcidOption option, String text, String values) {
    return new ValidationException(
        "A setting has none of its values", "key", option.key(), "value", text, "values", values);
  }

  private TransactionOptions.Heartbeats heartbeats() {
    String text = text(AcidOption.SESSION_HEARTBEATS).trim().toLowerCase(Locale.ROOT);
    return switch (text) {
      case "thread" -> TransactionOptions.Heartbeats.THREAD;
      case "manual" -> TransactionOptions.Heartbeats.MANUAL;
      default -> throw noneOf(AcidOption.SESSION_HEARTBEATS, text, "thread, manual");
    };
  }

  KeyIndexChoice keyIndex() {
    return new KeyIndexChoice(
        text(AcidOption.KEY_INDEX).trim().toLowerCase(Locale.ROOT),
        text(AcidOption.KEY_INDEX_DIRECTORY).trim());
  }

  /** Kind of the store that decides commits; empty means the one of the table's own place. */
  String storeKind() {
    return text(AcidOption.STORE_KIND).trim().toLowerCase(Locale.ROOT);
  }

  private void requireStoreKind() {
    if (!storeKind().matches("[a-z0-9]*")) {
      throw new ValidationException(
          "Not the name of a kind of store",
          "key",
          AcidOption.STORE_KIND.key(),
          "value",
          storeKind());
    }
  }

  /**
   * Settings of a kind of store, by the last part of their keys; those without a value left out.
   */
  Map<String, String> storeSettings(String kind) {
    String prefix = AcidOption.PREFIX + "store." + kind + ".";
    Map<String, String> settings = new LinkedHashMap<>();
    for (AcidOption option : AcidOption.values()) {
      if (option.key().startsWith(prefix) && !text(option).isBlank()) {
        settings.put(option.key().substring(prefix.length()), text(option).trim());
      }
    }
    return Map.copyOf(settings);
  }

  ReadLimits readLimits() {
    return new ReadLimits(
        bytes(AcidOption.SCAN_SPLIT_SIZE, 1, Long.MAX_VALUE),
        bytes(AcidOption.READER_DELETE_MEMORY, 0, 1L << 40),
        new ReadThreads(
            (int) number(AcidOption.CPU_THREADS, 1, 1024),
            (int) number(AcidOption.IO_CONCURRENCY, 1, 1024)));
  }

  RewriteOptions rewrite() {
    RewriteOptions options =
        RewriteOptions.defaults()
            .withThreads((int) number(AcidOption.COMPACTOR_THREADS, 1, 1024))
            .withDeleteMemory(readLimits().deleteMemory());
    return text(AcidOption.COMPACTOR_COPY_MIN_STRIPE).isEmpty()
        ? options
        : options.withSmallStripes(
            bytes(AcidOption.COMPACTOR_COPY_MIN_STRIPE, 0, 1L << 40), Long.MAX_VALUE);
  }

  CleanOptions cleaning() {
    Duration retention = time(AcidOption.CLEAN_RETENTION);
    return CleanOptions.defaults()
        .withTrash(time(AcidOption.CLEAN_TRASH))
        .withLogRetention(time(AcidOption.LOG_RETENTION))
        .withLongestTransaction(time(AcidOption.TRANSACTION_LONGEST))
        .withRetention(retention, ForeignReaders.POSSIBLE);
  }

  /** A whole number and a unit: ms, s, m, h or d. */
  private Duration time(AcidOption option) {
    return parseTime(option.key(), text(option));
  }

  /**
   * A time such as {@code 90s}, {@code 24h} or {@code 7d}; units are ms, s, m, h and d.
   *
   * @param key what the time is for, for the message
   * @throws ValidationException for another text
   */
  public static Duration parseTime(String key, String text) {
    Matcher matcher = TIME.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new ValidationException(
          "Not a time: a whole number with ms, s, m, h or d", "key", key, "value", text);
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  Map<String, String> compactionSettings() {
    return compactionSettings;
  }

  Map<String, String> storageSettings() {
    return storageSettings;
  }
}
