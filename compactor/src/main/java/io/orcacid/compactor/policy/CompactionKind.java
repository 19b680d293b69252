package io.orcacid.compactor.policy;

/** What a compaction makes of a partition. */
public enum CompactionKind {
  /** Deltas to one delta, delete deltas to one delete delta; the base stays. */
  MINOR,
  /** Everything to one base, without deleted rows. */
  MAJOR
}
