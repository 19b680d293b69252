package io.orcacid.txn;

import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CompactionKind;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Somebody's wish that a partition be compacted, kept beside the log until a daemon has done it.
 * Nothing rests on it: one that is lost is only not done.
 *
 * @param name its object in the store
 * @param partition path of the partition, empty for an unpartitioned table
 * @param kind what is asked for; empty for what the thresholds say
 * @param author who asks
 * @param since when it was asked, by the clock of that machine
 */
public record CompactionRequest(
    String name, String partition, Optional<CompactionKind> kind, Author author, Instant since) {
  public CompactionRequest {
    Objects.requireNonNull(name);
    Objects.requireNonNull(partition);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(author);
    Objects.requireNonNull(since);
  }
}
