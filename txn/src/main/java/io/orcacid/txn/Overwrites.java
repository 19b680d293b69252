package io.orcacid.txn;

import io.orcacid.error.WriteConflictException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory.Base;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The finished bases of a transaction on their way into the table (PROTOCOL.md R4, R9): where they
 * lie, under which write id they are published, and what they replace. Not thread-safe.
 */
final class Overwrites {
  private static final Logger LOG = LoggerFactory.getLogger(Overwrites.class);

  private final TransactionManager manager;
  private final TableState read;
  private final String temporary;

  /** Bases as they were written, by partition. */
  private final Map<String, DataDirectory> bases = new TreeMap<>();

  /** Absolute path of each base by partition. */
  private final Map<String, String> places = new TreeMap<>();

  private Optional<EmptyBase> wholeTable = Optional.empty();

  private final LateClaim claim;

  Overwrites(TransactionManager manager, TableState read, String temporary) {
    this.manager = manager;
    this.read = read;
    this.temporary = temporary;
    this.claim = new LateClaim(manager, read, temporary);
  }

  boolean isEmpty() {
    return bases.isEmpty();
  }

  boolean replacesTable() {
    return wholeTable.isPresent();
  }

  void replaceTable(EmptyBase emptyBase) {
    wholeTable = Optional.of(emptyBase);
  }

  void add(String partition, DataDirectory base) {
    bases.put(partition, base);
    places.put(partition, place(partition) + "/" + madeIn() + base.name());
  }

  /** Where in a partition bases are made: in their place itself where nothing can be moved. */
  private String madeIn() {
    return manager.log().storage().renames() ? temporary + "/" : "";
  }

  /** Whether nothing was written, and a state has nothing that would have to be replaced. */
  boolean hasNothingToDo(TableState newest) {
    return bases.isEmpty() && (wholeTable.isEmpty() || newest.partitions().isEmpty());
  }

  /** The write id that a last-wins overwrite claimed at the commit, if it had to. */
  OptionalLong claimed() {
    return claim.id();
  }

  /**
   * Moves the bases into their places, and says what they replace in a state.
   *
   * @param writeId the transaction's
   * @param mode whether rows of higher write ids may be replaced
   * @throws WriteConflictException if a higher write id lies there and may not be replaced
   */
  List<PartitionChange> publish(TableState newest, long writeId, OverwriteMode mode)
      throws IOException {
    if (wholeTable.isPresent()) {
      for (String partition : newest.partitions()) {
        if (!bases.containsKey(partition)) {
          add(partition, wholeTable.get().write(partition));
        }
      }
    }
    long published = publishedId(newest, writeId, mode);
    List<PartitionChange> changes = new ArrayList<>();
    for (Map.Entry<String, DataDirectory> base : bases.entrySet()) {
      String partition = base.getKey();
      DataDirectory written = base.getValue();
      String name = new Base(published, Base.ALWAYS_VISIBLE).name();
      move(partition, place(partition) + "/" + name);
      changes.add(
          new PartitionChange(
              partition,
              List.of(
                  new DataDirectory(
                      name, written.schemaId(), written.files(), written.extension())),
              newest.directories(partition).stream().map(DataDirectory::name).toList(),
              "",
              ""));
    }
    claim.giveUpOutgrown();
    return changes;
  }

  /** R4: greater than every write id that is live in the partitions. */
  private long publishedId(TableState newest, long writeId, OverwriteMode mode) throws IOException {
    long published = claim.id().orElse(writeId);
    for (String partition : bases.keySet()) {
      for (DataDirectory live : newest.directories(partition)) {
        if (live.isOriginals() || live.directory().maxWriteId() < published) {
          continue;
        }
        requireRenaming(mode, partition, live.name(), writeId);
        if (mode == OverwriteMode.CHECKED) {
          throw new WriteConflictException(
              "Rows of a higher write id were committed to a partition that is overwritten: run it"
                  + " again on a new snapshot",
              "partition",
              partition,
              "directory",
              live.name(),
              "ownWriteId",
              writeId,
              "readVersion",
              read.version());
        }
        published = claim.claimAbove(live.directory().maxWriteId());
      }
    }
    return published;
  }

  /** R4: a finished base cannot get the name of a higher write id on an object store. */
  private void requireRenaming(OverwriteMode mode, String partition, String higher, long writeId) {
    if (mode == OverwriteMode.LAST_WINS && !manager.log().storage().renames()) {
      throw new WriteConflictException(
          "Rows of a higher write id were committed to a partition that is overwritten, and on an"
              + " object store the finished overwrite cannot be moved above them, so that last-wins"
              + " does not win here: run it again on a new snapshot",
          "partition",
          partition,
          "directory",
          higher,
          "ownWriteId",
          writeId,
          "readVersion",
          read.version());
    }
  }

  /** R9: one rename of a complete directory, durable before the put. */
  private void move(String partition, String to) throws IOException {
    String from = places.get(partition);
    if (!from.equals(to)) {
      Storage storage = manager.log().storage();
      storage.rename(from, to);
      places.put(partition, to);
      storage.syncDirectory(place(partition));
    }
  }

  private String place(String partition) {
    return PartitionPlace.of(manager.log().tablePath(), partition);
  }

  /** Removes the directories for unfinished files, which a commit left empty. */
  void removeTemporary() {
    for (String partition : bases.keySet()) {
      remove(place(partition) + "/" + temporary);
    }
  }

  /** Removes everything; only while no put of the transaction can land any more (R14). */
  void abandon() {
    removeTemporary();
    places.values().forEach(this::remove);
    claim.abandon();
  }

  private void remove(String path) {
    try {
      manager.log().storage().delete(path);
    } catch (IOException e) {
      LOG.warn("{} is for the cleaner: {}", path, e.toString());
    }
  }
}
