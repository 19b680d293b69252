package io.orcacid.txn.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that races another one for the same names and prints those that it won. */
public final class StoreRacer {
  private StoreRacer() {}

  /** Arguments: log directory, own name, rounds. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    LocalAtomicStore store = LocalAtomicStore.open(directory);
    byte[] content = arguments[1].getBytes(StandardCharsets.UTF_8);
    String other = arguments[1].equals("one") ? "two" : "one";
    Files.write(directory.resolve("ready-" + arguments[1]), new byte[0]);
    long end = System.nanoTime() + 30_000_000_000L;
    while (!Files.exists(directory.resolve("ready-" + other))) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the other process did not come");
      }
      Thread.onSpinWait();
    }
    for (int round = 0; round < Integer.parseInt(arguments[2]); round++) {
      AtomicStore.Outcome outcome = store.putIfAbsent("_ids/" + round, content);
      if (outcome == AtomicStore.Outcome.WON) {
        System.out.println(round);
      } else if (outcome == AtomicStore.Outcome.UNKNOWN) {
        throw new IllegalStateException("unknown in round " + round);
      }
    }
  }
}
