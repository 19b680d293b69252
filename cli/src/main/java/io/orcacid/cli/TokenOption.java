package io.orcacid.cli;

import io.orcacid.Transaction;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.Committed;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Option of verbs that add rows and may be run again after a crash. */
final class TokenOption {
  @Option(
      names = "--token",
      paramLabel = "APP:SEQ",
      description =
          "Commit only once: if the application APP committed SEQ or a greater number before, nothing is"
              + " added. SEQ is 0 or more and rises from run to run.")
  private String token = "";

  /** Names a transaction, if a token was given. */
  void name(Transaction transaction) {
    if (token.isEmpty()) {
      return;
    }
    int colon = token.lastIndexOf(':');
    String digits = token.substring(colon + 1);
    if (colon < 1 || !digits.matches("\\d{1,18}")) {
      throw new ValidationException(
          "--token is an application, a colon and a number of up to 18 digits", "token", token);
    }
    transaction.token(token.substring(0, colon), Long.parseLong(digits));
  }

  /** What is said after the commit. */
  static String outcome(Transaction transaction, Committed committed, Supplier<String> added) {
    return transaction.isReplay()
        ? "nothing added: the token was committed before, version " + committed.version()
        : added.get() + ", version " + committed.version();
  }
}
