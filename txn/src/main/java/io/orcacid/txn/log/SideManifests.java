package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Reads and writes the side lists of entries that touch very many partitions; durable before the
 * entry is put (PROTOCOL.md §2). A row is the place of a transaction in its entry, and a change.
 */
final class SideManifests {
  private final Storage storage;
  private final AtomicStore store;
  private final String directory;

  SideManifests(Storage storage, AtomicStore store, String directory) {
    this.storage = storage;
    this.store = store;
    this.directory = directory;
  }

  /** Writes the changes of an entry; again for the same entry, the file of the first time stays. */
  SideManifest write(LogEntry entry) throws IOException {
    List<OrcTexts.Row> rows = new ArrayList<>();
    for (int i = 0; i < entry.transactions().size(); i++) {
      for (PartitionChange change : entry.transactions().get(i).changes()) {
        rows.add(new OrcTexts.Row(Integer.toString(i), Json.text(EntryCodec.encodeChange(change))));
      }
    }
    String name = "_manifest-" + entry.commitId() + ".orc";
    byte[] bytes = OrcTexts.bytesOf(storage, directory + "/_tmp-" + UUID.randomUUID(), rows);
    if (store.putIfAbsent(name, bytes) != AtomicStore.Outcome.WON) {
      bytes = confirmed(name, rows);
    }
    return new SideManifest(name, bytes.length, crc32c(bytes));
  }

  private byte[] confirmed(String name, List<OrcTexts.Row> rows) throws IOException {
    byte[] bytes =
        store.read(name).orElseThrow(() -> new IOException("A side manifest is gone: " + name));
    List<OrcTexts.Row> found = new ArrayList<>();
    OrcTexts.read(
        directory + "/" + name, bytes, (key, text) -> found.add(new OrcTexts.Row(key, text)));
    if (!found.equals(rows)) {
      throw new CorruptFileException(
          "A side manifest of this commit id holds other directories",
          "path",
          directory + "/" + name);
    }
    store.confirm(name);
    return bytes;
  }

  /** The entry with the changes that its side manifest holds. */
  LogEntry attach(LogEntry entry, SideManifest manifest) throws IOException {
    String path = directory + "/" + manifest.name();
    if (!manifest.name().equals("_manifest-" + entry.commitId() + ".orc")) {
      throw new CorruptFileException("An entry names a side manifest of another", "path", path);
    }
    byte[] bytes =
        store
            .read(manifest.name())
            .orElseThrow(() -> new CorruptFileException("A side manifest is gone", "path", path));
    if (bytes.length != manifest.length() || crc32c(bytes) != manifest.crc32c()) {
      throw new CorruptFileException(
          "A side manifest does not match the length and checksum in its entry", "path", path);
    }
    List<List<PartitionChange>> changes = new ArrayList<>();
    entry.transactions().forEach(transaction -> changes.add(new ArrayList<>()));
    OrcTexts.read(
        path,
        bytes,
        (key, text) -> {
          int place = Integer.parseInt(key);
          if (place < 0 || place >= changes.size()) {
            throw new CorruptFileException(
                "A side manifest names a transaction that its entry has not", "path", path);
          }
          changes.get(place).add(EntryCodec.decodeChange(Json.parse(text, path)));
        });
    List<LogTransaction> transactions = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      transactions.add(entry.transactions().get(i).withChanges(changes.get(i)));
    }
    return entry.withTransactions(transactions);
  }

  private static int crc32c(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
