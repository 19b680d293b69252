package io.orcacid.txn.log;

import io.orcacid.error.UnsupportedTableException;

/** What a compaction makes (PROTOCOL.md R16). */
public enum CompactionKind {
  /** One delta and one delete delta of many; every event stays. */
  MINOR,
  /** One base of everything up to a write id; deleted rows go. */
  MAJOR;

  static CompactionKind parse(String text, String path) {
    for (CompactionKind kind : values()) {
      if (kind.name().equals(text)) {
        return kind;
      }
    }
    throw new UnsupportedTableException(
        "The log has a kind of compaction that this version does not know: use a newer version",
        "path",
        path,
        "kind",
        text);
  }
}
