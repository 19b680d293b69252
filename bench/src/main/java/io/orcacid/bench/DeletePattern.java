package io.orcacid.bench;

import io.orcacid.bench.rows.DeletedIds;
import java.util.Locale;

/** Which rows of a table are deleted; their ids are their row numbers. */
enum DeletePattern {
  NONE("none", "nothing deleted"),
  RANDOM_1("random:1", "1 % deleted"),
  RANDOM_20("random:20", "20 % deleted"),
  CLUSTERED_20("clustered:20", "20 % deleted in one range"),
  RANDOM_90("random:90", "90 % deleted");

  private final String key;
  private final String text;

  DeletePattern(String key, String text) {
    this.key = key;
    this.text = text;
  }

  /** How programs are told. */
  String key() {
    return key;
  }

  String text() {
    return text;
  }

  /** Name of its table's directory. */
  String directory() {
    return name().toLowerCase(Locale.ROOT);
  }

  DeletedIds ids(long rows) {
    return DeletedIds.of(key, rows);
  }
}
