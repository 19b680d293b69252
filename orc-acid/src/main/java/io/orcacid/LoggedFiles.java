package io.orcacid;

import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The data files that a log describes, live and replaced ones, so that none need be opened. */
final class LoggedFiles {
  private final Optional<TableState> state;
  private final Map<String, Map<String, DataFile>> byPartition = new HashMap<>();

  LoggedFiles(Optional<TableState> state) {
    this.state = state;
  }

  /**
   * What the log says of a file.
   *
   * @param path below the partition
   */
  Optional<DataFile> file(String partition, String path) {
    return Optional.ofNullable(byPartition.computeIfAbsent(partition, this::files).get(path));
  }

  private Map<String, DataFile> files(String partition) {
    Map<String, DataFile> files = new HashMap<>();
    for (DataDirectory directory : directories(partition)) {
      String prefix = directory.isOriginals() ? "" : directory.name() + "/";
      directory.files().forEach(file -> files.put(prefix + file.name(), file));
    }
    return files;
  }

  private List<DataDirectory> directories(String partition) {
    List<DataDirectory> directories = new ArrayList<>();
    state.ifPresent(
        known -> {
          directories.addAll(known.directories(partition));
          known.retired(partition).stream()
              .map(RetiredDirectory::directory)
              .forEach(directories::add);
        });
    return directories;
  }
}
