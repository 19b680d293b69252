package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.txn.Lease;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.Author;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

@picocli.CommandLine.Command(
    name = "locks",
    description =
        "Shows who holds and who waits for the table's locks, and which versions readers keep, in"
            + " the words of Hive's SHOW LOCKS.",
    footer = {"", "Example: orc-acid locks clicks"})
final class LocksCommand extends ReportCommand {
  private static final String ROW = "%-28s  %-10s  %-24s  %-11s  %6s  %-27s  %-20s  %s%n";

  /**
   * A line.
   *
   * @param blockedBy who holds what is waited for
   * @param number epoch of a lock, version of a reader
   */
  private record Line(
      String id,
      String state,
      String blockedBy,
      String type,
      Optional<Long> number,
      Instant since,
      Author author) {}

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      List<Line> lines = lines(opened);
      print(() -> text(lines), () -> json(lines));
    }
  }

  private static List<Line> lines(AcidTable table) throws IOException {
    List<Line> lines = new ArrayList<>();
    List<LockProvider.Holder> holders = table.locks().holders();
    for (LockProvider.Holder holder : holders) {
      lines.add(
          new Line(
              holder.name(),
              holder.standing() == LockProvider.Standing.ENDED ? "ABANDONED" : "ACQUIRED",
              "",
              "EXCLUSIVE",
              Optional.of(holder.epoch()),
              holder.since(),
              holder.owner()));
    }
    for (LockProvider.Waiter waiter : table.locks().waiters()) {
      lines.add(
          new Line(
              waiter.name(),
              "WAITING",
              holders.stream()
                  .filter(holder -> holder.name().equals(waiter.name()))
                  .map(holder -> holder.owner().atHost())
                  .findFirst()
                  .orElse(""),
              "EXCLUSIVE",
              Optional.empty(),
              waiter.since(),
              waiter.waiter()));
    }
    for (Lease lease : table.leases()) {
      lines.add(
          new Line(
              "version " + lease.version(),
              lease.marking() == Lease.Marking.HELD ? "ACQUIRED" : "EXPIRED",
              "",
              "SHARED_READ",
              Optional.of(lease.version()),
              lease.since(),
              lease.author()));
    }
    return lines;
  }

  private static String text(List<Line> lines) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            ROW,
            "Lock ID",
            "State",
            "Blocked By",
            "Type",
            "Number",
            "Acquired At",
            "User",
            "Hostname"));
    for (Line line : lines) {
      text.append(
          String.format(
              Locale.ROOT,
              ROW,
              line.id(),
              line.state(),
              line.blockedBy().isEmpty() ? "---" : line.blockedBy(),
              line.type(),
              line.number().map(Object::toString).orElse("---"),
              line.since(),
              line.author().user(),
              line.author().host()));
    }
    return text.toString().stripTrailing();
  }

  private static String json(List<Line> lines) {
    ArrayNode array = JsonReport.array();
    for (Line line : lines) {
      ObjectNode node = array.addObject();
      node.put("lockId", line.id());
      node.put("state", line.state());
      node.put("blockedBy", line.blockedBy());
      node.put("type", line.type());
      line.number()
          .ifPresent(
              number -> node.put(line.type().equals("EXCLUSIVE") ? "epoch" : "version", number));
      node.put("acquiredAt", line.since().toString());
      node.put("user", line.author().user());
      node.put("host", line.author().host());
      node.put("agent", line.author().agent());
    }
    return JsonReport.text(array);
  }
}
