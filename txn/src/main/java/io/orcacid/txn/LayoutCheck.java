package io.orcacid.txn;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.HiveSelection;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * What lies on disk against what the entry says, just before its put: the transaction's own files
 * (PROTOCOL.md R8), and that other engines, which derive the live directories from names and ids,
 * will find the same ones as the log (invariant L). Not thread-safe: for whoever has the turn to
 * commit.
 */
final class LayoutCheck {
  private final Storage storage;
  private final String tablePath;
  private final VerifiedLayouts verified = new VerifiedLayouts();

  LayoutCheck(Storage storage, String tablePath) {
    this.storage = storage;
    this.tablePath = tablePath;
  }

  /**
   * What lies in a partition.
   *
   * @param directories names of ACID directories
   * @param unlogged those of them that are no others' by the log
   * @param files files outside of them
   */
  private record Found(
      Set<String> directories, Set<String> unlogged, List<DirectoryListing.Entry> files) {}

  /**
   * @param base the newest state
   * @param next the state that the entry would make
   * @param transactions those of the entry
   * @throws ValidationException if their files are not those that they named
   * @throws UnsupportedTableException if the names on disk would mean something else than the log
   */
  void check(TableState base, TableState next, List<LogTransaction> transactions)
      throws IOException {
    Set<Long> writeIds = new HashSet<>();
    Map<String, List<PartitionChange>> changes = new TreeMap<>();
    for (LogTransaction transaction : transactions) {
      transaction.writeId().ifPresent(writeIds::add);
      for (PartitionChange change : transaction.changes()) {
        changes.computeIfAbsent(change.partition(), partition -> new ArrayList<>()).add(change);
      }
    }
    for (Map.Entry<String, List<PartitionChange>> own : changes.entrySet()) {
      String partition = own.getKey();
      List<String> names = storage.names(PartitionPlace.of(tablePath, partition));
      Set<String> named = checkNamedFiles(partition, own.getValue());
      if (verified.covers(base, next, transactions, partition, names)) {
        verified.extend(next, transactions, partition);
        continue;
      }
      Found found = list(next, partition, names);
      checkUnnamedFiles(found, partition, named, name -> isOf(name, writeIds));
      Snapshot snapshot = next.snapshot("table");
      checkLayout(found, snapshot, next, partition);
      if (own.getValue().stream().anyMatch(PartitionChange::overwrites)) {
        checkHive(found, snapshot, next, partition);
      }
      verified.put(next, partition, names);
    }
  }

  private void checkHive(Found found, Snapshot snapshot, TableState next, String partition) {
    Set<String> hive =
        HiveSelection.of(
            new DirectoryListing(found.directories(), found.files(), Map.of()), snapshot);
    requireSame(hive, Set.of(), next, partition);
  }

  /**
   * The same for a compaction, whose names must mean to Hive what they mean to us.
   *
   * @param next the state that the entry would make
   * @param transaction its compaction transaction
   * @param change what it did
   */
  void checkCompaction(TableState next, long transaction, PartitionChange change)
      throws IOException {
    Snapshot snapshot = next.snapshot("table");
    String partition = change.partition();
    Found found = list(next, partition, storage.names(PartitionPlace.of(tablePath, partition)));
    checkUnnamedFiles(
        found,
        partition,
        checkNamedFiles(partition, List.of(change)),
        name ->
            AcidDirectory.parse(name).filter(own -> own.visibility() == transaction).isPresent());
    checkLayout(found, snapshot, next, partition);
    checkHive(found, snapshot, next, partition);
  }

  /** Names of the directories that the changes add. */
  private Set<String> checkNamedFiles(String partition, List<PartitionChange> changes)
      throws IOException {
    Set<String> named = new HashSet<>();
    for (PartitionChange change : changes) {
      for (DataDirectory add : change.adds()) {
        named.add(add.name());
        requireNamedFiles(partition, add);
      }
    }
    return named;
  }

  private void requireNamedFiles(String partition, DataDirectory add) throws IOException {
    Set<String> expected = new TreeSet<>();
    for (DataFile file : add.files()) {
      expected.add(file.name() + ":" + file.length());
    }
    Set<String> there = filesIn(partition, add.name());
    if (!there.equals(expected)) {
      throw new ValidationException(
          "The files of a directory are not those that the transaction named: abort it",
          "partition",
          partition,
          "directory",
          add.name(),
          "named",
          expected,
          "found",
          there);
    }
  }

  private void checkUnnamedFiles(
      Found found, String partition, Set<String> named, Predicate<String> isOwn)
      throws IOException {
    for (String name : found.unlogged()) {
      if (isOwn.test(name) && !named.contains(name) && !filesIn(partition, name).isEmpty()) {
        throw new ValidationException(
            "Files lie under the transaction's id that it did not name: abort it",
            "partition",
            partition,
            "directory",
            name);
      }
    }
  }

