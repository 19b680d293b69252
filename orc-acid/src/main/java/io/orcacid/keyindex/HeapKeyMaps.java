package io.orcacid.keyindex;

import it.unimi.dsi.fastutil.bytes.ByteArrays;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenCustomHashMap;
import java.nio.file.Path;
import java.util.Optional;

/** Maps on the heap, gone with the process: about 100 bytes for each key. */
public final class HeapKeyMaps implements KeyMapProvider {
  /** {@link #kind()} of these maps. */
  public static final String KIND = "memory";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public KeyMap create(Path file, Size size) {
    return new HeapKeyMap();
  }

  @Override
  public Optional<KeyMap> open(Path file) {
    return Optional.empty();
  }

  private static final class HeapKeyMap implements KeyMap {
    private final Object2ObjectOpenCustomHashMap<byte[], byte[]> entries =
        new Object2ObjectOpenCustomHashMap<>(ByteArrays.HASH_STRATEGY);

    @Override
    public Optional<byte[]> get(byte[] key) {
      return Optional.ofNullable(entries.get(key));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      entries.put(key, value);
    }

    @Override
    public void remove(byte[] key) {
      entries.remove(key);
    }

    @Override
    public long size() {
      return entries.size();
    }

    @Override
    public void close() {
      entries.clear();
      entries.trim();
    }
  }
}
