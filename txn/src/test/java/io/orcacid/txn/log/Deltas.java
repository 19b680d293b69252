package io.orcacid.txn.log;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Directories that a log names; nothing of them is on a disk. */
final class Deltas {
  private Deltas() {}

  /** The insert delta of a transaction's first statement. */
  static DataDirectory of(long writeId) {
    return named(String.format(Locale.ROOT, "delta_%07d_%07d_0000", writeId, writeId));
  }

  /** A directory of one file of one event. */
  static DataDirectory named(String name) {
    return DataDirectory.of(
        name,
        0,
        List.of(DataFile.of("bucket_00000", 10, 1, 7, Optional.empty(), Optional.empty())));
  }
}
