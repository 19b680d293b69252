package io.orcacid.daemon.config;

import io.orcacid.AcidOption;
import io.orcacid.AcidOptions;
import io.orcacid.compactor.policy.CompactionSetting;
import io.orcacid.daemon.schedule.Backoff;
import io.orcacid.daemon.schedule.Pool;
import io.orcacid.daemon.schedule.Texts;
import io.orcacid.daemon.schedule.TimeWindow;
import io.orcacid.daemon.schedule.Timetable;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What a daemon is told, checked once. Immutable. */
public final class DaemonConfig {
  /** What the daemon sets unless it is told otherwise: many may share a table. */
  private static final Map<String, String> OWN_DEFAULTS =
      Map.of(AcidOption.MAINTENANCE_LOCK.key(), "try", AcidOption.AGENT.key(), "orc-acid-daemon");

  private final Map<String, String> settings;
  private final Map<String, String> origins;
  private final Map<String, Pool> pools;
  private final AcidOptions engine;

  private DaemonConfig(Map<String, String> settings, Map<String, String> origins) {
    this.settings = settings;
    this.origins = origins;
    this.pools = parsePools();
    Map<String, String> ofEngine = new LinkedHashMap<>(OWN_DEFAULTS);
    settings.forEach(
        (key, value) -> {
          if (!key.startsWith(DaemonSetting.PREFIX)) {
            ofEngine.put(key, value);
          }
        });
    String retention = ofEngine.get(AcidOption.CLEAN_RETENTION.key());
    if (isForOursOnly() && retention != null) {
      // Checked here, as the engine's own check knows foreign readers only.
      AcidOptions.parseTime(AcidOption.CLEAN_RETENTION.key(), retention);
      ofEngine.remove(AcidOption.CLEAN_RETENTION.key());
    }
    this.engine = AcidOptions.of(ofEngine);
    requireValid();
  }

