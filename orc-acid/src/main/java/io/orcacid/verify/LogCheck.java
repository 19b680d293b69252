package io.orcacid.verify;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commit log read again from its files (PROTOCOL.md R21), and what it says of directories that
 * are not live.
 */
final class LogCheck {
  private static final Pattern OF_THE_LOG =
      Pattern.compile(
          "_store\\.json|_last|_v\\d{20}\\.json|_manifest-[^/]+\\.orc"
              + "|_damaged-[^/]+\\.json|_(ids|txns|checkpoints|leases|queue|sessions|trash)/.+");
  private static final String UNFINISHED = "_tmp-";

  private final Storage storage;
  private final String directory;
  private final Findings findings;
  private final CommitLog log;
  private final TableState state;
  private final TransactionManager manager;
  private TableState newest;
  private List<OpenClaim> claims;

  private LogCheck(Storage storage, String directory, CommitLog log, Findings findings)
      throws IOException {
    this.storage = storage;
    this.directory = directory;
    this.findings = findings;
    this.log = log;
    this.state = log.newest();
    this.manager = new TransactionManager(log, TransactionOptions.defaults());
    this.newest = state;
  }

  /** Empty if the log cannot be loaded; the finding says why. */
  static Optional<LogCheck> run(
      Storage storage, String root, Verification.LogSource source, Findings findings)
      throws IOException {
    findings.performed(Check.Group.LOG);
    String directory = root + "/" + CommitLog.DIRECTORY;
    try {
      CommitLog log = source.open();
      LogCheck check = new LogCheck(storage, directory, log, findings);
      check.checkEntries();
      check.checkStrayFiles();
      check.claims = check.manager.openClaims();
      return Optional.of(check);
    } catch (CorruptFileException e) {
      findings.error(
          Check.LOG_UNREADABLE,
          Findings.pathOf(e, directory),
          e.getMessage(),
          "restore the log from a copy; until then nothing of the table can be trusted or checked."
              + " A last entry whose loss is accepted is set aside by verify --repair-log");
      return Optional.empty();
    }
  }

  /** The log that is checked. */
  CommitLog log() {
    return log;
  }

  /** The version that is checked. */
  TableState state() {
    return state;
  }

  private void checkEntries() throws IOException {
    if (log.statistics().checkpointsRejected() > 0) {
      findings.warning(
          Check.CHECKPOINT,
          directory,
          "a checkpoint is damaged; the entries of the log stand for it",
          "remove the damaged checkpoint before entries expire");
    }
    Set<String> commitIds = new HashSet<>();
    // What a checkpoint stands for expires; what is left, or was put there late, is no log (R23).
    long expired = log.expirable(state.oldestReadable()).orElse(-1);
    LogEntry before = null;
    boolean begun = false;
    for (long version = 0; version <= state.version(); version++) {
      String path = directory + "/" + LogEntry.nameOf(version);
      Optional<LogEntry> entry = readable(version, path);
      if (entry.isEmpty()) {
        // Entries expire from the oldest on; above one that is there none may be absent.
        boolean there = log.store().read(LogEntry.nameOf(version)).isPresent();
        begun |= version > expired && there;
        if (begun && !there) {
          entryError(path, "the entry is missing above an older one");
        }
        before = null;
        continue;
      }
      findings.logEntries++;
      if (version <= expired) {
        checkTable(entry.get(), path);
        continue;
      }
      begun = true;
      checkEntry(entry.get(), Optional.ofNullable(before), path);
      for (LogTransaction transaction : entry.get().transactions()) {
        if (!commitIds.add(transaction.commitId())) {
          findings.error(
              Check.COMMIT_ID,
              path,
              "the commit id " + transaction.commitId() + " stands twice in the log",
              "restore the log from a copy");
        }
      }
      before = entry.get();
    }
    if (before != null && !before.commitId().equals(state.commitId())) {
      entryError(
          directory + "/" + LogEntry.nameOf(state.version()),
          "the entry is not the one that the checkpoint was made of");
    }
  }

  private Optional<LogEntry> readable(long version, String path) throws IOException {
    try {
      return log.entry(version);
    } catch (CorruptFileException e) {
      findings.error(
          Check.LOG_ENTRY, path, e.getMessage(), "restore the entry from a copy of the log");
      return Optional.empty();
    }
  }

  private void checkTable(LogEntry entry, String path) {
    if (!entry.table().equals(state.metadata().uuid())) {
      entryError(path, "the entry is of another table");
    }
  }

  private void checkEntry(LogEntry entry, Optional<LogEntry> before, String path) {
    checkTable(entry, path);
    if (before.isPresent()
        && (!entry.parent().equals(before.get().commitId())
            || !entry.time().isAfter(before.get().time()))) {
      entryError(path, "the entry does not follow the one before: its parent or time is another");
    }
    if (entry.version() == 0 && !entry.parent().isEmpty()) {
      entryError(path, "version 0 has a parent");
    }
  }

  private void entryError(String path, String what) {
    findings.error(Check.LOG_ENTRY, path, what, "restore the entry from a copy of the log");
  }

  private void checkStrayFiles() throws IOException {
    for (Storage.StoredFile file : storage.listRecursively(directory)) {
      String name = file.path().substring(file.path().lastIndexOf('/') + 1);
      if (name.startsWith(UNFINISHED)) {
        findings.warning(
            Check.STRAY_LOG_FILE,
            directory + "/" + file.path(),
            "a write of the log was not finished, or is just going on",
            "remove the file if no process works on the table");
      } else if (!OF_THE_LOG.matcher(file.path()).matches()) {
        findings.warning(
            Check.STRAY_LOG_FILE,
            directory + "/" + file.path(),
            "the file is none of the commit log's",
            "move it away");
      }
    }
  }

  /**
   * Whether a transaction, finished or not, is known that may have left the directory; looks for
   * newer versions and claims before it says no, as writers go on meanwhile.
   */
  boolean isOfKnownTransaction(String partition, AcidDirectory found, String name)
      throws IOException {
    if (isKnown(partition, found, name)) {
      return true;
    }
    newest = log.newest();
    claims = manager.openClaims();
    return isKnown(partition, found, name);
  }

  private boolean isKnown(String partition, AcidDirectory found, String name) throws IOException {
    if (newest.directories(partition).stream().map(DataDirectory::name).anyMatch(name::equals)) {
      return true;
    }
    long transaction = found.visibility();
    if (transaction != AcidDirectory.ALWAYS_VISIBLE) {
      return transaction
              <= newest.metadata().adoption().map(known -> known.greatestTransaction()).orElse(0L)
          || newest.isCompactionCommitted(transaction)
          || newest.isCompactionAborted(transaction)
          || storage.exists(directory + String.format(Locale.ROOT, "/_txns/_%020d", transaction));
    }
    return newest.isAborted(found.maxWriteId())
        || newest.isCommitted(found.maxWriteId())
        || claims.stream()
            .anyMatch(
                claim ->
                    claim.writeId() >= found.minWriteId() && claim.writeId() <= found.maxWriteId());
  }
}
