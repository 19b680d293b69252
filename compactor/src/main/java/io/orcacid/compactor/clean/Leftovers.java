package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanPlan.Action;
import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.TemporaryName;
import io.orcacid.txn.log.Adoption;
import io.orcacid.txn.log.TableState;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is done with directories that the log never named (PROTOCOL.md R14): they go only once it
 * says that it never will. A pure function of a version and who holds what.
 */
final class Leftovers {
  private static final String SEE_VERIFY = ": see verify";

  private final TableState state;
  private final Holders holders;

  Leftovers(TableState state, Holders holders) {
    this.state = state;
    this.holders = holders;
  }

  /** Empty for hidden names that are none of ours. */
  Optional<Verdict> judge(String partition, String name) {
    Optional<AcidDirectory> directory = AcidDirectory.parse(name);
    if (directory.isPresent()) {
      return Optional.of(judge(partition, name, directory.get()));
    }
    if (TemporaryName.beginsLikeOne(name)) {
      return Optional.of(judgeTemporary(partition, name));
    }
    boolean hidden = name.startsWith("_") || name.startsWith(".");
    return hidden ? Optional.empty() : Optional.of(report(partition, name, "unknown name"));
  }

  private Verdict judge(String partition, String name, AcidDirectory directory) {
    Optional<Adoption> adoption = state.metadata().adoption();
    if (directory.visibility() != AcidDirectory.ALWAYS_VISIBLE) {
      long adopted = adoption.map(Adoption::greatestTransaction).orElse(0L);
      return judge(partition, name, ClaimKind.COMPACTION, directory.visibility(), adopted);
    }
    long adopted = adoption.map(Adoption::greatestWriteId).orElse(0L);
    if (directory.maxWriteId() > adopted && directory.minWriteId() != directory.maxWriteId()) {
      return report(partition, name, "of several write ids, and never named");
    }
    return judge(partition, name, ClaimKind.WRITE_ID, directory.maxWriteId(), adopted);
  }

  private Verdict judge(String partition, String name, ClaimKind kind, long number, long adopted) {
    if (number <= adopted) {
      return report(partition, name, "older than the table's log");
    }
    if (kind.isAborted(state, number)) {
      return verdict(
          partition,
          name,
          Action.REMOVE,
          "left by " + OpenNumber.ownerOf(kind) + " " + number + ", aborted");
    }
    if (kind.isCommitted(state, number)) {
      return report(partition, name, OpenNumber.ownerOf(kind) + " " + number + " did not name it");
    }
    return open(open -> open.kind() == kind && open.number() == number)
        .map(
            open ->
                verdict(
                    partition,
                    name,
                    Action.KEEP,
                    "claimed by " + open + " since " + open.started()))
        .orElseGet(
            () ->
                report(
                    partition,
                    name,
                    "nobody claimed " + kind.text() + " " + number + " in this log"));
  }

  /**
   * The claim of a running compaction or transaction names its directory and was there before it;
   * so one that no open claim names is of one that is over.
   */
  private Verdict judgeTemporary(String partition, String name) {
    if (!TemporaryName.isOne(name)) {
      return report(partition, name, "unknown name");
    }
    return open(open -> open.temporary().equals(name))
        .map(
            open ->
                verdict(
                    partition,
                    name,
                    Action.KEEP,
                    "unfinished files of " + open + " since " + open.started()))
        .orElseGet(
            () ->
                verdict(
                    partition,
                    name,
                    Action.REMOVE,
                    "unfinished files of a compaction or transaction that is over"));
  }

  private Optional<OpenNumber> open(Predicate<OpenNumber> wanted) {
    return holders.open().stream().filter(wanted).findFirst();
  }

  private static Verdict report(String partition, String name, String reason) {
    return verdict(partition, name, Action.REPORT, reason + SEE_VERIFY);
  }

  private static Verdict verdict(String partition, String name, Action action, String reason) {
    return new Verdict(partition, name, action, reason, 0);
  }
}
