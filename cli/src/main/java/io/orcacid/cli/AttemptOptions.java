package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Changed;
import io.orcacid.RetryPolicy;
import io.orcacid.Transaction;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import picocli.CommandLine.Option;

/** How often, and on which version, a changing verb is run. */
final class AttemptOptions {
  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      defaultValue = "10",
      description = "Runs in all if other transactions win (default: ${DEFAULT-VALUE}).")
  private int attempts;

  @Option(
      names = "--read-version",
      paramLabel = "V",
      description = "Decide on the rows of this version and commit against it, once.")
  private Long readVersion;

  Changed run(AcidTable table, AcidTable.TransactionBody body) throws IOException {
    if (attempts < 1) {
      throw new ValidationException("--max-attempts is 1 or more", "attempts", attempts);
    }
    if (readVersion == null) {
      return table.transact(RetryPolicy.of(attempts), body);
    }
    try (Transaction transaction = table.beginAtVersion(readVersion)) {
      long rows = body.run(transaction);
      return new Changed(transaction.commit().version(), rows);
    }
  }
}
