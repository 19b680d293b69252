package io.orcacid.txn.lock;

import io.orcacid.txn.store.AtomicStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** A store in this virtual machine's memory, for locks between its threads. Thread-safe. */
final class MemoryStore implements AtomicStore {
  private final ConcurrentSkipListMap<String, byte[]> contents = new ConcurrentSkipListMap<>();

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public Scope scope() {
    return Scope.JVM;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) {
    return contents.putIfAbsent(name, content.clone()) == null ? Outcome.WON : Outcome.LOST;
  }

  @Override
  public void confirm(String name) {}

  @Override
  public Optional<byte[]> read(String name) {
    return Optional.ofNullable(contents.get(name)).map(byte[]::clone);
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) {
    return contents.tailMap(prefix, true).keySet().stream()
        .takeWhile(name -> name.startsWith(prefix))
        .filter(name -> name.compareTo(startAfter) > 0)
        .limit(limit)
        .toList();
  }

  @Override
  public void replace(String name, byte[] content) {
    contents.put(name, content.clone());
  }

  @Override
  public void remove(String name) {
    contents.remove(name);
  }
}
