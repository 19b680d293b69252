package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CheckpointRoot.Part;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.pcollections.TreePMap;

/**
 * Writes checkpoints (PROTOCOL.md R22): parts named by their content, so that one that did not
 * change is there already, then the root by put-if-absent. A crash leaves parts that nothing names.
 */
final class CheckpointWriter {
  /** Versions whose history lies in one part; a full part never changes again. */
  static final long HISTORY_BLOCK = 1000;

  private static final int HASH_LENGTH = 32;

  /**
   * A part ends where the hash of a partition's path says so: about each 1,024 partitions, and at
   * the same place when partitions come and go before it.
   */
  private static final int BOUNDARY = 1 << 10;

  /** Most text in a part, far below the 64 MiB that a part may have. */
  private static final long LONGEST_PART = 32L << 20;

  private final Storage storage;
  private final AtomicStore store;
  private final CheckpointReader reader;
  private final String directory;

  CheckpointWriter(Storage storage, AtomicStore store, CheckpointReader reader, String directory) {
    this.storage = storage;
    this.store = store;
    this.reader = reader;
    this.directory = directory;
  }

  /**
   * Writes a state; empty if the root's put was not won, which some other checkpoint makes good.
   */
  Optional<CheckpointRoot> write(TableState state) throws IOException {
    List<Part> partitions =
        partitionParts(state.live, live -> Json.text(DirectoryCodec.encode(live)));
    List<Part> retired =
        partitionParts(state.retired, gone -> Json.text(MaintenanceCodec.encode(gone)));
    List<Part> history = historyParts(state);
    List<OrcTexts.Row> rows = new ArrayList<>();
    rows.add(new OrcTexts.Row(CheckpointReader.STATE, header(state)));
    partitions.forEach(part -> rows.add(row(CheckpointReader.PARTITIONS, part)));
    retired.forEach(part -> rows.add(row(CheckpointReader.RETIRED, part)));
    history.forEach(part -> rows.add(row(CheckpointReader.HISTORY, part)));
    byte[] bytes = OrcTexts.bytesOf(storage, unfinished(), rows);
    String hash = CheckpointReader.sha256(bytes).substring(0, HASH_LENGTH);
    CheckpointRoot root =
        new CheckpointRoot(
            CheckpointRoot.nameOf(state.version(), hash),
            state.version(),
            bytes.length,
            partitions,
            retired,
            history);
    return store.putIfAbsent(root.name(), bytes) == AtomicStore.Outcome.WON
        ? Optional.of(root)
        : Optional.empty();
  }

  private <T> List<Part> partitionParts(
      TreePMap<String, TreePMap<String, T>> partitions, Function<T, String> codec)
      throws IOException {
    List<Part> parts = new ArrayList<>();
    List<OrcTexts.Row> rows = new ArrayList<>();
    long length = 0;
    for (Map.Entry<String, TreePMap<String, T>> partition : partitions.entrySet()) {
      for (T directory : partition.getValue().values()) {
        String text = codec.apply(directory);
        rows.add(new OrcTexts.Row(partition.getKey(), text));
        length += text.length();
        if (length > LONGEST_PART) {
          parts.add(put(rows));
          rows.clear();
          length = 0;
        }
      }
      if (!rows.isEmpty() && isBoundary(partition.getKey())) {
        parts.add(put(rows));
        rows.clear();
        length = 0;
      }
    }
    if (!rows.isEmpty()) {
      parts.add(put(rows));
    }
    return parts;
  }

  private static boolean isBoundary(String partition) {
    int hash = Hashing.murmur3_32_fixed().hashString(partition, StandardCharsets.UTF_8).asInt();
    return hash % BOUNDARY == 0;
  }