  /**
   * Reads a daemon's settings.
   *
   * @param file a file of properties
   * @param over settings that go over the file's, as if given by {@code --conf}
   * @throws ValidationException for an unknown key or a value out of range
   */
  public static DaemonConfig read(Path file, Map<String, String> over) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, String> origins = new LinkedHashMap<>();
    put(ConfigFile.read(file), file.toString(), settings, origins);
    put(over, "--conf", settings, origins);
    return new DaemonConfig(settings, origins);
  }

  /** Settings that a program gives. */
  public static DaemonConfig of(Map<String, String> settings) {
    Map<String, String> origins = new LinkedHashMap<>();
    Map<String, String> copy = new LinkedHashMap<>();
    put(settings, "program", copy, origins);
    return new DaemonConfig(copy, origins);
  }

  private static void put(
      Map<String, String> from,
      String origin,
      Map<String, String> settings,
      Map<String, String> origins) {
    from.forEach(
        (key, value) -> {
          if (key.startsWith(DaemonSetting.PREFIX) && DaemonSetting.of(key).isEmpty()) {
            throw new ValidationException(
                "No such setting of the daemon",
                "key",
                key,
                "from",
                origin,
                "known",
                Arrays.stream(DaemonSetting.values()).map(DaemonSetting::key).toList());
          }
          boolean known =
              key.startsWith(DaemonSetting.PREFIX)
                  || AcidOption.of(key).isPresent()
                  || CompactionSetting.of(key).isPresent()
                  || key.startsWith("orc.")
                  || key.startsWith("fs.");
          if (!known) {
            throw new ValidationException(
                "No such setting: the file takes orcacid.daemon.*, the settings of the engine and of"
                    + " compaction, orc.* and fs.*",
                "key",
                key,
                "from",
                origin);
          }
          settings.put(key, value);
          origins.put(key, origin);
        });
  }

  private void requireValid() {
    tables();
    if (tables().isEmpty() && warehouses().isEmpty()) {
      throw new ValidationException(
          "There is nothing to look after: give tables or warehouses",
          "keys",
          DaemonSetting.TABLES.key() + ", " + DaemonSetting.WAREHOUSES.key());
    }
    for (DaemonSetting interval :
        List.of(
            DaemonSetting.DISCOVERY_INTERVAL,
            DaemonSetting.CHECK_INTERVAL,
            DaemonSetting.CLEAN_INTERVAL)) {
      if (interval(interval).isZero()) {
        throw wrong(interval, "a time above 0");
      }
    }
    backoff();
    interval(DaemonSetting.DRAIN_TIME);
    window();
    majorSchedule();
    throttle();
    workers();
    history();
    httpPort();
    cleanRetention();
    if (!text(DaemonSetting.HTTP_TOKEN).isEmpty()
        && !text(DaemonSetting.HTTP_TOKEN_FILE).isEmpty()) {
      throw new ValidationException(
          "The token is given twice: remove one",
          "keys",
          DaemonSetting.HTTP_TOKEN.key() + ", " + DaemonSetting.HTTP_TOKEN_FILE.key());
    }
  }

  private Map<String, Pool> parsePools() {
    Map<String, Pool> found = new TreeMap<>();
    List<String> names = new ArrayList<>(List.of(Pool.DEFAULT));
    for (String key : settings.keySet()) {
      DaemonSetting.of(key).flatMap(setting -> setting.poolIn(key)).ifPresent(names::add);
    }
    for (String name : names) {
      found.put(
          name,
          new Pool(
              name,
              (int) number(DaemonSetting.POOL_WEIGHT, name, 1, 1000),
              (int) number(DaemonSetting.POOL_MOST, name, 0, 256),
              Texts.parts(text(DaemonSetting.POOL_TABLES, name))));
    }
    for (Pool pool : found.values()) {
      try {
        pool.has("/");
      } catch (IllegalArgumentException malformed) {
        throw new ValidationException(
            "Not a pattern of paths: " + malformed.getMessage(),
            "key",
            DaemonSetting.POOL_TABLES.key().replace(DaemonSetting.POOL, pool.name()),
            "value",
            pool.tables());
      }
    }
    return found;
  }

  private String text(DaemonSetting setting) {
    return settings.getOrDefault(setting.key(), setting.defaultValue()).trim();
  }

  private String text(DaemonSetting setting, String pool) {
    return settings
        .getOrDefault(setting.key().replace(DaemonSetting.POOL, pool), setting.defaultValue())
        .trim();
  }

  private long number(DaemonSetting setting, String pool, long least, long most) {
    String key = setting.key().replace(DaemonSetting.POOL, pool);
    try {
      long value = Long.parseLong(text(setting, pool));
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException none) {
      throw outOfRange(key, text(setting, pool), least + ".." + most);
    }
    throw outOfRange(key, text(setting, pool), least + ".." + most);
  }

  private static ValidationException outOfRange(String key, String value, String range) {
    return new ValidationException(
        "A setting is out of its range", "key", key, "value", value, "range", range);
  }

  private ValidationException wrong(DaemonSetting setting, String range) {
    return outOfRange(setting.key(), text(setting), range);
  }

  private Duration interval(DaemonSetting setting) {
    return AcidOptions.parseTime(setting.key(), text(setting));
  }

  /** Paths of tables that are looked after wherever they lie. */
  public List<String> tables() {
    return Texts.parts(text(DaemonSetting.TABLES)).stream().map(Places::normal).toList();
  }

  /** Directories below which tables are looked for. */
  public List<String> warehouses() {
    return Texts.parts(text(DaemonSetting.WAREHOUSES)).stream().map(Places::normal).toList();
  }

  /** How often warehouses are searched. */
  public Duration discoveryInterval() {
    return interval(DaemonSetting.DISCOVERY_INTERVAL);
  }

  /** How often a table is looked at. */
  public Duration checkInterval() {
    return interval(DaemonSetting.CHECK_INTERVAL);
  }

  /** How often a table is cleaned. */
  public Duration cleanInterval() {
    return interval(DaemonSetting.CLEAN_INTERVAL);
  }

  /** How long directories stay, and whether engines read the tables that pin nothing. */
  public Duration cleanRetention() {
    String key = AcidOption.CLEAN_RETENTION.key();
    return AcidOptions.parseTime(
        key, settings.getOrDefault(key, AcidOption.CLEAN_RETENTION.defaultValue()));
  }

  /** Whether every reader may write its pin. */
  public boolean isForOursOnly() {
    return switch (text(DaemonSetting.FOREIGN_READERS).toLowerCase(Locale.ROOT)) {
      case "yes" -> false;
      case "no" -> true;
      default -> throw wrong(DaemonSetting.FOREIGN_READERS, "yes, no");
    };
  }

  /** Compactions at a time. */
  public int workers() {
    return (int) number(DaemonSetting.WORKERS, "", 1, 256);
  }

  /** All pools by name; the default one is there always. */
  public Map<String, Pool> pools() {
    return pools;
  }

  /**
   * The pool of a table.
   *
   * @param property its property {@code hive.compactor.worker.pool}
   */
  public Pool poolOf(String path, Optional<String> property) {
    if (property.isPresent() && pools.containsKey(property.get())) {
      return pools.get(property.get());
    }
    return pools.values().stream()
        .filter(pool -> pool.has(path))
        .findFirst()
        .orElseGet(() -> pools.get(Pool.DEFAULT));
  }

  private ZoneId zone() {
    String name = text(DaemonSetting.ZONE);
    try {
      return ZoneId.of(name);
    } catch (DateTimeException unknown) {
      throw wrong(DaemonSetting.ZONE, "names such as Europe/Berlin");
    }
  }

  /** When automatic compactions may begin. */
  public TimeWindow window() {
    return TimeWindow.parse(DaemonSetting.WINDOW.key(), text(DaemonSetting.WINDOW), zone());
  }

  /** When every partition gets a major compaction. */
  public Timetable majorSchedule() {
    return Timetable.parse(
        DaemonSetting.MAJOR_SCHEDULE.key(), text(DaemonSetting.MAJOR_SCHEDULE), zone());
  }

  /** Bytes in a second of all compactions; empty for no limit. */
  public OptionalLong throttle() {
    String text = text(DaemonSetting.THROTTLE).toLowerCase(Locale.ROOT);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    int unit = "kmg".indexOf(text.charAt(text.length() - 1));
    try {
      long number = Long.parseLong(unit < 0 ? text : text.substring(0, text.length() - 1).trim());
      if (number >= 1 && number <= 1L << 30) {
        return OptionalLong.of(number << 10 * (unit + 1));
      }
    } catch (NumberFormatException none) {
      throw wrong(DaemonSetting.THROTTLE, "a number of bytes, with k, m or g");
    }
    throw wrong(DaemonSetting.THROTTLE, "a number of bytes, with k, m or g");
  }

  /** Pauses after failures. */
  public Backoff backoff() {
    Backoff backoff =
        new Backoff(interval(DaemonSetting.BACKOFF_FIRST), interval(DaemonSetting.BACKOFF_MOST));
    if (backoff.first().isZero() || backoff.first().compareTo(backoff.most()) > 0) {
      throw wrong(
          DaemonSetting.BACKOFF_FIRST, "above 0, at most " + DaemonSetting.BACKOFF_MOST.key());
    }
    return backoff;
  }

  /** How long what runs may go on when the daemon ends. */
  public Duration drainTime() {
    return interval(DaemonSetting.DRAIN_TIME);
  }

  /** Compactions that ended which are shown at most. */
  public int history() {
    return (int) number(DaemonSetting.HISTORY, "", 1, 1_000_000);
  }

  /** Address that the page listens at. */
  public String httpHost() {
    return text(DaemonSetting.HTTP_HOST);
  }

  /** Port of it; 0 for any; empty for no HTTP. */
  public OptionalInt httpPort() {
    return text(DaemonSetting.HTTP_PORT).equalsIgnoreCase("off")
        ? OptionalInt.empty()
        : OptionalInt.of((int) number(DaemonSetting.HTTP_PORT, "", 0, 65_535));
  }

  /**
   * The token, read from its file if it is in one.
   *
   * @throws ValidationException if the file has none
   */
  public Optional<String> httpToken() throws IOException {
    String file = text(DaemonSetting.HTTP_TOKEN_FILE);
    String token = text(DaemonSetting.HTTP_TOKEN);
    if (!file.isEmpty()) {
      token = Files.readString(Path.of(file)).lines().findFirst().orElse("").trim();
      if (token.isEmpty()) {
        throw new ValidationException("The file has no token in its first line", "file", file);
      }
    }
    return token.isEmpty() ? Optional.empty() : Optional.of(token);
  }

  /** Settings that tables are opened with. */
  public AcidOptions engine() {
    return engine;
  }

  /** Keys that another configuration sets otherwise and that this daemon takes at a restart. */
  public List<String> needsRestart(DaemonConfig other) {
    return Arrays.stream(DaemonSetting.values())
        .filter(setting -> setting.reload() == DaemonSetting.Reload.RESTART)
        .filter(setting -> !text(setting).equals(other.text(setting)))
        .map(DaemonSetting::key)
        .toList();
  }

  /** Every setting as it is in force, with where it came from: the daemon's first. */
  public List<ConfigValue> values() {
    List<ConfigValue> values = new ArrayList<>();
    for (DaemonSetting setting : DaemonSetting.values()) {
      if (setting.isOfPool()) {
        pools
            .keySet()
            .forEach(
                pool ->
                    values.add(
                        value(
                            setting.key().replace(DaemonSetting.POOL, pool),
                            setting.defaultValue(),
                            false)));
      } else {
        values.add(value(setting.key(), setting.defaultValue(), setting.isSecret()));
      }
    }
    for (AcidOption option : AcidOption.values()) {
      String own = OWN_DEFAULTS.getOrDefault(option.key(), option.defaultValue());
      values.add(value(option.key(), own, option == AcidOption.STORE_JDBC_PASSWORD));
    }
    for (CompactionSetting setting : CompactionSetting.values()) {
      values.add(value(setting.key(), setting.defaultValue(), false));
    }
    settings.keySet().stream()
        .filter(key -> key.startsWith("orc.") || key.startsWith("fs."))
        .forEach(key -> values.add(value(key, "", isSecret(key))));
    return values;
  }

  /** Keys of others, of which only the name tells. */
  private static boolean isSecret(String key) {
    String name = key.toLowerCase(Locale.ROOT);
    return List.of("secret", "password", "token", "account.key", "credential").stream()
        .anyMatch(name::contains);
  }

  private ConfigValue value(String key, String defaultValue, boolean hidden) {
    String text = settings.getOrDefault(key, defaultValue);
    boolean secret = hidden || text.toLowerCase(Locale.ROOT).contains("password=");
    return new ConfigValue(
        key, secret && !text.isEmpty() ? "***" : text, origins.getOrDefault(key, "default"));
  }
}
