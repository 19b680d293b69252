package io.orcacid.keyindex;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A way to keep key maps, found by {@link java.util.ServiceLoader}. Thread-safe. */
public interface KeyMapProvider {
  /** What the setting {@code orcacid.key.index} calls it. */
  String kind();

  /** Whether a map can be opened again by another process. */
  boolean isDurable();

  /**
   * Makes an empty map.
   *
   * @param file where it may keep its content; a file that is there is replaced
   * @param size what it is to hold
   */
  KeyMap create(Path file, Size size) throws IOException;

  /**
   * Opens a map that another process made, which may have died.
   *
   * @return empty if there is none, or it cannot be trusted
   */
  Optional<KeyMap> open(Path file) throws IOException;

  /**
   * What a map is to hold.
   *
   * @param entries most keys
   * @param keyBytes bytes of an average key
   * @param valueBytes bytes of an average value
   */
  record Size(long entries, int keyBytes, int valueBytes) {}
}
