package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.layout.AcidDirectory;
import java.util.OptionalLong;
import org.pcollections.TreePMap;

/**
 * Folds an entry into the state before it: a pure function. What contradicts that state is
 * corruption of the log (PROTOCOL.md R21).
 */
final class StateFolder {
  private final TableState before;
  private final LogEntry entry;
  private final String path;
  private IdLedger writeIds;
  private IdLedger compactions;
  private long oldestReadable;
  private TreePMap<String, TreePMap<String, DataDirectory>> live;
  private TreePMap<String, TreePMap<String, RetiredDirectory>> retired;
  private Guards guards;

  private StateFolder(TableState before, LogEntry entry, String path) {
    this.before = before;
    this.entry = entry;
    this.path = path;
    this.writeIds = before.writeIds;
    this.compactions = before.compactions;
    this.oldestReadable = before.oldestReadable();
    this.live = before.live;
    this.retired = before.retired;
    this.guards = before.guards;
  }

  /** The state of version 0. */
  static TableState begin(LogEntry entry, long bytes, String path) {
    TableMetadata metadata =
        entry
            .metadata()
            .orElseThrow(
                () -> new CorruptFileException("Version 0 has no table metadata", "path", path));
    if (entry.version() != 0
        || !entry.parent().isEmpty()
        || !metadata.uuid().equals(entry.table())) {
      throw new CorruptFileException(
          "Version 0 is not the beginning of this table", "path", path, "version", entry.version());
    }
    TableState empty =
        new TableState(
            0,
            entry.commitId(),
            entry.time(),
            metadata,
            entry.minWriterVersion(),
            TableState.Ledgers.of(metadata),
            0,
            TableState.Content.NONE,
            Guards.NONE,
            Lineage.BEGINNING);
    StateFolder folder = new StateFolder(empty, entry, path);
    // Only an adopted table begins with data.
    entry.transactions().forEach(folder::apply);
    return new TableState(
        0,
        entry.commitId(),
        entry.time(),
        metadata,
        entry.minWriterVersion(),
        folder.ledgers(),
        0,
        folder.content(),
        folder.guards,
        Lineage.BEGINNING.plus(entry, bytes));
  }

  /** The state after an entry of so many bytes. */
  static TableState fold(TableState before, LogEntry entry, long bytes, String path) {
    return new StateFolder(before, entry, path).fold(bytes);
  }

  private TableState fold(long bytes) {
    requireSuccessor();
    for (LogTransaction transaction : entry.transactions()) {
      guards = guards.plus(entry, transaction);
    }
    if (entry.cleaning().isPresent()) {
      clean(entry.cleaning().get());
    } else {
      entry.transactions().forEach(this::apply);
      entry.compaction().ifPresent(this::publish);
    }
    entry.aborts().forEach(this::abort);
    entry.compactionAborts().forEach(this::abortCompaction);
    entry.metadata().ifPresent(this::requireSameTable);
    return new TableState(
        entry.version(),
        entry.commitId(),
        entry.time(),
        entry.metadata().orElse(before.metadata()),
        Math.max(before.minWriterVersion(), entry.minWriterVersion()),
        ledgers(),
        oldestReadable,
        content(),
        guards,
        before.lineage.plus(entry, bytes));
  }

  private TableState.Ledgers ledgers() {
    return new TableState.Ledgers(writeIds, compactions);
  }

  private TableState.Content content() {
    return new TableState.Content(live, retired);
  }

  private void requireSuccessor() {
    if (entry.version() != before.version() + 1) {
      throw corrupt("An entry does not follow the version before", "before", before.version());
    }
    if (!entry.parent().equals(before.commitId())) {
      throw corrupt(
          "An entry has another parent than the version before: the log was mixed or damaged",
          "parent",
          entry.parent(),
          "expected",
          before.commitId());
    }
    if (!entry.table().equals(before.metadata().uuid())) {
      throw corrupt("An entry belongs to another table", "table", entry.table());
    }
    if (!entry.time().isAfter(before.time())) {
      throw corrupt(
          "An entry is not later than the version before",
          "time",
          entry.time(),
          "before",
          before.time());
    }
  }

  /** What files and versions name is not taken away (PROTOCOL.md R24). */
  private void requireSameTable(TableMetadata metadata) {
    TableMetadata known = before.metadata();
    if (!metadata.uuid().equals(known.uuid())
        || !metadata.partitionColumns().equals(known.partitionColumns())
        || !metadata.schemas().entrySet().containsAll(known.schemas().entrySet())) {
      throw corrupt(
          "An entry changes what belongs to a table for good: its identity, its partition columns or"
              + " a former schema");
    }
  }

  private void apply(LogTransaction transaction) {
    transaction.writeId().ifPresent(this::commit);
    for (PartitionChange change : transaction.changes()) {
      String partition = change.partition();
      try {
        PartitionPath.check(partition, before.metadata().partitionColumns());
      } catch (ValidationException e) {
        throw corrupt(e.getMessage(), "partition", partition);
      }
      for (DataDirectory add : change.adds()) {
        requireOwn(transaction.writeId(), add);
        if (!before.metadata().schemas().containsKey(add.schemaId())) {
          throw corrupt("A directory has an unknown schema", "schemaId", add.schemaId());
        }
      }
      TreePMap<String, DataDirectory> directories = live.get(partition);
      directories = directories == null ? TreePMap.empty() : directories;
      retire(partition, directories, change);
      directories = changed(directories, change);
      live = directories.isEmpty() ? live.minus(partition) : live.plus(partition, directories);
    }
  }

