package io.orcacid.store;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Transaction;
import io.orcacid.error.WriteConflictException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A process that works on a table together with another one. */
public final class TableWorker {
  private static final long PATIENCE_NANOSECONDS = 180_000_000_000L;

  private TableWorker() {}

  /**
   * Arguments: {@code insert} or {@code update}, the table, a directory to meet the other process
   * in, own number of 0 and 1, rounds, and settings as {@code key=value}. Prints a line for each
   * round: the version of its commit, or {@code lost}.
   */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> settings = new HashMap<>();
    for (int i = 5; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Path meeting = Path.of(arguments[2]);
    int number = Integer.parseInt(arguments[3]);
    int rounds = Integer.parseInt(arguments[4]);
    try (AcidTable table = AcidTable.open(arguments[1], AcidOptions.of(settings))) {
      meet(meeting, "open", number);
      if (arguments[0].equals("insert")) {
        insertByTwoThreads(table, number, rounds);
      } else {
        update(table, meeting, number, rounds);
      }
    }
    // Threads of servers' clients do not keep the process.
    System.exit(0);
  }

  private static void insertByTwoThreads(AcidTable table, int number, int rounds) throws Exception {
    Thread other = new Thread(() -> insert(table, 2 * number + 1, rounds));
    other.setUncaughtExceptionHandler(
        (thread, failure) -> {
          failure.printStackTrace();
          System.exit(1);
        });
    other.start();
    insert(table, 2 * number, rounds);
    other.join();
  }

  private static void insert(AcidTable table, int writer, int rounds) {
    for (int round = 0; round < rounds; round++) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row((long) writer * rounds + round, (long) writer);
        print(Long.toString(transaction.commit().version()));
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** In each round both begin on the same version and change every row. */
  private static void update(AcidTable table, Path meeting, int number, int rounds)
      throws Exception {
    for (int round = 0; round < rounds; round++) {
      try (Transaction transaction = table.begin()) {
        meet(meeting, "begun-" + round, number);
        transaction.update("n = " + (10 * round + number), "id >= 0");
        meet(meeting, "updated-" + round, number);
        print(Long.toString(transaction.commit().version()));
      } catch (WriteConflictException lost) {
        print("lost");
      }
      meet(meeting, "ended-" + round, number);
    }
  }

  private static synchronized void print(String line) {
    System.out.println(line);
  }

  private static void meet(Path meeting, String place, int number) throws Exception {
    Files.createFile(meeting.resolve(place + "-" + number));
    Path other = meeting.resolve(place + "-" + (1 - number));
    long end = System.nanoTime() + PATIENCE_NANOSECONDS;
    while (!Files.exists(other)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the other process did not come to " + place);
      }
      Thread.sleep(1);
    }
  }
}
