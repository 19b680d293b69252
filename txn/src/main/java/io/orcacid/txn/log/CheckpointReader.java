package io.orcacid.txn.log;

import com.google.common.hash.Hashing;
import io.orcacid.error.CorruptFileException;
import io.orcacid.txn.log.CheckpointRoot.Part;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.pcollections.TreePMap;

/**
 * Reads checkpoints; every file is verified by its hash first, and what does not match is an error
 * that makes the loader take an older one (PROTOCOL.md R22).
 */
final class CheckpointReader {
  static final String STATE = "state";
  static final String PARTITIONS = "partitions";
  static final String RETIRED = "retired";
  static final String HISTORY = "history";

  private static final int HASH_LENGTH = 32;

  private final AtomicStore store;
  private final String directory;

  CheckpointReader(AtomicStore store, String directory) {
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
    List<Part> retired = new ArrayList<>();
    List<Part> history = new ArrayList<>();
    OrcTexts.read(
        path(name),
        bytes,
        (key, text) -> {
          switch (key) {
            case STATE -> states.add(text);
            case PARTITIONS -> partitions.add(part(Json.parse(text, path(name))));
            case RETIRED -> retired.add(part(Json.parse(text, path(name))));
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
    CheckpointRoot root =
        new CheckpointRoot(name, version, bytes.length, partitions, retired, history);
    return state(fields, root);
  }

  private TableState state(JsonFields fields, CheckpointRoot root) throws IOException {
    TableMetadata metadata = fields.object("metadata", MetadataCodec::decode);
    // Checkpoints from before the first compaction of any table do not name its ledger.
    IdLedger compactions =
        fields
            .optionalObject("compactions", CheckpointReader::ledger)
            .orElse(TableState.Ledgers.of(metadata).compactions());
    return new TableState(
        root.version(),
        fields.text("commitId"),
        fields.time("time"),
        metadata,
        fields.integer("minWriterVersion"),
        new TableState.Ledgers(ledger(fields), compactions),
        fields.optionalNumber("oldestReadable").orElse(0),
        new TableState.Content(
            directories(root.partitions(), DirectoryCodec::decode, DataDirectory::name),
            directories(
                root.retired(),
                MaintenanceCodec::decodeRetired,
                retired -> retired.directory().name())),
        GuardCodec.guards(fields),
        Lineage.of(root));
  }

  private static IdLedger ledger(JsonFields fields) {
    return new IdLedger(
        fields.number("highWaterMark"), ranges(fields, "exceptions"), ranges(fields, "aborted"));
  }

  private <T> TreePMap<String, TreePMap<String, T>> directories(
      List<Part> parts, Function<JsonFields, T> codec, Function<T, String> nameOf)
      throws IOException {
    TreeMap<String, TreePMap<String, T>> partitions = new TreeMap<>();
    TreePMap<String, T> none = TreePMap.empty();
    for (Part part : parts) {
      readPart(
          part,
          (partition, text) -> {
            T directory = codec.apply(Json.parse(text, path(part.name())));
            String name = nameOf.apply(directory);
            partitions.merge(
                PartitionPath.check(partition),
                none.plus(name, directory),
                (one, other) -> one.plus(name, directory));
          });
    }
    return TreePMap.fromSortedMap(partitions);
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
    OrcTexts.read(path(part.name()), verified(part.name(), part.sha256()), consumer);
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
