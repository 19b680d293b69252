package io.orcacid.txn.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks on a local disk. */
class LocalLocksTest extends LockContract {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Override
  protected AtomicStore store() throws IOException {
    return LocalAtomicStore.create(directory.resolve("log"), List.of());
  }

  /** A process that steals a lock over and over, or waits for it. */
  public static final class Locker {
    private Locker() {}

    /** Arguments: the directory of the store, how often, {@code take} or {@code lock}. */
    public static void main(String[] arguments) throws IOException {
      LockProvider locks =
          LockProvider.over(
              LocalAtomicStore.open(Path.of(arguments[0])), Author.current(), Clock.systemUTC());
      for (int grant = 0; grant < Integer.parseInt(arguments[1]); grant++) {
        if (arguments[2].equals("take")) {
          System.out.println(locks.take("name", LockOptions.defaults()).epoch());
        } else {
          try (Lock lock = locks.lock("name", LockOptions.defaults(), PATIENCE)) {
            System.out.println(lock.epoch());
          }
        }
      }
      if (arguments[2].equals("die")) {
        locks.take("name", LockOptions.defaults());
        Runtime.getRuntime().halt(1);
      }
    }
  }

  private ChildProcess start(String grants, String how) {
    return ChildProcess.of(Locker.class, directory.resolve("log").toString(), grants, how).start();
  }

  @Test
  void of_two_processes_that_steal_or_wait_no_epoch_is_granted_twice() throws IOException {
    for (String how : List.of("take", "lock")) {
      List<String> epochs = new ArrayList<>();
      try (ChildProcess one = start("40", how);
          ChildProcess other = start("40", how)) {
        for (ChildProcess process : List.of(one, other)) {
          assertThat(process.exitCode(PATIENCE)).as(process.err()).isZero();
          process.out().lines().forEach(epochs::add);
        }
      }
      assertThat(epochs).hasSize(80).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_lock_of_a_process_that_died_is_free_at_once() throws IOException {
    try (ChildProcess dying = start("0", "die")) {
      assertThat(dying.exitCode(PATIENCE)).isEqualTo(1);
    }
    LockProvider locks =
        LockProvider.over(
            LocalAtomicStore.open(directory.resolve("log")), Author.current(), Clock.systemUTC());
    assertThat(locks.holders())
        .singleElement()
        .satisfies(holder -> assertThat(holder.standing()).isEqualTo(LockProvider.Standing.ENDED));
    try (Lock lock = locks.tryLock("name", LockOptions.defaults()).orElseThrow()) {
      assertThat(lock.epoch()).isEqualTo(2);
    }
  }
}