  private static boolean isOf(String name, Set<Long> writeIds) {
    return AcidDirectory.parse(name)
        .filter(directory -> directory.visibility() == AcidDirectory.ALWAYS_VISIBLE)
        .filter(directory -> writeIds.contains(directory.minWriteId()))
        .filter(directory -> directory.maxWriteId() == directory.minWriteId())
        .isPresent();
  }

  private void checkLayout(Found found, Snapshot snapshot, TableState next, String partition) {
    PartitionLayout layout =
        LayoutResolver.resolve(
            new DirectoryListing(found.directories(), found.files(), Map.of()), snapshot);
    Set<String> byNames = new TreeSet<>();
    Stream.of(layout.base().stream(), layout.deltas().stream(), layout.deleteDeltas().stream())
        .flatMap(selected -> selected)
        .forEach(selected -> byNames.add(selected.name()));
    Set<DirectoryListing.Entry> foreign = new HashSet<>(layout.originals());
    for (DataDirectory directory : next.directories(partition)) {
      if (directory.isOriginals()) {
        directory
            .files()
            .forEach(
                file -> foreign.remove(new DirectoryListing.Entry(file.name(), file.length())));
      }
    }
    requireSame(byNames, foreign, next, partition);
  }

  private void requireSame(
      Set<String> byNames, Set<DirectoryListing.Entry> foreign, TableState next, String partition) {
    Set<String> byLog = new TreeSet<>();
    for (DataDirectory directory : next.directories(partition)) {
      if (!directory.isOriginals()) {
        byLog.add(directory.name());
      }
    }
    if (!byNames.equals(byLog) || !foreign.isEmpty()) {
      Set<String> onlyOnDisk = new TreeSet<>(byNames);
      onlyOnDisk.removeAll(byLog);
      Set<String> onlyInLog = new TreeSet<>(byLog);
      onlyInLog.removeAll(byNames);
      throw new UnsupportedTableException(
          "What lies in the partition would mean something else to other engines than to the log:"
              + " remove what is foreign there, or restore what is missing",
          "partition",
          PartitionPlace.of(tablePath, partition),
          "onlyOnDisk",
          onlyOnDisk,
          "onlyInLog",
          onlyInLog,
          "foreignFiles",
          foreign);
    }
  }

  /**
   * First level only: a table may have thousands of live directories, and what is in them is
   * another's business; those that the log knows are not even looked at. Only below foreign names
   * it goes on, as other engines do.
   */
  private Found list(TableState next, String partition, List<String> names) throws IOException {
    String place = PartitionPlace.of(tablePath, partition);
    Set<String> known = new HashSet<>();
    next.directories(partition).forEach(live -> known.add(live.name()));
    next.retired(partition).forEach(retired -> known.add(retired.directory().name()));
    Set<String> unlogged = new HashSet<>();
    Set<String> directories = new HashSet<>();
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (String name : names) {
      if (known.contains(name)) {
        directories.add(name);
      } else if (!DirectoryListing.isHidden(name)) {
        addUnlogged(place, name, unlogged, files);
      }
    }
    directories.addAll(unlogged);
    return new Found(directories, unlogged, files);
  }

  private void addUnlogged(
      String place, String name, Set<String> directories, List<DirectoryListing.Entry> files)
      throws IOException {
    FileStatus status;
    try {
      status = storage.fileSystem().getFileStatus(new Path(place + "/" + name));
    } catch (FileNotFoundException gone) {
      return;
    }
    if (status.isFile()) {
      files.add(new DirectoryListing.Entry(name, status.getLen()));
    } else if (AcidDirectory.parse(name).isPresent()) {
      directories.add(name);
    } else {
      for (Storage.StoredFile file : storage.listRecursively(place + "/" + name)) {
        if (!DirectoryListing.isHidden(file.path())) {
          files.add(new DirectoryListing.Entry(name + "/" + file.path(), file.length()));
        }
      }
    }
  }

  private Set<String> filesIn(String partition, String directory) throws IOException {
    Set<String> files = new TreeSet<>();
    for (FileStatus status :
        statusesIn(PartitionPlace.of(tablePath, partition) + "/" + directory)) {
      String name = status.getPath().getName();
      if (!DirectoryListing.isHidden(name)) {
        files.add(status.isFile() ? name + ":" + status.getLen() : name + "/");
      }
    }
    return files;
  }

  private FileStatus[] statusesIn(String path) throws IOException {
    try {
      return storage.fileSystem().listStatus(new Path(path));
    } catch (FileNotFoundException absent) {
      return new FileStatus[0];
    }
  }
}
