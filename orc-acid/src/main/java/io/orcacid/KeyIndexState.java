package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What a key index knows beside its map. Not thread-safe.
 *
 * <p>Rows that were deleted stay in the map until their key gets a new row; here is which they are.
 */
final class KeyIndexState {
  private static final int FORMAT = 1;

  private final String identity;
  private final List<String> partitions = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Integer, RowIdSet> deleted = new HashMap<>();
  private long version = -1;
  private String commitId = "";

  /**
   * @param identity of the table and of what is indexed
   */
  KeyIndexState(String identity) {
    this.identity = identity;
  }

  long version() {
    return version;
  }

  String commitId() {
    return commitId;
  }

  /** The index says what this version says. */
  void reached(long newVersion, String newCommitId) {
    version = newVersion;
    commitId = newCommitId;
  }

  int number(String partition) {
    return numbers.computeIfAbsent(
        partition,
        path -> {
          partitions.add(path);
          return partitions.size() - 1;
        });
  }

  String partition(int number) {
    return partitions.get(number);
  }

  void delete(String partition, RowIdSet rows) {
    deleted.computeIfAbsent(number(partition), path -> new RowIdSet()).addAll(rows);
  }

  /** How many rows are deleted that may still be in the map. */
  long deletedRows() {
    return deleted.values().stream().mapToLong(RowIdSet::size).sum();
  }

  boolean isDeleted(KeyPlaces.Place place) {
    RowIdSet rows = deleted.get(place.partition());
    return rows != null && rows.contains(place.rowId());
  }

  /**
   * Writes it, so that it is there as a whole or not at all.
   *
   * @param bootId of the running machine: what was not synced is lost with it
   */
  void save(Path file, String bootId) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(FORMAT);
      out.writeUTF(identity);
      out.writeUTF(bootId);
      out.writeLong(version);
      out.writeUTF(commitId);
      out.writeInt(partitions.size());
      for (int i = 0; i < partitions.size(); i++) {
        byte[] path = partitions.get(i).getBytes(StandardCharsets.UTF_8);
        byte[] rows = deleted.getOrDefault(i, new RowIdSet()).toBytes();
        out.writeInt(path.length);
        out.write(path);
        out.writeInt(rows.length);
        out.write(rows);
      }
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.toByteArray());
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(checksum.getValue()).array());
    Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
    Files.write(unfinished, bytes.toByteArray());
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * What was saved; empty if it is of something else, of another boot or of an unknown one, or
   * damaged.
   */
  static Optional<KeyIndexState> load(Path file, String identity, String bootId)
      throws IOException {
    if (bootId.isEmpty()) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
    int length = bytes.length - Long.BYTES;
    if (length <= 0) {
      return Optional.empty();
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, length);
    if (ByteBuffer.wrap(bytes, length, Long.BYTES).getLong() != checksum.getValue()) {
      return Optional.empty();
    }
    try (DataInputStream in = KeyCodec.over(bytes)) {
      if (in.readInt() != FORMAT
          || !in.readUTF().equals(identity)
          || !in.readUTF().equals(bootId)) {
        return Optional.empty();
      }
      return Optional.of(read(in, identity));
    }
  }

  private static KeyIndexState read(DataInputStream in, String identity) throws IOException {
    KeyIndexState state = new KeyIndexState(identity);
    state.reached(in.readLong(), in.readUTF());
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      byte[] path = in.readNBytes(in.readInt());
      RowIdSet rows = RowIdSet.parse(in.readNBytes(in.readInt()));
      int number = state.number(new String(path, StandardCharsets.UTF_8));
      if (!rows.isEmpty()) {
        state.deleted.put(number, rows);
      }
    }
    return state;
  }
}