  private void retire(
      String partition, TreePMap<String, DataDirectory> directories, PartitionChange change) {
    TreePMap<String, RetiredDirectory> gone = retired.get(partition);
    gone = gone == null ? TreePMap.empty() : gone;
    for (String remove : change.removes()) {
      DataDirectory directory = directories.get(remove);
      if (directory != null) {
        gone = gone.plus(remove, new RetiredDirectory(directory, entry.version(), entry.time()));
      }
    }
    if (!gone.isEmpty()) {
      retired = retired.plus(partition, gone);
    }
  }

  private void publish(Compaction compaction) {
    long transaction = compaction.transaction();
    if (transaction < 1
        || compactions.isCommitted(transaction)
        || compactions.isAborted(transaction)) {
      throw corrupt(
          "A compaction is committed that was committed or aborted before",
          "transaction",
          transaction);
    }
    for (LogTransaction one : entry.transactions()) {
      if (one.writeId().isPresent()) {
        throw corrupt("A compaction has a write id", "writeId", one.writeId().getAsLong());
      }
      for (PartitionChange change : one.changes()) {
        for (DataDirectory add : change.adds()) {
          if (add.isOriginals() || add.directory().visibility() != transaction) {
            throw corrupt(
                "A compaction adds a directory of another transaction",
                "directory",
                add.name(),
                "transaction",
                transaction);
          }
        }
      }
    }
    compactions = compactions.commit(transaction);
  }

  private void clean(Cleaning cleaning) {
    if (cleaning.oldestReadable() > entry.version()) {
      throw corrupt(
          "An entry makes versions unreadable that come after it",
          "oldestReadable",
          cleaning.oldestReadable());
    }
    oldestReadable = Math.max(oldestReadable, cleaning.oldestReadable());
    if (cleaning.step() == Cleaning.Step.DONE) {
      for (LogTransaction transaction : entry.transactions()) {
        transaction.changes().forEach(this::forgetRetired);
      }
    }
    for (long writeId : cleaning.forgets()) {
      if (!writeIds.isAborted(writeId)) {
        throw corrupt("A write id is forgotten that was not aborted", "writeId", writeId);
      }
      writeIds = writeIds.forget(writeId);
    }
  }

  private void forgetRetired(PartitionChange change) {
    TreePMap<String, RetiredDirectory> directories = retired.get(change.partition());
    for (String name : change.removes()) {
      if (directories == null || !directories.containsKey(name)) {
        throw corrupt(
            "An entry says that a directory is gone which was not retired",
            "partition",
            change.partition(),
            "directory",
            name);
      }
      directories = directories.minus(name);
    }
    if (directories != null) {
      retired =
          directories.isEmpty()
              ? retired.minus(change.partition())
              : retired.plus(change.partition(), directories);
    }
  }

  private TreePMap<String, DataDirectory> changed(
      TreePMap<String, DataDirectory> directories, PartitionChange change) {
    TreePMap<String, DataDirectory> next = directories;
    for (String remove : change.removes()) {
      if (!next.containsKey(remove)) {
        throw corrupt("An entry removes a directory that is not live", "directory", remove);
      }
      next = next.minus(remove);
    }
    for (DataDirectory add : change.adds()) {
      if (directories.containsKey(add.name()) || next.containsKey(add.name())) {
        throw corrupt("An entry adds a directory that is live already", "directory", add.name());
      }
      next = next.plus(add.name(), add);
    }
    return next;
  }

  private void requireOwn(OptionalLong writeId, DataDirectory add) {
    if (writeId.isEmpty()) {
      return;
    }
    AcidDirectory directory = add.directory();
    if (directory.minWriteId() != writeId.getAsLong()
        || directory.maxWriteId() != writeId.getAsLong()) {
      throw corrupt(
          "A transaction adds a directory of another write id",
          "directory",
          add.name(),
          "writeId",
          writeId.getAsLong());
    }
  }

  private void commit(long writeId) {
    if (writeId < 1 || writeIds.isCommitted(writeId) || writeIds.isAborted(writeId)) {
      throw corrupt(
          "A write id is committed that was committed or aborted before", "writeId", writeId);
    }
    writeIds = writeIds.commit(writeId);
  }

  private void abort(long writeId) {
    if (writeId < 1 || writeIds.isCommitted(writeId) || writeIds.isAborted(writeId)) {
      throw corrupt(
          "A write id is aborted that was committed or aborted before", "writeId", writeId);
    }
    writeIds = writeIds.abort(writeId);
  }

  private void abortCompaction(long transaction) {
    if (transaction < 1
        || compactions.isCommitted(transaction)
        || compactions.isAborted(transaction)) {
      throw corrupt(
          "A compaction is aborted that was committed or aborted before",
          "transaction",
          transaction);
    }
    compactions = compactions.abort(transaction);
  }

  private OrcAcidException corrupt(String message, Object... details) {
    Object[] all = new Object[details.length + 4];
    all[0] = "path";
    all[1] = path;
    all[2] = "version";
    all[3] = entry.version();
    System.arraycopy(details, 0, all, 4, details.length);
    return new CorruptFileException(message, all);
  }
}
