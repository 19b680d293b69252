package io.orcacid.txn.log;

import java.time.Instant;
import java.util.Objects;

/**
 * A directory that is no longer live and not yet known to be gone from the storage.
 *
 * @param directory what it was
 * @param version version that removed it: it is live at none from this one on
 * @param time commit time of that version; retention counts from it
 */
public record RetiredDirectory(DataDirectory directory, long version, Instant time) {
  public RetiredDirectory {
    Objects.requireNonNull(directory);
    Objects.requireNonNull(time);
  }
}
