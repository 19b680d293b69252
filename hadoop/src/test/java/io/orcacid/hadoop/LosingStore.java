package io.orcacid.hadoop;

import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store of its own kind, on the local disk, that does what it is asked for and loses the answer;
 * afterwards it cannot be read for a while.
 */
public final class LosingStore implements AtomicStoreProvider {
  static final String KIND = "losing";

  /** How many calls fail after the next entry of the log was put; 0 for a store that is well. */
  private static final AtomicInteger ARMED = new AtomicInteger();

  private static final AtomicInteger FAILING = new AtomicInteger();

  /** For {@link java.util.ServiceLoader}. */
  public LosingStore() {}

  /** The next entry is put, and nothing answers for some calls. */
  static void loseNext(int calls) {
    FAILING.set(0);
    ARMED.set(calls);
  }

  /** It answers again. */
  static void recover() {
    ARMED.set(0);
    FAILING.set(0);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public AtomicStore open(Table table) throws IOException {
    Path directory = Path.of(table.logDirectory());
    return new Losing(
        Files.isDirectory(directory.resolve("_ids"))
            ? LocalAtomicStore.open(directory)
            : LocalAtomicStore.create(directory, List.of("_ids")));
  }

  private record Losing(LocalAtomicStore store) implements AtomicStore {
    private static void answer() throws IOException {
      if (FAILING.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IOException("the store does not answer");
      }
    }

    @Override
    public String kind() {
      return KIND;
    }

    @Override
    public Scope scope() {
      return store.scope();
    }

    @Override
    public Outcome putIfAbsent(String name, byte[] content) throws IOException {
      answer();
      Outcome outcome = store.putIfAbsent(name, content);
      int calls = name.startsWith("_v") ? ARMED.getAndSet(0) : 0;
      if (calls > 0) {
        FAILING.set(calls);
        return Outcome.UNKNOWN;
      }
      return outcome;
    }

    @Override
    public void confirm(String name) throws IOException {
      answer();
      store.confirm(name);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
      answer();
      return store.read(name);
    }

    @Override
    public List<String> list(String prefix, String startAfter, int limit) throws IOException {
      answer();
      return store.list(prefix, startAfter, limit);
    }

    @Override
    public void replace(String name, byte[] content) throws IOException {
      store.replace(name, content);
    }

    @Override
    public void remove(String name) throws IOException {
      store.remove(name);
    }
  }
}
