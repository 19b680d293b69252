package io.orcacid.txn.log;

import com.google.common.hash.Hashing;
import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CheckpointRoot.Part;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import org.pcollections.TreePMap;

/**
 * Reads checkpoints; every file is verified by its hash first, and what does not match is an error
 * that makes the loader take an older one (PROTOCOL.md R22).
 */
final class CheckpointReader {
  static final String STATE = "state";
  static final String PARTITIONS = "partitions";
  static final String HISTORY = "history";

  private static final int HASH_LENGTH = 32;

  private final Storage storage;
  private final AtomicStore store;
  private final String directory;

  CheckpointReader(Storage storage, AtomicStore store, String directory) {
    this.storage = storage;
    this.store = store;
    this.directory = directory;
  }

  /** The state that a checkpoint holds. */
  TableState read(String name) throws IOException {
    byte[] bytes = verified(name, "");
    String hash = sha256(bytes).substring(0, HASH_LENGTH);
    long version = CheckpointRoot.versionOf(name);
    if (!name.equals(CheckpointRoot.nameOf(version, hash))) {
      throw new CorruptFileException(
          "A checkpoint's bytes do not match the hash in its name", "path", path(name));
    }
    List<String> states = new ArrayList<>();
    List<Part> partitions = new ArrayList<>();
    List<Part> history = new ArrayList<>();
    OrcTexts.read(
        storage,
        path(name),
        bytes.length,
        (key, text) -> {
          switch (key) {
            case STATE -> states.add(text);
            case PARTITIONS -> partitions.add(part(Json.parse(text, path(name))));
            case HISTORY -> history.add(part(Json.parse(text, path(name))));
            default -> {}
          }
        });
    if (states.size() != 1) {
      throw new CorruptFileException("A checkpoint has no state", "path", path(name));
    }
    JsonFields fields = Json.parse(states.get(0), path(name));
    EntryCodec.requireReadable(fields);
    if (fields.number("version") != version) {
      throw new CorruptFileException(
          "A checkpoint is of another version than its name", "path", path(name));
    }
    CheckpointRoot root = new CheckpointRoot(name, version, bytes.length, partitions, history);
    return state(fields, root);
  }

  private TableState state(JsonFields fields, CheckpointRoot root) throws IOException {
    WriteIdLedger writeIds =
        new WriteIdLedger(
            fields.number("highWaterMark"),
            ranges(fields, "exceptions"),
            ranges(fields, "aborted"));
    return new TableState(
        root.version(),
        fields.text("commitId"),
        fields.time("time"),
        fields.object("metadata", MetadataCodec::decode),
        fields.integer("minWriterVersion"),
        writeIds,
        live(root),
        Lineage.of(root));
  }

  private TreePMap<String, TreePMap<String, DataDirectory>> live(CheckpointRoot root)
      throws IOException {
    TreeMap<String, TreePMap<String, DataDirectory>> live = new TreeMap<>();
    TreePMap<String, DataDirectory> none = TreePMap.empty();
    for (Part part : root.partitions()) {
      readPart(
          part,
          (partition, text) -> {
            DataDirectory directory = DirectoryCodec.decode(Json.parse(text, path(part.name())));
            live.merge(
                PartitionPath.check(partition),
                none.plus(directory.name(), directory),
                (one, other) -> one.plus(directory.name(), directory));
          });
    }
    return TreePMap.fromSortedMap(live);
  }

  /** The transactions of a part of the history, in their order. */
  List<VersionInfo> history(Part part) throws IOException {
    List<VersionInfo> infos = new ArrayList<>();
    readPart(
        part,
        (version, text) -> infos.add(HistoryCodec.decode(Json.parse(text, path(part.name())))));
    return infos;
  }

  private void readPart(Part part, OrcTexts.RowConsumer consumer) throws IOException {
    verified(part.name(), part.sha256());
    OrcTexts.read(storage, path(part.name()), part.length(), consumer);
  }

  private byte[] verified(String name, String sha256) throws IOException {
    byte[] bytes =
        store
            .read(name)
            .orElseThrow(
                () ->
                    new CorruptFileException("A file of a checkpoint is gone", "path", path(name)));
    if (!sha256.isEmpty() && !sha256(bytes).equals(sha256)) {
      throw new CorruptFileException(
          "A part of a checkpoint does not match its hash", "path", path(name));
    }
    return bytes;
  }

  static String sha256(byte[] bytes) {
    return Hashing.sha256().hashBytes(bytes).toString();
  }

  private static Part part(JsonFields fields) {
    return new Part(
        fields.text("name"),
        fields.number("length"),
        fields.text("sha256"),
        fields.text("firstKey"));
  }

  private static IdRanges ranges(JsonFields fields, String name) {
    IdRanges ranges = IdRanges.NONE;
    Iterator<Long> ends = fields.numbers(name).iterator();
    while (ends.hasNext()) {
      long first = ends.next();
      if (!ends.hasNext()) {
        throw fields.wrong(name, "pairs of numbers");
      }
      ranges = ranges.plus(first, ends.next());
    }
    return ranges;
  }

  private String path(String name) {
    return directory + "/" + name;
  }
}
