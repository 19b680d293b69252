package io.orcacid.txn;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.DeleteFileReader;
import io.orcacid.format.orc.EventFilter;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.PartitionChange;
import java.io.IOException;
import java.util.Optional;

/**
 * Which rows a change deleted: from its entry, or from the delete deltas that it added (PROTOCOL.md
 * §11, {@code row}). What cannot be read is an error, never "none".
 */
final class DeletedRows {
  private final Storage storage;
  private final String tablePath;

  DeletedRows(Storage storage, String tablePath) {
    this.storage = storage;
    this.tablePath = tablePath;
  }

  RowIdSet of(PartitionChange change) throws IOException {
    Optional<RowIdSet> inline = change.inlineDeletedRows();
    if (inline.isPresent()) {
      return inline.get();
    }
    RowIdSet rows = new RowIdSet();
    for (DataDirectory add : change.adds()) {
      if (add.isDelete()) {
        for (DataFile file : add.files()) {
          String path =
              PartitionPlace.of(tablePath, change.partition())
                  + "/"
                  + add.name()
                  + "/"
                  + file.name();
          DeleteFileReader.read(storage, path, file.length(), all(add.directory()), rows);
        }
      }
    }
    return rows;
  }

  private static EventFilter all(AcidDirectory directory) {
    return new EventFilter(
        directory.minWriteId(),
        directory.maxWriteId(),
        PartitionLayout.SKIP_NOTHING,
        RangeMatch.ALL,
        ValidWriteIdList.everything());
  }
}
