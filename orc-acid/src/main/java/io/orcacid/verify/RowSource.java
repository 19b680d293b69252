package io.orcacid.verify;

import io.orcacid.format.RowId;

/**
 * A sorted file whose events are compared with those of the partition's other files.
 *
 * @param file the file
 * @param first its first row id
 * @param rows its events
 */
record RowSource(CheckedFile file, RowId first, long rows) {
  /** Stands for a file without events. */
  static RowSource empty(CheckedFile file) {
    return new RowSource(file, new RowId(0, 0, 0), 0);
  }
}
