package io.orcacid.txn.log;

import io.orcacid.error.UnsupportedTableException;

/** What a transaction did, as history shows it. */
public enum Operation {
  /** The table was made: version 0. */
  CREATE,
  INSERT,
  UPDATE,
  DELETE,
  /** Insert or update by declared key. */
  UPSERT,
  /** Insert, update and delete by a condition between two tables. */
  MERGE,
  /** Everything in a partition or the table was replaced. */
  OVERWRITE,
  /** The rows of an older version came back, by an overwrite. */
  RESTORE,
  /** The schema or the properties changed (PROTOCOL.md R24). */
  ALTER,
  /** A version got a name or lost it. */
  TAG,
  /** Write ids were declared to be never committed. */
  ABORT,
  /** Directories were replaced by others with the same rows. */
  COMPACT,
  /** Versions became unreadable, or directories that nobody can read any more were removed. */
  CLEAN;

  /** Whether it is upkeep, which changes no row. */
  public boolean isMaintenance() {
    return this == ABORT || this == COMPACT || this == CLEAN || this == TAG;
  }

  /** Version of the log's format that it came with. */
  int sinceFormat() {
    return this == RESTORE || this == ALTER || this == TAG
        ? EntryCodec.ALTERED_FORMAT
        : EntryCodec.FIRST_FORMAT;
  }

  /** Whether rows were chosen by look-up, so that even pure inserts count as updates. */
  public boolean choosesByKey() {
    return this == UPSERT || this == MERGE;
  }

  static Operation parse(String text, String path) {
    for (Operation operation : values()) {
      if (operation.name().equals(text)) {
        return operation;
      }
    }
    throw new UnsupportedTableException(
        "The log has an operation that this version does not know: use a newer version",
        "path",
        path,
        "operation",
        text);
  }
}
