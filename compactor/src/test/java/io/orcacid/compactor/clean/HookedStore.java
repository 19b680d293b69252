package io.orcacid.compactor.clean;

import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.List;

/** A store that tells a hook of each call before and after it, in the order in which they come. */
final class HookedStore implements ForwardingStore {
  private final AtomicStore beneath;
  private final Hook hook;

  /** Sees each call; what it throws the caller gets. */
  interface Hook {
    /** When a call comes, or has been done. */
    void on(String call, String name) throws IOException;
  }

  HookedStore(AtomicStore beneath, Hook hook) {
    this.beneath = beneath;
    this.hook = hook;
  }

  @Override
  public AtomicStore beneath() {
    return beneath;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    hook.on("put", name);
    Outcome outcome = beneath.putIfAbsent(name, content);
    hook.on("was put", name);
    return outcome;
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    hook.on("list", prefix);
    List<String> names = beneath.list(prefix, startAfter, limit);
    hook.on("was listed", prefix);
    return names;
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    hook.on("replace", name);
    beneath.replace(name, content);
    hook.on("was replaced", name);
  }

  @Override
  public void remove(String name) throws IOException {
    hook.on("remove", name);
    beneath.remove(name);
    hook.on("was removed", name);
  }
}
