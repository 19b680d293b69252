package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.txn.log.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The data files of one directory of a table, with what the log knows of each. */
final class DirectoryFiles {
  private DirectoryFiles() {}

  static List<TableInspection.File> of(
      Storage storage, String root, String partition, String directory, LoggedFiles logged)
      throws IOException {
    requireBelow(partition, directory);
    String place = partition.isEmpty() ? root : root + "/" + partition;
    List<TableInspection.File> files = new ArrayList<>();
    if (AcidDirectory.parse(directory).isPresent()) {
      for (Storage.StoredFile file : storage.listRecursively(place + "/" + directory)) {
        if (BucketFileName.parse(file.path()).isPresent()) {
          files.add(
              file(
                  file.path(),
                  file.length(),
                  logged.file(partition, directory + "/" + file.path())));
        }
      }
    } else if (storage.exists(place + "/" + directory)) {
      long length = storage.length(place + "/" + directory);
      files.add(file(directory, length, logged.file(partition, directory)));
    }
    if (files.isEmpty() && !storage.exists(place + "/" + directory)) {
      throw new ValidationException(
          "Nothing of that name is there", "partition", partition, "directory", directory);
    }
    return files;
  }

  /** A name that leads out of the table, or to the log, is none of a directory of data. */
  private static void requireBelow(String partition, String directory) {
    boolean named =
        AcidDirectory.parse(directory).isPresent()
            || BucketFileName.parse(directory.substring(directory.lastIndexOf('/') + 1))
                .isPresent();
    boolean plain = (partition + directory).chars().noneMatch(Character::isISOControl);
    if (!named || !plain) {
      throw new ValidationException(
          "Not a directory of data", "partition", partition, "directory", directory);
    }
    for (String part : (partition + "/" + directory).split("/", -1)) {
      if (part.equals("..") || part.equals(".") || DirectoryListing.isHidden(part)) {
        throw new ValidationException(
            "Not a directory of data", "partition", partition, "directory", directory);
      }
    }
  }

  private static TableInspection.File file(String name, long length, Optional<DataFile> known) {
    return new TableInspection.File(
        name,
        length,
        known.map(DataFile::rows),
        known.map(file -> String.format(Locale.ROOT, "%08x", file.crc32c())),
        known.flatMap(DataFile::first).map(RowId::toString),
        known.flatMap(DataFile::last).map(RowId::toString));
  }
}
