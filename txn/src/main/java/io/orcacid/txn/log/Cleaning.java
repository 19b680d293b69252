package io.orcacid.txn.log;

import java.util.List;
import java.util.Objects;

/**
 * Marks an entry as a cleaner's (PROTOCOL.md R18). The removes of its one transaction are the
 * directories that go, or those that are gone.
 *
 * @param step how far the cleaner is
 * @param oldestReadable versions below are not readable any more; 0 leaves that as it is
 * @param forgets aborted write ids that the valid list leaves out from now on (R15)
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record Cleaning(Step step, long oldestReadable, List<Long> forgets, String extension) {
  public Cleaning {
    Objects.requireNonNull(step);
    Objects.requireNonNull(extension);
    forgets = List.copyOf(forgets);
  }

  /** How far a cleaner is. */
  public enum Step {
    /** Before it looks at the leases: what goes as soon as none of them needs it. */
    ANNOUNCED,
    /** What is no longer on the storage. */
    DONE
  }

  /** The entry before the leases are looked at. */
  public static Cleaning announced(long oldestReadable) {
    return new Cleaning(Step.ANNOUNCED, oldestReadable, List.of(), "");
  }

  /** The entry after the removal. */
  public static Cleaning done(List<Long> forgets) {
    return new Cleaning(Step.DONE, 0, forgets, "");
  }
}
