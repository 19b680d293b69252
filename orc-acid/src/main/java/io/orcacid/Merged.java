package io.orcacid;

/**
 * What a merge did.
 *
 * @param updated rows of the table that were replaced
 * @param deleted rows of the table that were deleted
 * @param inserted rows of the source that were added
 */
public record Merged(long updated, long deleted, long inserted) {
  /** All rows that it changed. */
  public long rows() {
    return updated + deleted + inserted;
  }
}
