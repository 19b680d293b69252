package io.orcacid.txn;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A store that hands every call on, for tests that change one of them. */
public interface ForwardingStore extends AtomicStore {
  AtomicStore beneath();

  @Override
  default String kind() {
    return beneath().kind();
  }

  @Override
  default Scope scope() {
    return beneath().scope();
  }

  @Override
  default Lookup lookup() {
    return beneath().lookup();
  }

  @Override
  default Outcome putIfAbsent(String name, byte[] content) throws IOException {
    return beneath().putIfAbsent(name, content);
  }

  @Override
  default void confirm(String name) throws IOException {
    beneath().confirm(name);
  }

  @Override
  default Optional<byte[]> read(String name) throws IOException {
    return beneath().read(name);
  }

  @Override
  default List<String> list(String prefix, String startAfter, int limit) throws IOException {
    return beneath().list(prefix, startAfter, limit);
  }

  @Override
  default void replace(String name, byte[] content) throws IOException {
    beneath().replace(name, content);
  }

  @Override
  default void remove(String name) throws IOException {
    beneath().remove(name);
  }
}
