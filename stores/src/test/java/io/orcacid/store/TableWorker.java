package io.orcacid.store;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Compaction;
import io.orcacid.RetryPolicy;
import io.orcacid.Transaction;
import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

/**
 * A process that does with a table what it is told, line by line, and answers each line with one.
 * Words are separated by tabs. What fails is answered with {@code conflict} or {@code failed} and
 * the reason.
 */
public final class TableWorker {
  private final Scanner orders;
  private AcidTable table;
  private Transaction transaction;

  private TableWorker(Scanner orders) {
    this.orders = orders;
  }

  /** No arguments; ends with its standard input. */
  public static void main(String[] arguments) {
    TableWorker worker = new TableWorker(new Scanner(System.in, StandardCharsets.UTF_8));
    while (worker.orders.hasNextLine()) {
      answer(worker.safelyDo(worker.orders.nextLine().split("\t")));
    }
    // Threads of servers' clients do not keep the process.
    Runtime.getRuntime().halt(0);
  }

  private static void answer(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private String safelyDo(String[] order) {
    try {
      return obey(order);
    } catch (WriteConflictException e) {
      return "conflict " + oneLine(e);
    } catch (IOException | RuntimeException e) {
      return "failed " + oneLine(e);
    }
  }

  private static String oneLine(Exception e) {
    return e.toString().replace('\n', ' ');
  }

  private String obey(String[] order) throws IOException {
    switch (order[0]) {
      case "open" -> open(order);
      case "close" -> table.close();
      case "begin" -> transaction = table.begin();
      case "insert" -> insert(transaction, Long.parseLong(order[1]), order[2]);
      case "overwrite" ->
          transaction
              .overwrite(List.of("day=" + order[2]))
              .row(Long.parseLong(order[1]), 0L, order[2]);
      case "update" -> transaction.update(order[1], order[2]);
      case "upsert" -> upsert(Integer.parseInt(order[1]), Integer.parseInt(order[2]), order[3]);
      case "upserts" ->
          upserts(
              new Random(Long.parseLong(order[1])),
              Integer.parseInt(order[2]),
              Integer.parseInt(order[3]));
      case "step" -> transaction.scan();
      case "abort" -> transaction.close();
      case "write-id" -> {
        return Long.toString(transaction.writeId().getAsLong());
      }
      case "commit" -> {
        return commit();
      }
      case "append" -> {
        return append(Long.parseLong(order[1]), Integer.parseInt(order[2]), order[3]);
      }
      case "compact" -> {
        return compaction(order[1], order[2]).run().get(0).outcome().name();
      }
      case "compact-slowly" -> {
        return compactSlowly(order[1], order[2]);
      }
      default -> throw new IllegalArgumentException(order[0]);
    }
    return "done";
  }

  private void open(String[] order) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (int i = 2; i < order.length; i++) {
      String[] setting = order[i].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    table = AcidTable.open(order[1], AcidOptions.of(settings));
  }

  private static void insert(Transaction transaction, long id, String day) throws IOException {
    transaction.insert().row(id, 0L, day);
  }

  /** Writes so many keys with values that a number chooses. */
  private void upsert(int keys, int number, String day) throws IOException {
    for (long id = 0; id < keys; id++) {
      transaction.upsert().row(id, valueOf(id, number), day);
    }
  }

  /** So many transactions of random rows with some of so many keys. */
  private void upserts(Random random, int transactions, int keys) throws IOException {
    for (int i = 0; i < transactions; i++) {
      List<Object[]> rows = new ArrayList<>();
      for (int row = random.nextInt(8); row >= 0; row--) {
        rows.add(
            new Object[] {
              (long) random.nextInt(keys), (long) random.nextInt(1000), "d" + random.nextInt(2)
            });
      }
      table.transact(
          RetryPolicy.of(1000),
          one -> {
            for (Object[] row : rows) {
              one.upsert().row(row);
            }
            return rows.size();
          });
    }
  }

  /** Between two numbers now one, now the other is the greater for a key. */
  static long valueOf(long id, int number) {
    return Math.floorMod(id * 7919 + number * 104_729L, 1000);
  }

  private String commit() throws IOException {
    try (Transaction ending = transaction) {
      return Long.toString(ending.commit().version());
    }
  }

  /** So many commits of a row each; answers with their versions. */
  private String append(long first, int commits, String day) throws IOException {
    List<String> versions = new ArrayList<>();
    for (int i = 0; i < commits; i++) {
      try (Transaction one = table.begin()) {
        insert(one, first + i, day);
        versions.add(Long.toString(one.commit().version()));
      }
    }
    return String.join(" ", versions);
  }

  private Compaction compaction(String kind, String day) {
    Compaction compaction = table.compaction().partition("day=" + day);
    return kind.equals("MINOR") ? compaction.minor() : compaction.major();
  }

  /** Says {@code working} once its inputs are chosen, and goes on with the next line. */
  private String compactSlowly(String kind, String day) throws IOException {
    boolean[] working = {false};
    return compaction(kind, day)
        .cancelledWhen(
            () -> {
              if (!working[0]) {
                working[0] = true;
                answer("working");
                orders.nextLine();
              }
              return false;
            })
        .run()
        .get(0)
        .outcome()
        .name();
  }
}
