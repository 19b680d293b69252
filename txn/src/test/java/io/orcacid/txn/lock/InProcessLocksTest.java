package io.orcacid.txn.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.txn.log.Author;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** Locks in the memory of one virtual machine. */
class InProcessLocksTest extends LockContract {
  @Override
  protected AtomicStore store() {
    return new MemoryStore();
  }

  @Test
  void two_providers_know_nothing_of_each_other_and_say_so() throws IOException {
    LockProvider one = LockProvider.inProcess(Author.current(), Clock.systemUTC());
    LockProvider other = LockProvider.inProcess(Author.current(), Clock.systemUTC());
    assertThat(one.scope()).isEqualTo(AtomicStore.Scope.JVM);
    try (Lock lock = one.take("a", LockOptions.defaults());
        Lock same = other.take("a", LockOptions.defaults())) {
      assertThat(lock.scope()).isEqualTo(AtomicStore.Scope.JVM);
      assertThat(lock.isHeld() && same.isHeld()).isTrue();
    }
  }
}