  private List<Part> historyParts(TableState state) throws IOException {
    TreeMap<Long, List<VersionInfo>> blocks = new TreeMap<>();
    List<Part> parts = new ArrayList<>();
    if (state.lineage.checkpoint().isPresent()) {
      parts.addAll(state.lineage.checkpoint().get().history());
      // The last one may not be full yet.
      Part last = parts.remove(parts.size() - 1);
      sortIn(blocks, reader.history(last));
    }
    sortIn(blocks, state.lineage.tailInfos());
    for (List<VersionInfo> block : blocks.values()) {
      List<OrcTexts.Row> rows = new ArrayList<>();
      for (VersionInfo info : block) {
        rows.add(new OrcTexts.Row(Long.toString(info.version()), HistoryCodec.encode(info)));
      }
      parts.add(put(rows));
    }
    return parts;
  }

  private static void sortIn(TreeMap<Long, List<VersionInfo>> blocks, List<VersionInfo> infos) {
    for (VersionInfo info : infos) {
      blocks.computeIfAbsent(info.version() / HISTORY_BLOCK, block -> new ArrayList<>()).add(info);
    }
  }

  private Part put(List<OrcTexts.Row> rows) throws IOException {
    Hasher hasher = Hashing.sha256().newHasher();
    for (OrcTexts.Row row : rows) {
      hasher.putInt(row.key().length()).putUnencodedChars(row.key());
      hasher.putInt(row.text().length()).putUnencodedChars(row.text());
    }
    String name = CheckpointRoot.PART + hasher.hash().toString().substring(0, HASH_LENGTH) + ".orc";
    if (store.read(name).isEmpty()
        && store.putIfAbsent(name, OrcTexts.bytesOf(storage, unfinished(), rows))
            == AtomicStore.Outcome.UNKNOWN) {
      throw new IOException("Whether a part of a checkpoint was written is unknown: " + name);
    }
    byte[] bytes = store.read(name).orElseThrow(() -> new IOException("A part is gone: " + name));
    requireSame(name, bytes, rows);
    return new Part(name, bytes.length, CheckpointReader.sha256(bytes), rows.get(0).key());
  }

  /**
   * A part that lay there already may have been damaged since; its hash would then be of damage.
   */
  private void requireSame(String name, byte[] content, List<OrcTexts.Row> rows)
      throws IOException {
    List<OrcTexts.Row> found = new ArrayList<>();
    OrcTexts.read(
        directory + "/" + name, content, (key, text) -> found.add(new OrcTexts.Row(key, text)));
    if (!found.equals(rows)) {
      throw new CorruptFileException(
          "A part of a checkpoint does not hold what its name says",
          "path",
          directory + "/" + name);
    }
  }

  private static OrcTexts.Row row(String kind, Part part) {
    ObjectNode object = Json.object();
    object.put("name", part.name()).put("length", part.length());
    object.put("sha256", part.sha256()).put("firstKey", part.firstKey());
    return new OrcTexts.Row(kind, Json.text(object));
  }

  private static String header(TableState state) {
    ObjectNode object = Json.object();
    // What only writers must know keeps no reader out.
    object.put(
        "minReaderVersion", Math.min(EntryCodec.MAINTAINED_FORMAT, state.minWriterVersion()));
    object.put("minWriterVersion", state.minWriterVersion());
    object.put("version", state.version()).put("commitId", state.commitId());
    object.put("time", EntryCodec.timeText(state.time()));
    object.set("metadata", MetadataCodec.encode(state.metadata()));
    object.put("highWaterMark", state.writeIds.highWaterMark());
    putRanges(object, state.writeIds);
    ObjectNode compactions = object.putObject("compactions");
    compactions.put("highWaterMark", state.compactions.highWaterMark());
    putRanges(compactions, state.compactions);
    object.put("oldestReadable", state.oldestReadable());
    GuardCodec.put(object, state.guards);
    return Json.text(object);
  }

  private static void putRanges(ObjectNode object, IdLedger ledger) {
    putRanges(object.putArray("exceptions"), ledger.exceptions());
    putRanges(object.putArray("aborted"), ledger.aborted());
  }

  private static void putRanges(ArrayNode array, IdRanges ranges) {
    ranges.ranges().forEach((first, last) -> array.add(first).add(last));
  }

  private String unfinished() {
    return directory + "/_tmp-" + UUID.randomUUID();
  }
}
