package io.orcacid.compactor.clean;

import io.orcacid.txn.Lease;
import io.orcacid.txn.log.Fence;
import java.util.List;
import java.util.Optional;

/**
 * What a cleaning does, and why. Immutable.
 *
 * @param version version of the table that it was made of
 * @param oldestReadable versions below are not readable any more
 * @param directories every directory on the storage, by partition and name
 * @param fence silent numbers that are aborted
 * @param expired leases that are not honoured any more
 * @param forgets aborted write ids that the valid list need not name any more (PROTOCOL.md R15)
 * @param oldestHonoured oldest version that a lease or claim keeps; empty if there is none
 */
public record CleanPlan(
    long version,
    long oldestReadable,
    List<Verdict> directories,
    Fence fence,
    List<Lease> expired,
    List<Long> forgets,
    Optional<Hold> oldestHonoured) {
  /** How the reason begins of a directory that the newest version needs. */
  static final String LIVE = "live at version ";

  public CleanPlan {
    directories = List.copyOf(directories);
    expired = List.copyOf(expired);
    forgets = List.copyOf(forgets);
  }

  /** What is done with a directory. */
  public enum Action {
    REMOVE,
    KEEP,
    /** Left, since no rule of the table's log covers it; verification says more. */
    REPORT
  }

  /**
   * What is done with a directory.
   *
   * @param partition path of its partition
   * @param name its name; empty for the plain files of an adopted partition
   * @param action what is done
   * @param reason why, in words
   * @param bytes bytes of its files where the log knows them, else 0
   */
  public record Verdict(String partition, String name, Action action, String reason, long bytes) {}

  /**
   * Something that keeps a version.
   *
   * @param version the version
   * @param text who it is, for people
   */
  public record Hold(long version, String text) {}

  /** Directories that are removed. */
  public List<Verdict> removals() {
    return directories.stream().filter(one -> one.action() == Action.REMOVE).toList();
  }

  /** Directories that the newest version does not need and that stay all the same, and why. */
  public List<Verdict> held() {
    return directories.stream()
        .filter(one -> one.action() == Action.KEEP && !one.reason().startsWith(LIVE))
        .toList();
  }

  /** Directories that no rule covers. */
  public List<Verdict> reports() {
    return directories.stream().filter(one -> one.action() == Action.REPORT).toList();
  }
}
