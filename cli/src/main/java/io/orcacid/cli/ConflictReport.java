package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.LostConflict;
import java.util.List;
import java.util.Locale;

/** Who lost to whom and why. */
final class ConflictReport {
  private static final String ROW = "%-27s  %-11s  %-24s  %-28s  %-10s  %s%n";

  private ConflictReport() {}

  static String text(List<LostConflict> conflicts) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, ROW, "time", "lost", "by", "to", "policy", "why"));
    for (LostConflict one : conflicts) {
      text.append(
          String.format(
              Locale.ROOT,
              ROW,
              one.time(),
              one.operation() + " " + one.number(),
              one.author().atHost(),
              winner(one),
              detail(one, "policy"),
              why(one)));
    }
    return text.toString().stripTrailing();
  }

  private static String winner(LostConflict one) {
    if (!one.details().containsKey("version")) {
      return "---";
    }
    String version = "version " + one.details().get("version");
    return one.details().containsKey("user")
        ? version + " of " + one.details().get("user") + "@" + detail(one, "host")
        : version;
  }

  private static String why(LostConflict one) {
    if (!one.details().containsKey("earlier")) {
      return one.reason();
    }
    String partition = detail(one, "partition");
    return detail(one, "later")
        + " after "
        + detail(one, "earlier")
        + (partition.isEmpty() ? "" : " in " + partition);
  }

  private static String detail(LostConflict one, String name) {
    return one.details().getOrDefault(name, "---");
  }

  static String json(List<LostConflict> conflicts) {
    ArrayNode array = JsonReport.array();
    for (LostConflict one : conflicts) {
      ObjectNode node = array.addObject();
      node.put("time", one.time().toString());
      node.put("kind", one.kind() == ClaimKind.WRITE_ID ? "WRITE" : "COMPACTION");
      node.put("transactionId", one.number());
      node.put("operation", one.operation());
      node.put("user", one.author().user());
      node.put("host", one.author().host());
      node.put("agent", one.author().agent());
      node.put("reason", one.reason());
      ObjectNode details = node.putObject("details");
      one.details().forEach(details::put);
    }
    return JsonReport.text(array);
  }
}
