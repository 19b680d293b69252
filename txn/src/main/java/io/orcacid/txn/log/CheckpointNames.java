package io.orcacid.txn.log;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the checkpoints that stand for a log's beginning are found (PROTOCOL.md R11, R23): whoever
 * looks after entries went finds the checkpoint that stands for them, or a newer one.
 */
interface CheckpointNames {
  /** The way of a store. */
  static CheckpointNames of(AtomicStore store) {
    return switch (store.lookup()) {
      case LISTING -> new Listed(store);
      case NUMBERED -> new NumberedCheckpoints(store);
    };
  }

  /**
   * Shows names, the newest first, until one gives a result.
   *
   * @param after a text that the names are greater than, or the empty text
   */
  <T> Optional<T> newestFirst(String after, Function<String, Optional<T>> use) throws IOException;

  /**
   * Lets others find a checkpoint of which all bytes are durable. Afterwards this one or a newer
   * one is found by everybody.
   *
   * @throws IOException if that could not be made sure of
   */
  void announce(String checkpoint) throws IOException;

  /** Whether a checkpoint after a version is to be found. */
  default boolean isOneAfter(long version) throws IOException {
    return newestFirst(CheckpointRoot.after(version), Optional::of).isPresent();
  }

  /** By a listing: what is there needs no announcement. */
  record Listed(AtomicStore store) implements CheckpointNames {
    @Override
    public <T> Optional<T> newestFirst(String after, Function<String, Optional<T>> use)
        throws IOException {
      List<String> names =
          new ArrayList<>(store.list(CheckpointRoot.PREFIX, after, Integer.MAX_VALUE));
      Collections.reverse(names);
      for (String name : names) {
        Optional<T> result = use.apply(name);
        if (result.isPresent()) {
          return result;
        }
      }
      return Optional.empty();
    }

    @Override
    public boolean isOneAfter(long version) throws IOException {
      return !store.list(CheckpointRoot.PREFIX, CheckpointRoot.after(version), 1).isEmpty();
    }

    @Override
    public void announce(String checkpoint) {}
  }
}
