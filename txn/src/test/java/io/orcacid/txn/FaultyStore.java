package io.orcacid.txn;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A store of which one call goes wrong: the k-th of all calls, or the next put of a name. Later
 * calls work again, except after a crash, when every call of the dead process fails.
 */
final class FaultyStore implements AtomicStore {
  /** What goes wrong. */
  enum Fault {
    /** Done, but the answer is lost. */
    LOST_ANSWER,
    /** Not done, and the answer is lost. */
    LOST_REQUEST,
    /** Done, but the store's own retry says "exists". */
    SAYS_EXISTS,
    /** Not done, and said so. */
    ERROR,
    CRASH_BEFORE,
    CRASH_AFTER
  }

  /** The process died; no code may catch it. */
  static final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimulatedCrash() {
      super("simulated crash", null, false, false);
    }
  }

  private final AtomicStore store;
  private final Fault fault;
  private final long failingCall;
  private final String failingPrefix;
  private long calls;
  private int faults;
  private boolean dead;

  private FaultyStore(AtomicStore store, Fault fault, long failingCall, String failingPrefix) {
    this.store = store;
    this.fault = fault;
    this.failingCall = failingCall;
    this.failingPrefix = failingPrefix;
  }

  static FaultyStore atCall(AtomicStore store, Fault fault, long call) {
    return new FaultyStore(store, fault, call, "none");
  }

  /** The first put of a name with the prefix goes wrong. */
  static FaultyStore atPut(AtomicStore store, Fault fault, String prefix) {
    return new FaultyStore(store, fault, -1, prefix);
  }

  long calls() {
    return calls;
  }

  /** How often something went wrong. */
  int faults() {
    return faults;
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  private <T> T run(String name, Call<T> call, Optional<Outcome> put) throws IOException {
    if (dead) {
      throw new SimulatedCrash();
    }
    calls++;
    boolean chosen =
        calls == failingCall || put.isPresent() && faults == 0 && name.startsWith(failingPrefix);
    if (!chosen) {
      return call.run();
    }
    faults++;
    return fail(call, put);
  }

  @SuppressWarnings("unchecked")
  private <T> T fail(Call<T> call, Optional<Outcome> put) throws IOException {
    switch (fault) {
      case CRASH_BEFORE -> {
        dead = true;
        throw new SimulatedCrash();
      }
      case CRASH_AFTER -> {
        call.run();
        dead = true;
        throw new SimulatedCrash();
      }
      case LOST_ANSWER, SAYS_EXISTS, LOST_REQUEST -> {
        if (put.isEmpty()) {
          throw new IOException("injected");
        }
        if (fault != Fault.LOST_REQUEST) {
          call.run();
        }
        return (T) (fault == Fault.SAYS_EXISTS ? Outcome.LOST : Outcome.UNKNOWN);
      }
      default -> throw new IOException("injected");
    }
  }

  @Override
  public String kind() {
    return store.kind();
  }

  @Override
  public Scope scope() {
    return store.scope();
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    return run(name, () -> store.putIfAbsent(name, content), Optional.of(Outcome.UNKNOWN));
  }

  @Override
  public void confirm(String name) throws IOException {
    run(
        name,
        () -> {
          store.confirm(name);
          return null;
        },
        Optional.empty());
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    return run(name, () -> store.read(name), Optional.empty());
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    return run(prefix, () -> store.list(prefix, startAfter, limit), Optional.empty());
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    run(
        name,
        () -> {
          store.replace(name, content);
          return null;
        },
        Optional.empty());
  }

  @Override
  public void remove(String name) throws IOException {
    run(
        name,
        () -> {
          store.remove(name);
          return null;
        },
        Optional.empty());
  }
}
