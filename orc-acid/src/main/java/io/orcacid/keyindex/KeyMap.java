package io.orcacid.keyindex;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * A map of bytes. One thread uses it at a time. What is read after a process died may be older than
 * what was put last, or newer, never anything else.
 */
public interface KeyMap extends Closeable {
  /** The value of a key. */
  Optional<byte[]> get(byte[] key);

  /**
   * Replaces the value of a key.
   *
   * @throws FullException if the map has no room for it; what was there before stays
   */
  void put(byte[] key, byte[] value);

  /** Removes a key, if it is there. */
  void remove(byte[] key);

  /** How many keys it has. */
  long size();

  /** What was put may stay behind in memory until here. */
  @Override
  void close() throws IOException;

  /** A map was made for fewer entries. */
  final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FullException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
