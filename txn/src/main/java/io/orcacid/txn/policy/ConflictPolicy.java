package io.orcacid.txn.policy;

import io.orcacid.error.ValidationException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Named rule that says whether a commit may follow one that it did not see (PROTOCOL.md R3e, §11).
 * {@link #decide} is a pure function over a table; the table's source is {@code policy-cells.csv}.
 */
public enum ConflictPolicy {
  /** Two updates or deletes in one partition: the first committer wins. Hive's rule. */
  HIVE(ConflictTable.HIVE),
  /** Two updates or deletes conflict only if they name the same row. */
  ROW(ConflictTable.ROW),
  /** Any two data commits in one partition conflict, but an overwrite always wins. MaxCompute's. */
  MAXCOMPUTE(ConflictTable.MAXCOMPUTE),
  /** As {@link #HIVE}, and what a commit read must not have changed. */
  SERIALIZABLE(ConflictTable.SERIALIZABLE),
  /** One writer at a time: any two data commits conflict, and a second writer fences the first. */
  SINGLE_WRITER(ConflictTable.SINGLE_WRITER),
  /** Two versions of a keyed row both commit, an ordering column decides. */
  NBCC(ConflictTable.NBCC);

  /** Table property that holds a table's policy. */
  public static final String PROPERTY = "orcacid.conflict.policy";

  private final ConflictTable table;

  ConflictPolicy(ConflictTable table) {
    this.table = table;
  }

  /** What a commit does to a partition, as far as conflicts go. */
  public enum Change {
    OVERWRITE,
    INSERT,
    UPDATE_DELETE,
    MINOR,
    MAJOR
  }

  /** What two commits have in common. */
  public enum Overlap {
    DISJOINT_PARTITIONS,
    SAME_PARTITION_DISJOINT_ROWS,
    SAME_ROWS
  }

  /** How the write ids stand to the order of the commits. */
  public enum WriteIdOrder {
    LATER_ID_HIGHER,
    LATER_ID_LOWER,
    /** One of the two is a compaction. */
    NOT_APPLICABLE
  }

  /** The decision about the later commit. */
  public enum Decision {
    OK,
    /** The later one removes what the earlier one left. */
    OK_OVERWRITES,
    FAIL_LATER
  }

  /** The policy's name in table properties and log entries. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The policy of a name.
   *
   * @throws ValidationException for another name; the message lists those that there are
   */
  public static ConflictPolicy parse(String text) {
    for (ConflictPolicy policy : values()) {
      if (policy.text().equals(text)) {
        return policy;
      }
    }
    throw new ValidationException(
        "No conflict policy has this name: use one of those available",
        "policy",
        text,
        "available",
        names());
  }

  /**
   * Whether the later of two commits, which did not see the earlier, may still commit.
   *
   * @param earlier what the committed one did
   * @param later what the one that asks did
   * @param overlap what they have in common
   * @param order of their write ids
   */
  public Decision decide(Change earlier, Change later, Overlap overlap, WriteIdOrder order) {
    Objects.requireNonNull(order);
    return table.decide(earlier, later, overlap, order);
  }

  private static String names() {
    return Arrays.stream(values()).map(ConflictPolicy::text).collect(Collectors.joining(", "));
  }

  /**
   * Whether this policy fails every commit that the other one fails: a commit may ask for a policy
   * at least as strict as its table's, never a laxer one.
   */
  public boolean isAtLeastAsStrictAs(ConflictPolicy other) {
    for (Change earlier : Change.values()) {
      for (Change later : Change.values()) {
        for (Overlap overlap : Overlap.values()) {
          for (WriteIdOrder order : WriteIdOrder.values()) {
            if (other.decide(earlier, later, overlap, order) == Decision.FAIL_LATER
                && decide(earlier, later, overlap, order) != Decision.FAIL_LATER) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }
}
