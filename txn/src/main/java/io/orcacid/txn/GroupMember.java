package io.orcacid.txn;

import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A transaction that may share its entry with others (PROTOCOL.md R5). */
interface GroupMember {
  /**
   * What an entry holds of it, checked against a state and those before it in the entry (R3).
   *
   * @param newest the state that the entry would follow
   * @param before transactions of other members, which would come first
   * @return one or more; empty if an earlier try committed it
   */
  Optional<List<LogTransaction>> on(TableState newest, List<LogTransaction> before)
      throws IOException;

  /** Whether it has to be the only one of its entry: what it replaces depends on all others. */
  boolean isAlone();

  /** Its own commit id. */
  String commitId();
}
