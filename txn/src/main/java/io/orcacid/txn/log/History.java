package io.orcacid.txn.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What happened to a table, oldest first. Immutable.
 *
 * @param versions one element per transaction, ascending by version, in a version by place
 */
public record History(List<VersionInfo> versions) {
  public History {
    versions = List.copyOf(versions);
  }

  /**
   * The version that the table had at a time: the greatest time version that is not after it. Empty
   * before the first.
   */
  public OptionalLong versionAt(Instant time) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      VersionInfo info = versions.get(i);
      if (isTimeVersion(info) && !info.time().isAfter(time)) {
        return OptionalLong.of(info.version());
      }
    }
    return OptionalLong.empty();
  }

  /** Rows or their columns became others. */
  private static boolean isTimeVersion(VersionInfo info) {
    return info.dataChange() || info.operation() == Operation.ALTER;
  }

  /**
   * The first version after one that changed data or columns; {@link Long#MAX_VALUE} if there is
   * none.
   */
  long nextChange(long version) {
    long next = Long.MAX_VALUE;
    for (int i = versions.size() - 1; i >= 0 && versions.get(i).version() > version; i--) {
      if (isTimeVersion(versions.get(i))) {
        next = versions.get(i).version();
      }
    }
    return next;
  }

  /** The transaction with a commit id: the answer to an unknown outcome (PROTOCOL.md R6). */
  public Optional<VersionInfo> find(String commitId) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (versions.get(i).commitId().equals(commitId)) {
        return Optional.of(versions.get(i));
      }
    }
    return Optional.empty();
  }
}
