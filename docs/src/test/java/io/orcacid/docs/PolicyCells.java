package io.orcacid.docs;

import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The matrices of the conflict policies, as {@link ConflictPolicy#decide} fills them. */
final class PolicyCells {
  static final String HEADING = "## Every cell\n";

  private PolicyCells() {}

  static String section() {
    return HEADING
        + """

        *This section is made from the code.* Both transactions touch one partition, the earlier one has committed, the later one did not see it.

        * **ok**: the later one commits. **over**: it commits and replaces what the earlier one left. **fails**: it gets the conflict.
        * **fails on the same rows**: if both touch one row, or the later one read what the earlier one changed.
        * **fails with a lower id**: if the write id of the later one is the lower of the two, since the new base would hide its rows ([R3](protocol.md#r3-check)).
        * In different partitions every cell is **ok**, but for those marked *everywhere*.
        * Not in the matrices: under `serializable` any later one fails if what it read was changed, in whatever partition.
        """
        + Arrays.stream(ConflictPolicy.values())
            .map(PolicyCells::matrix)
            .collect(Collectors.joining());
  }

  private static String matrix(ConflictPolicy policy) {
    StringBuilder text = new StringBuilder();
    text.append("\n### Cells of ").append(policy.text()).append("\n\n| earlier, then later |");
    for (Change later : Change.values()) {
      text.append(' ').append(name(later)).append(" |");
    }
    text.append("\n|---").append("|---".repeat(Change.values().length)).append("|\n");
    for (Change earlier : Change.values()) {
      text.append("| **").append(name(earlier)).append("** |");
      for (Change later : Change.values()) {
        text.append(' ').append(cell(policy, earlier, later)).append(" |");
      }
      text.append('\n');
    }
    return text.append("\nA transaction may ask for ")
        .append(stricter(policy))
        .append(".\n")
        .toString();
  }

  private static String stricter(ConflictPolicy policy) {
    String names =
        Arrays.stream(ConflictPolicy.values())
            .filter(other -> other != policy && other.isAtLeastAsStrictAs(policy))
            .map(other -> "`" + other.text() + "`")
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "no other policy" : names;
  }

  private static String name(Change change) {
    return switch (change) {
      case UPDATE_DELETE -> "update, delete";
      case MINOR, MAJOR -> change.name().toLowerCase(Locale.ROOT) + " compaction";
      default -> change.name().toLowerCase(Locale.ROOT);
    };
  }

  private static String cell(ConflictPolicy policy, Change earlier, Change later) {
    Map<Overlap, Map<WriteIdOrder, Decision>> all = new EnumMap<>(Overlap.class);
    for (Overlap overlap : Overlap.values()) {
      for (WriteIdOrder order : WriteIdOrder.values()) {
        all.computeIfAbsent(overlap, key -> new EnumMap<>(WriteIdOrder.class))
            .put(order, policy.decide(earlier, later, overlap, order));
      }
    }
    return inOnePartition(all) + elsewhere(all.get(Overlap.DISJOINT_PARTITIONS));
  }

  private static String inOnePartition(Map<Overlap, Map<WriteIdOrder, Decision>> all) {
    Map<WriteIdOrder, Decision> otherRows = all.get(Overlap.SAME_PARTITION_DISJOINT_ROWS);
    Map<WriteIdOrder, Decision> sameRows = all.get(Overlap.SAME_ROWS);
    Set<Decision> ofOtherRows = new HashSet<>(otherRows.values());
    if (otherRows.equals(sameRows) && ofOtherRows.size() == 1) {
      return text(ofOtherRows.iterator().next());
    }
    if (ofOtherRows.equals(Set.of(Decision.OK))
        && new HashSet<>(sameRows.values()).equals(Set.of(Decision.FAIL_LATER))) {
      return "fails on the same rows";
    }
    Map<WriteIdOrder, Decision> byId =
        Map.of(
            WriteIdOrder.LATER_ID_HIGHER,
            Decision.OK,
            WriteIdOrder.LATER_ID_LOWER,
            Decision.FAIL_LATER,
            WriteIdOrder.NOT_APPLICABLE,
            Decision.OK);
    if (otherRows.equals(sameRows) && otherRows.equals(byId)) {
      return "fails with a lower id";
    }
    throw new IllegalStateException("the page has no words for " + all);
  }

  private static String elsewhere(Map<WriteIdOrder, Decision> decisions) {
    Set<Decision> different = new HashSet<>(decisions.values());
    if (different.equals(Set.of(Decision.OK))) {
      return "";
    }
    if (different.equals(Set.of(Decision.FAIL_LATER))) {
      return ", everywhere";
    }
    throw new IllegalStateException("the page has no words for " + decisions);
  }

  private static String text(Decision decision) {
    return switch (decision) {
      case OK -> "ok";
      case OK_OVERWRITES -> "over";
      case FAIL_LATER -> "fails";
    };
  }
}
