package io.orcacid.txn;

import io.orcacid.txn.log.TableState;

/** The two kinds of numbers that are claimed (PROTOCOL.md §3). */
public enum ClaimKind {
  WRITE_ID("_ids/", "write id") {
    @Override
    long greatest(TableState state) {
      return state.greatestWriteId();
    }

    @Override
    public boolean isCommitted(TableState state, long id) {
      return state.isCommitted(id);
    }

    @Override
    public boolean isAborted(TableState state, long id) {
      return state.isAborted(id);
    }
  },
  COMPACTION("_txns/", "compaction transaction") {
    @Override
    long greatest(TableState state) {
      return state.greatestCompaction();
    }

    @Override
    public boolean isCommitted(TableState state, long id) {
      return state.isCompactionCommitted(id);
    }

    @Override
    public boolean isAborted(TableState state, long id) {
      return state.isCompactionAborted(id);
    }
  };

  /** Each name below begins with an underscore too: some engines look at file names only. */
  private final String prefix;

  private final String text;

  ClaimKind(String prefix, String text) {
    this.prefix = prefix;
    this.text = text;
  }

  /** Start of the claims' names in the store. */
  String prefix() {
    return prefix;
  }

  /** What such a number is called. */
  public String text() {
    return text;
  }

  abstract long greatest(TableState state);

  /** Whether a state has it committed. */
  public abstract boolean isCommitted(TableState state, long id);

  /** Whether a state says that it never will be committed. */
  public abstract boolean isAborted(TableState state, long id);

  boolean isResolved(TableState state, long id) {
    return isCommitted(state, id) || isAborted(state, id);
  }
}
