package io.orcacid.chronicle;

import io.orcacid.keyindex.KeyMap;
import io.orcacid.keyindex.KeyMapProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps in memory-mapped files. What a process put is there for the next one even if it was killed;
 * what the file holds after the machine went down is unknown, and so it is not opened then. Needs a
 * JDK, and the options that the user's documentation names.
 */
public final class ChronicleKeyMaps implements KeyMapProvider {
  /** {@link #kind()} of these maps. */
  public static final String KIND = "chronicle";

  private static final Logger LOG = LoggerFactory.getLogger(ChronicleKeyMaps.class);

  static {
    // The library would report its use to its maker.
    System.setProperty("chronicle.analytics.disable", "true");
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean isDurable() {
    return true;
  }

  @Override
  public KeyMap create(Path file, Size size) throws IOException {
    Files.deleteIfExists(closedMark(file));
    Files.deleteIfExists(file);
    return new ChronicleKeyMap(builder(size).createPersistedTo(file.toFile()), file);
  }

  private static ChronicleMapBuilder<byte[], byte[]> builder(Size size) {
    return ChronicleMapBuilder.of(byte[].class, byte[].class)
        .name("orc-acid-key-index")
        .entries(size.entries())
        .averageKeySize(size.keyBytes())
        .averageValueSize(size.valueBytes());
  }

  @Override
  public Optional<KeyMap> open(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    // What else it was built with stands in the file.
    ChronicleMapBuilder<byte[], byte[]> builder =
        ChronicleMapBuilder.of(byte[].class, byte[].class).name("orc-acid-key-index");
    boolean closed = Files.deleteIfExists(closedMark(file));
    AtomicInteger lost = new AtomicInteger();
    try {
      ChronicleMap<byte[], byte[]> map =
          closed
              ? builder.createPersistedTo(file.toFile())
              : builder.recoverPersistedTo(
                  file.toFile(), false, corruption -> lost.incrementAndGet());
      if (lost.get() > 0) {
        // An entry that was left out would be taken for a key without rows.
        map.close();
        LOG.warn("{} lost {} entries and is made anew", file, lost);
        return Optional.empty();
      }
      return Optional.of(new ChronicleKeyMap(map, file));
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} cannot be opened and is made anew: {}", file, e.toString());
      return Optional.empty();
    }
  }

  /** A map that was closed needs no repair. */
  static Path closedMark(Path file) {
    return file.resolveSibling(file.getFileName() + ".closed");
  }
}
