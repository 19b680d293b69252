package io.orcacid.compactor.clean;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.PartitionPlace;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Removes directories: at once, or into a trash beside the log, from which they can be moved back
 * while they are there. In the trash every name begins with an underscore, so that no engine takes
 * one for data. What is gone already is no error.
 */
final class Removal {
  private static final String TRASH = CommitLog.DIRECTORY + "/_trash";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("'_'uuuuMMdd'T'HHmmss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** How often a directory is emptied that somebody fills again. */
  private static final int MOST_ATTEMPTS = 10;

  private final Storage storage;
  private final String tablePath;
  private final Duration trash;
  private final Instant now;

  Removal(Storage storage, String tablePath, Duration trash, Instant now) {
    this.storage = storage;
    this.tablePath = tablePath;
    this.trash = trash;
    this.now = now;
  }

  /**
   * Makes sure that there can be a trash, if one is wanted.
   *
   * @throws ValidationException on an object store
   */
  static void require(Storage storage, String tablePath, Duration trash) {
    if (!trash.isZero() && !storage.renames()) {
      throw new ValidationException(
          "An object store has no trash, as nothing can be moved there: clean without one, and keep"
              + " removed objects by the store's own versioning",
          "table",
          tablePath,
          "trash",
          trash);
    }
  }

  /** Removes a directory of a partition. */
  void directory(String partition, String name) throws IOException {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("not a directory of a partition");
    }
    String path = PartitionPlace.of(tablePath, partition) + "/" + name;
    if (trash.isZero()) {
      deleteDirectory(path);
    } else if (storage.exists(path)) {
      // The files first: after a crash the directory is still where the next run looks.
      for (String file : storage.names(path)) {
        if (!file.startsWith("_")) {
          storage.rename(path + "/" + file, path + "/_" + file);
        }
      }
      move(path, partition, name);
    }
  }

  /** A fenced writer that does not know it yet may add a file while its directory is emptied. */
  private void deleteDirectory(String path) throws IOException {
    for (int attempts = 1; ; attempts++) {
      try {
        storage.delete(path);
        return;
      } catch (DirectoryNotEmptyException added) {
        if (attempts == MOST_ATTEMPTS) {
          throw added;
        }
      }
    }
  }

  /** Removes the plain files of an adopted partition. */
  void originals(String partition, DataDirectory originals) throws IOException {
    for (DataFile file : originals.files()) {
      String path = PartitionPlace.of(tablePath, partition) + "/" + file.name();
      if (trash.isZero()) {
        storage.delete(path);
      } else if (storage.exists(path)) {
        move(path, partition, file.name());
      }
    }
  }

  private void move(String path, String partition, String name) throws IOException {
    List<String> parts = new ArrayList<>();
    String whole = partition.isEmpty() ? name : partition + "/" + name;
    for (String part : whole.split("/")) {
      parts.add("_" + part);
    }
    String last = parts.remove(parts.size() - 1);
    String parent = tablePath + "/" + TRASH + "/" + TIME.format(now);
    if (!parts.isEmpty()) {
      parent += "/" + String.join("/", parts);
    }
    storage.createDirectories(parent);
    storage.rename(path, parent + "/" + last);
  }

  /** Empties the trash of what lies there longer than it is to; gives how many times. */
  int purge() throws IOException {
    int purged = 0;
    String place = tablePath + "/" + TRASH;
    List<String> times;
    try {
      times = storage.listDirectories(place);
    } catch (FileNotFoundException none) {
      return 0;
    }
    for (String name : times) {
      if (isOver(name)) {
        storage.delete(place + "/" + name);
        purged++;
      }
    }
    return purged;
  }

  private boolean isOver(String name) {
    try {
      Instant removed = TIME.parse(name, Instant::from);
      return !removed.plus(trash).isAfter(now);
    } catch (DateTimeParseException notOurs) {
      return false;
    }
  }
}
