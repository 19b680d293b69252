package io.orcacid.bench;

import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;

/**
 * A store on the local disk whose writes take {@value #DELAY_MILLIS} ms longer, so that a benchmark
 * of many commits measures the engine and not the disk of the day.
 */
public final class DelayedStoreProvider implements AtomicStoreProvider {
  /** Kind of the store. */
  static final String KIND = "delayed";

  private static final long DELAY_MILLIS = 5;

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public AtomicStore open(Table table) throws IOException {
    return new DelayedStore(
        LocalAtomicStore.create(
            table.storage().localPath(table.logDirectory()), List.of("_ids", "_txns")));
  }

  private record DelayedStore(AtomicStore beneath) implements AtomicStore {
    @Override
    public String kind() {
      return KIND;
    }

    @Override
    public Scope scope() {
      return Scope.HOST;
    }

    @Override
    public Outcome putIfAbsent(String name, byte[] content) throws IOException {
      delay();
      return beneath.putIfAbsent(name, content);
    }

    @Override
    public void confirm(String name) throws IOException {
      beneath.confirm(name);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
      return beneath.read(name);
    }

    @Override
    public List<String> list(String prefix, String startAfter, int limit) throws IOException {
      return beneath.list(prefix, startAfter, limit);
    }

    @Override
    public void replace(String name, byte[] content) throws IOException {
      delay();
      beneath.replace(name, content);
    }

    @Override
    public void remove(String name) throws IOException {
      beneath.remove(name);
    }

    private static void delay() throws InterruptedIOException {
      try {
        Thread.sleep(DELAY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted in a delayed write");
      }
    }
  }
}
