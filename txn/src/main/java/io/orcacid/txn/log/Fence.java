package io.orcacid.txn.log;

import java.util.List;

/**
 * Numbers that an entry declares to be never committed (PROTOCOL.md R14).
 *
 * @param writeIds write ids
 * @param compactions compaction transactions
 */
public record Fence(List<Long> writeIds, List<Long> compactions) {
  /** Nothing. */
  public static final Fence NONE = new Fence(List.of(), List.of());

  public Fence {
    writeIds = List.copyOf(writeIds);
    compactions = List.copyOf(compactions);
  }

  /** Write ids only. */
  public static Fence ofWriteIds(List<Long> writeIds) {
    return new Fence(writeIds, List.of());
  }

  /** Whether it declares nothing. */
  public boolean isEmpty() {
    return writeIds.isEmpty() && compactions.isEmpty();
  }
}
