package io.orcacid;

import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.Maintenance;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.OpenCompaction;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is open at a table: transactions by write id, then compactions. */
final class OpenTransactions {
  private OpenTransactions() {}

  static List<TransactionInfo> of(TransactionManager manager) throws IOException {
    Maintenance maintenance = manager.maintenance();
    TableState newest = manager.log().newest();
    Map<String, Maintenance.Sign> sessions = maintenance.sessions();
    List<TransactionInfo> open = new ArrayList<>();
    for (OpenClaim claim : maintenance.openClaims(newest)) {
      open.add(
          new TransactionInfo(
              claim.writeId(),
              ClaimKind.WRITE_ID,
              state(claim.marking()),
              process(sessions.get(claim.session())),
              claim.started(),
              claim.author(),
              claim.readVersion(),
              ""));
    }
    for (OpenCompaction compaction : maintenance.openCompactions(newest)) {
      open.add(
          new TransactionInfo(
              compaction.transaction(),
              ClaimKind.COMPACTION,
              state(compaction.marking()),
              process(sessions.get(compaction.session())),
              compaction.started(),
              compaction.author(),
              compaction.planVersion(),
              compaction.partition()));
    }
    return open;
  }

  private static TransactionInfo.State state(OpenClaim.Marking marking) {
    return marking == OpenClaim.Marking.ABORTED
        ? TransactionInfo.State.ABORTED
        : TransactionInfo.State.OPEN;
  }

  private static TransactionInfo.Process process(Maintenance.Sign sign) {
    if (sign == null) {
      return TransactionInfo.Process.GONE;
    }
    return sign.owner() == Maintenance.Owner.ENDED
        ? TransactionInfo.Process.ENDED
        : TransactionInfo.Process.BEATS;
  }
}
