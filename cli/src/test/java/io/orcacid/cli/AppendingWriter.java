package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Transaction;
import java.io.IOException;

/**
 * Commits small inserts one after the other and says which versions they became. Arguments: table,
 * number of the writer, commits.
 */
final class AppendingWriter {
  /** Rows of each commit. */
  static final int ROWS = 3;

  private AppendingWriter() {}

  public static void main(String[] arguments) throws IOException {
    long writer = Long.parseLong(arguments[1]);
    try (AcidTable table = AcidTable.open(arguments[0])) {
      for (long commit = 0; commit < Long.parseLong(arguments[2]); commit++) {
        try (Transaction transaction = table.begin()) {
          for (long row = 0; row < ROWS; row++) {
            transaction.insert().row(writer, commit, row);
          }
          System.out.println("committed " + commit + " " + transaction.commit().version());
        }
      }
    }
  }
}
