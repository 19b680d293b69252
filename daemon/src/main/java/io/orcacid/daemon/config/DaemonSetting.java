package io.orcacid.daemon.config;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Every setting of the daemon: its key, default and meaning. Beside them the file takes the
 * settings of the engine and of compaction. The documentation's table is made from it.
 */
public enum DaemonSetting {
  TABLES("orcacid.daemon.tables", "", "Paths of tables, separated by commas.", Reload.LIVE),
  WAREHOUSES(
      "orcacid.daemon.warehouses",
      "",
      "Directories, separated by commas, below which every table with a commit log is looked after.",
      Reload.LIVE),
  DISCOVERY_INTERVAL(
      "orcacid.daemon.discovery.interval",
      "5m",
      "How often warehouses are searched for new tables.",
      Reload.LIVE),
  CHECK_INTERVAL(
      "orcacid.daemon.check.interval",
      "30s",
      "How often a table is looked at for what is due.",
      Reload.LIVE),
  CLEAN_INTERVAL(
      "orcacid.daemon.clean.interval",
      "5m",
      "How often a table is cleaned; how long directories are kept is orcacid.clean.retention.",
      Reload.LIVE),
  FOREIGN_READERS(
      "orcacid.daemon.clean.foreign.readers",
      "yes",
      "no: only this engine reads the tables and every reader may write its pin, so that orcacid.clean.retention may "
          + "be less than an hour.",
      Reload.LIVE),
  WORKERS(
      "orcacid.daemon.workers", "2", "Compactions that run at a time, 1 to 256.", Reload.RESTART),
  POOL_WEIGHT(
      "orcacid.daemon.pool.<pool>.weight",
      "1",
      "Share of the workers that a pool has against others that have work, 1 to 1000. A table's pool is its property "
          + "hive.compactor.worker.pool, or the first whose tables match, or default.",
      Reload.LIVE),
  POOL_MOST(
      "orcacid.daemon.pool.<pool>.most",
      "256",
      "Compactions of a pool that run at most at a time; 0 stops it.",
      Reload.LIVE),
  POOL_TABLES(
      "orcacid.daemon.pool.<pool>.tables",
      "",
      "Tables of a pool, by path or by pattern such as /warehouse/sales/**, separated by commas.",
      Reload.LIVE),
  WINDOW(
      "orcacid.daemon.window",
      "",
      "When compactions that nobody asked for may begin: such as 22:00-06:00 or sat-sun 00:00-24:00, separated by "
          + "commas; empty for always.",
      Reload.LIVE),
  MAJOR_SCHEDULE(
      "orcacid.daemon.major.schedule",
      "",
      "When every partition gets a major compaction, whatever the thresholds say: such as sun 03:00, separated by "
          + "commas.",
      Reload.LIVE),
  ZONE(
      "orcacid.daemon.zone",
      "UTC",
      "Time zone of windows and schedules, such as Europe/Berlin.",
      Reload.LIVE),
  THROTTLE(
      "orcacid.daemon.throttle",
      "",
      "Bytes of input that all compactions together take in a second, with k, m or g; empty for no limit.",
      Reload.LIVE),
  BACKOFF_FIRST(
      "orcacid.daemon.backoff.first",
      "1m",
      "Pause after a failure; each further one in a row doubles it.",
      Reload.LIVE),
  BACKOFF_MOST("orcacid.daemon.backoff.most", "1h", "Longest pause after a failure.", Reload.LIVE),
  DRAIN_TIME(
      "orcacid.daemon.drain.time",
      "60s",
      "How long compactions that run may go on after the daemon was told to end; then they are handed back.",
      Reload.LIVE),
  HISTORY(
      "orcacid.daemon.history",
      "1000",
      "Compactions that ended which the daemon shows at most.",
      Reload.LIVE),
  HTTP_HOST(
      "orcacid.daemon.http.host",
      "127.0.0.1",
      "Address that the page and the HTTP interface listen at; another than a loopback address needs a token.",
      Reload.RESTART),
  HTTP_PORT(
      "orcacid.daemon.http.port",
      "8642",
      "Port of it; 0 for any that is free, off for no HTTP at all.",
      Reload.RESTART),
  HTTP_TOKEN(
      "orcacid.daemon.http.token",
      "",
      "Word that whoever changes something has to say; better in a file.",
      Reload.RESTART),
  HTTP_TOKEN_FILE(
      "orcacid.daemon.http.token.file", "", "File whose first line is the token.", Reload.RESTART);

  /** Prefix of the daemon's keys; another key that starts so is an error. */
  public static final String PREFIX = "orcacid.daemon.";

  /** Stands in keys for the name of a pool. */
  static final String POOL = "<pool>";

  private final String key;
  private final String defaultValue;
  private final String meaning;
  private final Reload reload;
  private final Pattern pattern;

  /** When a changed value takes effect. */
  public enum Reload {
    /** At SIGHUP. */
    LIVE,
    /** When the daemon is started again. */
    RESTART
  }

  DaemonSetting(String key, String defaultValue, String meaning, Reload reload) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
    this.reload = reload;
    this.pattern = Pattern.compile(Pattern.quote(key).replace(POOL, "\\E([A-Za-z0-9_-]+)\\Q"));
  }

  /** The key, such as {@code orcacid.daemon.check.interval}. */
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

  /** When a changed value takes effect. */
  public Reload reload() {
    return reload;
  }

  /** Whether its value is shown to nobody. */
  boolean isSecret() {
    return this == HTTP_TOKEN;
  }

  /** Whether there is one of it for each pool. */
  boolean isOfPool() {
    return key.contains(POOL);
  }

  /** The pool in a key of this setting; empty if the key is another's or has none. */
  Optional<String> poolIn(String text) {
    var matcher = pattern.matcher(text);
    return matcher.matches() && matcher.groupCount() == 1
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }

  /** The setting of a key. */
  static Optional<DaemonSetting> of(String text) {
    return Arrays.stream(values())
        .filter(setting -> setting.pattern.matcher(text).matches())
        .findFirst();
  }
}
