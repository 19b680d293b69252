package io.orcacid.daemon.agent;

import io.orcacid.AcidTable;
import io.orcacid.CompactionInfo;
import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.daemon.table.Observation;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.LeaseStatus;
import io.orcacid.daemon.view.TransactionStatus;
import io.orcacid.txn.Lease;
import io.orcacid.txn.lock.LockProvider;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Reads from a table all that an operator is shown of it. */
final class Look {
  private Look() {}

  /**
   * What is open and held at a table, with what is known of its partitions and its past.
   *
   * @param partitions what is due in each
   * @param history compactions of its past
   */
  static Observation at(
      String path,
      AcidTable table,
      long version,
      List<CompactionExplanation> partitions,
      List<HistoryEntry> history,
      Instant now)
      throws IOException {
    return new Observation(
        version,
        partitions,
        history,
        table.transactions().stream().map(one -> new TransactionStatus(path, one)).toList(),
        leases(path, table),
        now);
  }

  /** Published compactions that a table's log knows, oldest first. */
  static List<HistoryEntry> history(String path, AcidTable table) throws IOException {
    List<HistoryEntry> history = new ArrayList<>();
    for (CompactionInfo info : table.compactions()) {
      if (info.committed().isPresent()) {
        history.add(History.ofLog(path, info));
      }
    }
    return history;
  }

  private static List<LeaseStatus> leases(String path, AcidTable table) throws IOException {
    List<LeaseStatus> leases = new ArrayList<>();
    for (LockProvider.Holder holder : table.locks().holders()) {
      leases.add(
          new LeaseStatus(
              path,
              LeaseStatus.Kind.LOCK,
              holder.name(),
              History.who(holder.owner()),
              OptionalLong.empty(),
              OptionalLong.of(holder.epoch()),
              holder.since(),
              holder.standing().name().toLowerCase(Locale.ROOT)));
    }
    for (LockProvider.Waiter waiter : table.locks().waiters()) {
      leases.add(
          new LeaseStatus(
              path,
              LeaseStatus.Kind.WAITER,
              waiter.name(),
              History.who(waiter.waiter()),
              OptionalLong.empty(),
              OptionalLong.empty(),
              waiter.since(),
              "waits"));
    }
    for (Lease lease : table.leases()) {
      leases.add(
          new LeaseStatus(
              path,
              LeaseStatus.Kind.PIN,
              "",
              History.who(lease.author()),
              OptionalLong.of(lease.version()),
              OptionalLong.empty(),
              lease.since(),
              lease.marking().name().toLowerCase(Locale.ROOT)));
    }
    return leases;
  }
}
