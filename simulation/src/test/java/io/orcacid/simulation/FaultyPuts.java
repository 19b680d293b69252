package io.orcacid.simulation;

import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A store of which one put goes wrong in a way that leaves its caller in the dark. */
final class FaultyPuts implements ForwardingStore {
  private final AtomicStore store;
  private final long failingPut;
  private final Fault fault;
  private long puts;
  private Optional<Late> late = Optional.empty();
  private int faults;

  private record Late(String name, byte[] content, long callsToGo) {}

  /** What goes wrong. */
  enum Fault {
    /** Put, but the answer is lost. */
    LOST_ANSWER,
    /** Not put, and the answer is lost. */
    LOST_REQUEST,
    /** Put, but a retry inside the store then says that it was there (F18). */
    SAYS_EXISTS,
    /** The answer is lost, and the put arrives a few calls later. */
    LATE
  }

  FaultyPuts(AtomicStore store, long failingPut, Fault fault) {
    this.store = store;
    this.failingPut = failingPut;
    this.fault = fault;
  }

  @Override
  public AtomicStore beneath() {
    return store;
  }

  int faults() {
    return faults;
  }

  /** What is late arrives some time, whatever its caller does meanwhile. */
  private void pass() throws IOException {
    if (late.isPresent()) {
      Late put = late.get();
      if (put.callsToGo() == 0) {
        late = Optional.empty();
        store.putIfAbsent(put.name(), put.content());
      } else {
        late = Optional.of(new Late(put.name(), put.content(), put.callsToGo() - 1));
      }
    }
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    pass();
    if (++puts != failingPut) {
      return store.putIfAbsent(name, content);
    }
    faults++;
    switch (fault) {
      case LOST_ANSWER, SAYS_EXISTS -> store.putIfAbsent(name, content);
      case LATE -> late = Optional.of(new Late(name, content, puts % 4));
      case LOST_REQUEST -> {}
    }
    return fault == Fault.SAYS_EXISTS ? Outcome.LOST : Outcome.UNKNOWN;
  }

  @Override
  public void confirm(String name) throws IOException {
    pass();
    store.confirm(name);
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    pass();
    return store.read(name);
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    pass();
    return store.list(prefix, startAfter, limit);
  }
}
