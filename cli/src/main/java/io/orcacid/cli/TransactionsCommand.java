package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.AcidTable;
import io.orcacid.TransactionInfo;
import io.orcacid.txn.ClaimKind;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

@picocli.CommandLine.Command(
    name = "transactions",
    description =
        "Shows the transactions and compactions that are open, in the words of Hive's SHOW"
            + " TRANSACTIONS; 'abort' ends one whose process is gone.",
    footer = {"", "Example: orc-acid transactions clicks"})
final class TransactionsCommand extends ReportCommand {
  private static final String ROW = "%14s  %-10s  %-8s  %-7s  %-27s  %8s  %-20s  %-20s  %s%n";

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table())) {
      List<TransactionInfo> open = opened.transactions();
      print(() -> text(open), () -> json(open));
    }
  }

  private static String text(List<TransactionInfo> transactions) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            ROW,
            "Transaction ID",
            "Kind",
            "State",
            "Process",
            "Started Time",
            "Version",
            "User",
            "Hostname",
            "Partition"));
    for (TransactionInfo one : transactions) {
      text.append(
          String.format(
              Locale.ROOT,
              ROW,
              one.number(),
              kind(one),
              one.state().name(),
              one.process().name(),
              one.started(),
              one.readVersion(),
              one.author().user(),
              one.author().host(),
              one.partition().isEmpty() ? "---" : one.partition()));
    }
    return text.toString().stripTrailing();
  }

  private static String kind(TransactionInfo one) {
    return one.kind() == ClaimKind.WRITE_ID ? "WRITE" : "COMPACTION";
  }

  private static String json(List<TransactionInfo> transactions) {
    ArrayNode array = JsonReport.array();
    for (TransactionInfo one : transactions) {
      ObjectNode node = array.addObject();
      node.put("transactionId", one.number());
      node.put("kind", kind(one));
      node.put("state", one.state().name());
      node.put("process", one.process().name());
      node.put("startedTime", one.started().toString());
      node.put("readVersion", one.readVersion());
      node.put("user", one.author().user());
      node.put("host", one.author().host());
      node.put("agent", one.author().agent());
      node.put("partition", one.partition());
    }
    return JsonReport.text(array);
  }
}
