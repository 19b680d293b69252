package io.orcacid.txn;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.Optional;

/** Loses the answer of the next entry's put, and then cannot be read until it is repaired. */
public final class UnreadableStore implements ForwardingStore {
  private final AtomicStore beneath;
  private boolean armed;
  private boolean broken;

  public UnreadableStore(AtomicStore beneath) {
    this.beneath = beneath;
  }

  /** From now on the next entry's answer is lost. */
  public void arm() {
    armed = true;
  }

  /** It can be read again. */
  public void repair() {
    broken = false;
  }

  @Override
  public AtomicStore beneath() {
    return beneath;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    Outcome outcome = beneath.putIfAbsent(name, content);
    if (armed && name.startsWith("_v")) {
      armed = false;
      broken = true;
      return Outcome.UNKNOWN;
    }
    return outcome;
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    if (broken) {
      throw new IOException("unreachable");
    }
    return beneath.read(name);
  }
}
