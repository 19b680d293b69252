package io.orcacid.verify;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Tag;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether versions with a tag can be loaded, and what they have beside the newest one still lies
 * there, with its lengths (PROTOCOL.md R18). Their files are not looked into.
 */
final class TagCheck {
  private static final String RESTORE = "restore it from a copy, or drop the tag";

  private final Storage storage;
  private final String root;
  private final CommitLog log;
  private final Findings findings;
  private final Set<String> looked = new HashSet<>();

  TagCheck(Storage storage, String root, CommitLog log, Findings findings) {
    this.storage = storage;
    this.root = root;
    this.log = log;
    this.findings = findings;
  }

  /**
   * @param state the version that is checked otherwise
   */
  void run(TableState state) throws IOException {
    for (Tag tag : state.metadata().tags().values()) {
      try {
        check(tag, log.stateAt(tag.version()), state);
      } catch (CorruptFileException e) {
        findings.error(
            Check.LOG_ENTRY,
            Findings.pathOf(e, root + "/" + CommitLog.DIRECTORY),
            "version " + tag.version() + " of tag " + tag.name() + ": " + e.getMessage(),
            RESTORE);
      } catch (SnapshotTooOldException dropped) {
        if (isStillThere(tag)) {
          throw dropped;
        }
      }
    }
  }

  /** A tag that is dropped meanwhile keeps nothing any more. */
  private boolean isStillThere(Tag tag) throws IOException {
    return tag.equals(log.newest().metadata().tags().get(tag.name()));
  }

  private void check(Tag tag, TableState tagged, TableState state) throws IOException {
    for (String partition : tagged.partitions()) {
      Set<String> live = new TreeSet<>();
      state.directories(partition).forEach(directory -> live.add(directory.name()));
      for (DataDirectory directory : tagged.directories(partition)) {
        if (!live.contains(directory.name()) && looked.add(partition + "/" + directory.name())) {
          for (DataFile file : directory.files()) {
            check(tag, path(partition, directory, file), file);
          }
        }
      }
    }
  }

  private String path(String partition, DataDirectory directory, DataFile file) {
    String place = partition.isEmpty() ? root : root + "/" + partition;
    return directory.isOriginals()
        ? place + "/" + file.name()
        : place + "/" + directory.name() + "/" + file.name();
  }

  private void check(Tag tag, String path, DataFile file) throws IOException {
    long length;
    try {
      length = storage.length(path);
    } catch (FileNotFoundException gone) {
      length = -1;
    }
    if (length >= file.length() || !isStillThere(tag)) {
      return;
    }
    boolean gone = length < 0;
    findings.error(
        gone ? Check.MISSING_FILE : Check.FILE_LENGTH,
        path,
        "tag "
            + tag.name()
            + " keeps the file, and it "
            + (gone ? "is not there" : "is shorter than the log says"),
        RESTORE);
  }
}
