package io.orcacid.simulation.concurrent;

import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The store of a process, of which some puts leave their caller in the dark. */
final class FaultyStore implements ForwardingStore {
  private final World world;
  private final SimulatedProcess process;
  private final AtomicStore store;

  FaultyStore(World world, SimulatedProcess process, AtomicStore store) {
    this.world = world;
    this.process = process;
    this.store = store;
  }

  private enum Fault {
    /** Put, but the answer is lost (F7). */
    LOST_ANSWER,
    /** Not put, and the answer is lost. */
    LOST_REQUEST,
    /** Put, but a retry inside the store then says that it was there (F18). */
    SAYS_EXISTS,
    /** The answer is lost, and the put arrives later, even after its process died. */
    LATE
  }

  @Override
  public AtomicStore beneath() {
    return store;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    if (!world.isStoreFaulty()) {
      return world.bug().put(store, name, content);
    }
    world.figures().count(What.STORE_FAULTS);
    process.countStoreFault();
    Fault fault = Fault.values()[world.random().nextInt(Fault.values().length)];
    switch (fault) {
      case LOST_ANSWER -> store.putIfAbsent(name, content);
      case SAYS_EXISTS -> {
        if (store.putIfAbsent(name, content) == Outcome.WON) {
          return Outcome.LOST;
        }
      }
      case LATE -> world.arriveLater(name, content);
      case LOST_REQUEST -> {}
    }
    return Outcome.UNKNOWN;
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    return world.bug().list(store.list(prefix, startAfter, limit), prefix);
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    return world.bug().read(store, name);
  }
}
