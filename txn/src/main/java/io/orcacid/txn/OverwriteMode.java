package io.orcacid.txn;

/** What an overwrite does about rows that were committed since its snapshot (PROTOCOL.md R4). */
public enum OverwriteMode {
  /** It fails: it would remove rows that it never saw. */
  CHECKED,
  /** It removes them too. */
  LAST_WINS
}
