package io.orcacid.format.orc;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.PartitionLayout;

/**
 * Which events of a directory count, by their {@code currentTransaction} (FORMAT.md §7.1).
 * Immutable.
 *
 * @param minWriteId smallest write id that the directory's name allows
 * @param maxWriteId largest write id that the directory's name allows
 * @param skipEventsUpTo write id of the base that the directory straddles, or {@link
 *     PartitionLayout#SKIP_NOTHING}
 * @param valid how much of the range the list holds as valid
 * @param writeIds the list
 */
public record EventFilter(
    long minWriteId,
    long maxWriteId,
    long skipEventsUpTo,
    RangeMatch valid,
    ValidWriteIdList writeIds) {

  /** The filter of a selected directory. */
  public static EventFilter of(PartitionLayout.Selected selected, ValidWriteIdList writeIds) {
    return new EventFilter(
        selected.directory().minWriteId(),
        selected.directory().maxWriteId(),
        selected.skipEventsUpTo(),
        selected.valid(),
        writeIds);
  }

  /** Whether an event of the write id counts. */
  public boolean accepts(long currentWriteId) {
    return currentWriteId > skipEventsUpTo
        && (valid == RangeMatch.ALL || writeIds.isValid(currentWriteId));
  }
}
