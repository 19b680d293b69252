package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.txn.log.Operation;
import java.nio.file.Path;

/** A process that creates a table, commits once and says what it knows, for tests that trace it. */
public final class SingleCommit {
  private SingleCommit() {}

  /** Argument: a directory. */
  public static void main(String[] arguments) throws Exception {
    TestTable table = new TestTable(Path.of(arguments[0]));
    TransactionManager manager = table.manager(table.create());
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      transaction.writeId();
      System.out.println("CLAIMED");
      table.addInsert(transaction, "p=1", 1);
      try {
        System.out.println("ACKNOWLEDGED " + transaction.commit().version());
      } catch (CommitStateUnknownException e) {
        System.out.println("UNKNOWN " + e.getMessage());
      }
    }
  }
}
