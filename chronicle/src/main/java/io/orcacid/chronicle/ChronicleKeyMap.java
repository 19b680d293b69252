package io.orcacid.chronicle;

import io.orcacid.keyindex.KeyMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.hash.ChronicleHashClosedException;
import net.openhft.chronicle.map.ChronicleMap;

/** One map in a file. */
final class ChronicleKeyMap implements KeyMap {
  private final ChronicleMap<byte[], byte[]> map;
  private final Path file;

  ChronicleKeyMap(ChronicleMap<byte[], byte[]> map, Path file) {
    this.map = map;
    this.file = file;
  }

  @Override
  public Optional<byte[]> get(byte[] key) {
    return Optional.ofNullable(map.get(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      map.put(key, value);
    } catch (ChronicleHashClosedException e) {
      throw e;
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new FullException("The key map has no room: " + file, e);
    }
  }

  @Override
  public void remove(byte[] key) {
    map.remove(key);
  }

  @Override
  public long size() {
    return map.longSize();
  }

  @Override
  public void close() throws IOException {
    if (map.isOpen()) {
      map.close();
      if (Files.exists(file)) {
        Files.write(ChronicleKeyMaps.closedMark(file), new byte[0]);
      }
    }
  }
}
