package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints of a store that is not to be listed by readers: {@code _checkpoints/_n<20 digits>},
 * put if absent and never removed, number after number without a gap, names one checkpoint each, of
 * a greater version than the number before. So whoever reads on from any number until one is absent
 * finds the newest that was announced. Thread-safe.
 */
final class NumberedCheckpoints implements CheckpointNames {
  private static final Logger LOG = LoggerFactory.getLogger(NumberedCheckpoints.class);
  private static final String PREFIX = CheckpointRoot.DIRECTORY + "/_n";

  /** Where the end was; nothing rests on it. */
  private static final String HINT = CheckpointRoot.DIRECTORY + "/_last";

  /** Puts of the same number after lost answers. */
  private static final int MOST_UNKNOWN = 10;

  private final AtomicStore store;
  private final Map<Long, String> known = new ConcurrentHashMap<>();

  NumberedCheckpoints(AtomicStore store) {
    this.store = store;
  }

  private static String nameOf(long number) {
    return String.format(Locale.ROOT, "%s%020d", PREFIX, number);
  }

  @Override
  public <T> Optional<T> newestFirst(String after, Function<String, Optional<T>> use)
      throws IOException {
    for (long number = last(); number > 0; number--) {
      Optional<String> checkpoint = read(number);
      if (checkpoint.isEmpty()) {
        throw new CorruptFileException(
            "A number of a checkpoint is missing below an existing one: restore it from a copy",
            "name",
            nameOf(number));
      }
      if (checkpoint.get().compareTo(after) <= 0) {
        return Optional.empty();
      }
      Optional<T> result = use.apply(checkpoint.get());
      if (result.isPresent()) {
        return result;
      }
    }
    return Optional.empty();
  }

  @Override
  public void announce(String checkpoint) throws IOException {
    byte[] content = Json.seal(Json.object().put("checkpoint", checkpoint));
    for (int unknown = 0; unknown < MOST_UNKNOWN; ) {
      long last = last();
      if (last > 0 && isAtLeast(read(last).orElseThrow(), checkpoint)) {
        // Who found it may pass it on; it has to be there for good first.
        store.confirm(nameOf(last));
        return;
      }
      Outcome outcome = store.putIfAbsent(nameOf(last + 1), content);
      if (outcome == Outcome.UNKNOWN) {
        unknown++;
      }
      if (outcome == Outcome.WON || isOwn(nameOf(last + 1), content)) {
        known.put(last + 1, checkpoint);
        hint(last + 1);
        return;
      }
    }
    throw new IOException("A checkpoint was not announced: the store lost its answers");
  }

  /** By version: two checkpoints of one version stand for the same entries. */
  private static boolean isAtLeast(String found, String checkpoint) {
    return CheckpointRoot.versionOf(found) >= CheckpointRoot.versionOf(checkpoint);
  }

  private boolean isOwn(String name, byte[] content) throws IOException {
    if (store.read(name).filter(found -> Arrays.equals(found, content)).isEmpty()) {
      return false;
    }
    store.confirm(name);
    return true;
  }

  /** The last number; 0 if there is none. */
  private long last() throws IOException {
    long last = known.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
    if (last == 0) {
      last = hinted();
    }
    while (read(last + 1).isPresent()) {
      last++;
    }
    return last;
  }

  private long hinted() throws IOException {
    long number;
    try {
      Optional<byte[]> bytes = store.read(HINT);
      number = bytes.isEmpty() ? 0 : Json.unseal(bytes.get(), HINT).number("number");
    } catch (OrcAcidException e) {
      LOG.debug("The hint at the last checkpoint says nothing: {}", e.toString());
      return 0;
    }
    return number > 0 && read(number).isPresent() ? number : 0;
  }

  private Optional<String> read(long number) throws IOException {
    String before = known.get(number);
    if (before != null) {
      return Optional.of(before);
    }
    Optional<byte[]> bytes = store.read(nameOf(number));
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    String checkpoint = Json.unseal(bytes.get(), nameOf(number)).text("checkpoint");
    if (!checkpoint.startsWith(CheckpointRoot.PREFIX) || CheckpointRoot.versionOf(checkpoint) < 0) {
      throw new CorruptFileException(
          "A number of a checkpoint names none", "name", nameOf(number), "found", checkpoint);
    }
    known.put(number, checkpoint);
    return Optional.of(checkpoint);
  }

  private void hint(long number) {
    try {
      store.replace(HINT, Json.seal(Json.object().put("number", number)));
    } catch (IOException | RuntimeException e) {
      LOG.debug("The hint at the last checkpoint was not written: {}", e.toString());
    }
  }
}
