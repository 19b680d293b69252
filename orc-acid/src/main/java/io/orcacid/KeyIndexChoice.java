package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.keyindex.HeapKeyMaps;
import io.orcacid.keyindex.KeyMapProvider;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Which key index a process keeps of a table, by its settings.
 *
 * @param kind of its map
 * @param directory where durable maps lie, empty if nothing was said
 */
record KeyIndexChoice(String kind, String directory) {
  /** {@link #kind} of none. */
  static final String OFF = "off";

  static KeyIndexChoice of(AcidOptions options) {
    return options.keyIndex();
  }

  /** The index; empty if none is wanted, or the table declares no key that rows are found by. */
  Optional<KeyIndex> open(TransactionManager manager, ReadPredicates.ScanSource scans)
      throws IOException {
    TableMetadata metadata = manager.log().loaded().metadata();
    if (kind.equals(OFF) || !KeyOrdering.isDeclared(metadata)) {
      return Optional.empty();
    }
    KeyMapProvider maps = provider();
    return Optional.of(
        new KeyIndex(
            manager,
            metadata.uuid().toString(),
            KeyOrdering.of(metadata),
            scans,
            maps,
            maps.isDurable() ? Optional.of(place(metadata.uuid().toString())) : Optional.empty(),
            ProcessIdentity.current().machine()));
  }

  private Path place(String table) {
    if (directory.isEmpty()) {
      throw new ValidationException(
          "A key index of this kind needs a directory of this machine's own disk",
          "key",
          AcidOption.KEY_INDEX_DIRECTORY.key(),
          "kind",
          kind);
    }
    return Path.of(directory, table);
  }

  private KeyMapProvider provider() {
    Map<String, KeyMapProvider> known = new LinkedHashMap<>();
    known.put(HeapKeyMaps.KIND, new HeapKeyMaps());
    for (KeyMapProvider provider :
        ServiceLoader.load(KeyMapProvider.class, KeyIndexChoice.class.getClassLoader())) {
      known.putIfAbsent(provider.kind(), provider);
    }
    KeyMapProvider provider = known.get(kind);
    if (provider == null) {
      throw new ValidationException(
          "No key index of this kind is on the class path: add the jar that has it",
          "key",
          AcidOption.KEY_INDEX.key(),
          "kind",
          kind,
          "found",
          known.keySet());
    }
    return provider;
  }
}
