package io.orcacid.writer;

import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.AcidVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The directories of one statement, one per partition it touches: made exclusively, each with its
 * version file, and durable up to the table's root before anybody may commit them (PROTOCOL.md R8,
 * R9). Not thread-safe.
 */
final class EventDirectories {
  private final WriteTarget target;
  private final AcidDirectory directory;
  private final String temporary;
  private final PartitionGate gate;
  private final Map<String, List<WriteResult.File>> files = new TreeMap<>();

  /** Directories of events in their final places. */
  EventDirectories(WriteTarget target, AcidDirectory directory, PartitionGate gate) {
    this(target, directory, "", gate);
  }

  /**
   * @param temporary name of the directory in a partition under which they are made; empty for
   *     their final places
   */
  EventDirectories(
      WriteTarget target, AcidDirectory directory, String temporary, PartitionGate gate) {
    this.target = target;
    this.directory = directory;
    this.temporary = temporary;
    this.gate = gate;
  }

  /** Absolute path of the partition's directory, made at the first call. */
  String open(String partition) throws IOException {
    String path = path(partition);
    if (!files.containsKey(partition)) {
      gate.check(partition);
      target.storage().createDirectoryExclusively(path);
      files.put(partition, new ArrayList<>());
    }
    return path;
  }

  private String path(String partition) {
    return target.path(
        partition, temporary.isEmpty() ? directory.name() : temporary + "/" + directory.name());
  }

  boolean has(String partition) {
    return files.containsKey(partition);
  }

  void add(String partition, WriteResult.File file) {
    files.get(partition).add(file);
  }

  /** Writes the version files and makes every name durable. */
  WriteResult finish() throws IOException {
    List<WriteResult.Directory> directories = new ArrayList<>();
    TreeSet<String> parents =
        new TreeSet<>(
            Comparator.comparingInt(String::length)
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
    for (Map.Entry<String, List<WriteResult.File>> entry : files.entrySet()) {
      String path = path(entry.getKey());
      try (DurableOutput out = target.storage().create(path + "/" + AcidVersion.FILE_NAME)) {
        out.write(AcidVersion.VERSION_2.getBytes(StandardCharsets.US_ASCII));
      }
      target.storage().syncDirectory(path);
      if (!temporary.isEmpty()) {
        target.storage().syncDirectory(target.path(entry.getKey(), temporary));
      }
      addParents(entry.getKey(), parents);
      entry.getValue().sort(Comparator.comparing(WriteResult.File::name));
      directories.add(
          new WriteResult.Directory(entry.getKey(), directory.name(), entry.getValue()));
    }
    for (String parent : parents) {
      target.storage().syncDirectory(parent);
    }
    return new WriteResult(directories);
  }

  private void addParents(String partition, TreeSet<String> parents) {
    parents.add(target.root());
    String path = target.root();
    for (String part : partition.isEmpty() ? new String[0] : partition.split("/")) {
      path = path + "/" + part;
      parents.add(path);
    }
  }

  /** Removes what was written; only for a statement that never gets to a commit. */
  void remove() throws IOException {
    for (String partition : files.keySet()) {
      target
          .storage()
          .delete(target.path(partition, temporary.isEmpty() ? directory.name() : temporary));
    }
  }
}
