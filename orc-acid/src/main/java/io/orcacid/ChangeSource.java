package io.orcacid;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Changes one after the other. Not thread-safe. */
interface ChangeSource extends Closeable {
  /**
   * A change and what it belongs to.
   *
   * @param change what happened
   * @param key key of its row; empty if there is none to compare
   */
  record Keyed(Change change, Optional<List<Object>> key) {}

  /** The next one; empty at the end. */
  Optional<Keyed> next() throws IOException;
}
