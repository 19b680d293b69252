package io.orcacid.compactor.clean;

import io.orcacid.format.io.Storage;
import io.orcacid.txn.PartitionPlace;
import io.orcacid.txn.TemporaryName;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names of the directories in each partition, as they lay on the storage. Immutable.
 *
 * @param byPartition names by path of the partition, hidden ones too
 */
record DirectoryNames(Map<String, List<String>> byPartition) {
  DirectoryNames {
    byPartition = Collections.unmodifiableMap(new TreeMap<>(byPartition));
  }

  static DirectoryNames list(Storage storage, String tablePath, TableState state)
      throws IOException {
    TreeSet<String> partitions = new TreeSet<>(state.partitions());
    partitions.addAll(state.partitionsWithRetired());
    collect(storage, tablePath, "", state.metadata().partitionColumns().size(), partitions);
    // Tasks of a distributed write work below the table's own directory, whatever its partitions.
    List<String> temporaries =
        storage.listDirectories(tablePath).stream().filter(TemporaryName::beginsLikeOne).toList();
    Map<String, List<String>> names = new TreeMap<>();
    for (String partition : partitions) {
      names.put(partition, storage.listDirectories(PartitionPlace.of(tablePath, partition)));
    }
    names.computeIfAbsent("", path -> temporaries);
    return new DirectoryNames(names);
  }

  private static void collect(
      Storage storage, String tablePath, String path, int deeper, TreeSet<String> into)
      throws IOException {
    if (deeper == 0) {
      into.add(path);
      return;
    }
    for (String name : storage.listDirectories(PartitionPlace.of(tablePath, path))) {
      if (!name.startsWith("_") && !name.startsWith(".") && name.indexOf('=') > 0) {
        collect(storage, tablePath, path.isEmpty() ? name : path + "/" + name, deeper - 1, into);
      }
    }
  }
}
