package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeasesTest {
  @TempDir Path directory;

  /** A reader goes on to a later version while the leases are looked at. */
  private static final class PassedOn implements ForwardingStore {
    private final AtomicStore store;
    private final Step step;
    private boolean done;

    interface Step {
      void run() throws IOException;
    }

    PassedOn(AtomicStore store, Step step) {
      this.store = store;
      this.step = step;
    }

    @Override
    public AtomicStore beneath() {
      return store;
    }

    @Override
    public List<String> list(String prefix, String startAfter, int limit) throws IOException {
      List<String> names = store.list(prefix, startAfter, limit);
      if (prefix.equals(ReaderPins.PREFIX) && !done) {
        done = true;
        step.run();
      }
      return names;
    }
  }

  @Test
  void a_pin_that_is_passed_on_while_the_leases_are_listed_is_seen() throws IOException {
    TestTable table = new TestTable(directory);
    TransactionManager writer = table.manager(table.create());
    table.insert(writer, "p=1", 1);
    table.insert(writer, "p=1", 1);
    TransactionManager reader = table.manager();
    SnapshotPin first = reader.pin(1);
    PassedOn store =
        new PassedOn(
            table.localStore(),
            () -> {
              reader.pinLater(first, reader.log().stateAt(2));
              first.close();
            });

    List<Lease> leases = table.manager(table.open(store)).maintenance().leases();

    assertThat(leases).extracting(Lease::version).contains(1L);
  }
}
