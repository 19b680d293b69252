package io.orcacid.txn.log;

import java.time.Instant;
import java.util.Objects;

/**
 * The greatest sequence that an application committed (PROTOCOL.md R13).
 *
 * @param sequence the sequence
 * @param version version that it was committed in
 * @param commitId commit id of its transaction
 * @param time commit time
 */
public record RecordedToken(long sequence, long version, String commitId, Instant time) {
  public RecordedToken {
    Objects.requireNonNull(commitId);
    Objects.requireNonNull(time);
  }
}
