package io.orcacid.cli;

import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** What lies below a table's directory, beside its log, and what the newest version names there. */
final class DiskContent {
  private DiskContent() {}

  /** Every file and directory below the table, by its path from there. */
  static Set<String> of(Path table) throws IOException {
    Set<String> found = new TreeSet<>();
    try (var paths = Files.walk(table)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = table.relativize(path).toString();
        if (!name.isEmpty() && !name.startsWith(CommitLog.DIRECTORY)) {
          found.add(name);
        }
      }
    }
    return found;
  }

  /** Every file of the newest version, each directory on the way to it included. */
  static Set<String> namedByTheLog(Path table) throws IOException {
    TableState state =
        CommitLog.open(Storage.local(), table.toString(), LogOptions.defaults()).newest();
    Set<String> named = new TreeSet<>();
    for (String partition : state.partitions()) {
      for (DataDirectory directory : state.directories(partition)) {
        Path place = Path.of(partition, directory.name());
        add(named, place.resolve(AcidVersion.FILE_NAME));
        for (DataFile file : directory.files()) {
          add(named, place.resolve(file.name()));
        }
      }
    }
    return named;
  }

  private static void add(Set<String> named, Path file) {
    for (Path path = file; path != null; path = path.getParent()) {
      named.add(path.toString());
    }
  }
}
