package io.orcacid.verify;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.layout.PartitionLayout.Selected;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.EventFilter;
import io.orcacid.reader.PartitionSource;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One partition by its names: what the log names is there, and what is there means what the log
 * says (PROTOCOL.md invariants L and N). Gives the files that are in use.
 */
final class PartitionCheck {
  private static final String RESTORE = "restore it from a copy, or overwrite the partition";
  private static final int LONGEST_VERSION = 16;

  private final Storage storage;
  private final String partition;
  private final String place;
  private final PartitionSource source;
  private final Snapshot snapshot;
  private final Optional<LogCheck> log;
  private final EngineLint lint;
  private final Findings findings;
  private boolean incomplete;

  PartitionCheck(
      Storage storage,
      String root,
      String partition,
      PartitionSource source,
      Snapshot snapshot,
      Optional<LogCheck> log,
      EngineLint lint,
      Findings findings) {
    this.storage = storage;
    this.partition = partition;
    this.place = partition.isEmpty() ? root : root + "/" + partition;
    this.source = source;
    this.snapshot = snapshot;
    this.log = log;
    this.lint = lint;
    this.findings = findings;
  }

  /** Whether files that are in use could not be given. */
  boolean isIncomplete() {
    return incomplete;
  }

  List<CheckedFile> run() throws IOException {
    DirectoryListing listing;
    try {
      listing = source.listing(partition);
    } catch (CorruptFileException e) {
      incomplete = true;
      findings.error(
          Check.LAYOUT, Findings.pathOf(e, place), e.getMessage(), "repair or remove the file");
      return List.of();
    }
    Optional<PartitionLayout> onStorage = resolve(listing);
    onStorage.ifPresent(layout -> findings.obsoleteDirectories += layout.obsolete().size());
    Set<String> selected = onStorage.map(PartitionCheck::names).orElse(Set.of());
    for (String name : listing.directories()) {
      checkUnused(name, listing, selected, onStorage);
    }
    if (onStorage.isPresent()) {
      lint.partition(storage, place, listing, onStorage.get());
    }
    if (log.isEmpty()) {
      incomplete |= onStorage.isEmpty();
      return onStorage.isPresent() ? filesOf(onStorage.get(), listing, Map.of()) : List.of();
    }
    return ofLog(listing, onStorage);
  }

  private Optional<PartitionLayout> resolve(DirectoryListing listing) {
    try {
      return Optional.of(LayoutResolver.resolve(listing, snapshot));
    } catch (OrcAcidException e) {
      findings.error(
          Check.LAYOUT,
          placed(Findings.pathOf(e, "")),
          e.getMessage(),
          "remove or rename what the message names, or major-compact the table in Hive");
      return Optional.empty();
    }
  }

  private String placed(String path) {
    return path.isEmpty() ? place : path.startsWith("/") ? path : place + "/" + path;
  }

  private static Set<String> names(PartitionLayout layout) {
    Set<String> names = new TreeSet<>();
    directories(layout).forEach(directory -> names.add(directory.name()));
    return names;
  }

  private static Stream<Selected> directories(PartitionLayout layout) {
    return Stream.of(
            layout.base().stream(), layout.deltas().stream(), layout.deleteDeltas().stream())
        .flatMap(each -> each);
  }

  /** A directory that no reader of the snapshot takes: who made it? */
  private void checkUnused(
      String name,
      DirectoryListing listing,
      Set<String> selected,
      Optional<PartitionLayout> onStorage)
      throws IOException {
    String path = place + "/" + name;
    AcidDirectory directory = AcidDirectory.parse(name).orElse(null);
    if (directory == null) {
      boolean empty = listing.files().stream().noneMatch(file -> isIn(file, name));
      if (empty && (log.isPresent() || AcidDirectory.looksLikeOne(name))) {
        findings.warning(
            Check.FOREIGN_DIRECTORY,
            path,
            "a directory that is no base, delta or delete delta lies in the partition",
            "remove it if nobody needs it");
      }
      return;
    }
    boolean replaced = onStorage.isPresent() && onStorage.get().obsolete().contains(name);
    if (selected.contains(name) || replaced || isLive(name)) {
      return;
    }
    if (log.isEmpty() || log.get().isOfKnownTransaction(partition, directory, name)) {
      findings.unfinishedDirectories++;
    } else {
      findings.error(
          Check.FOREIGN_DIRECTORY,
          path,
          "no transaction of this table claimed the directory's write ids: whoever gets them next"
              + " cannot commit, or other engines will show these rows",
          "move the directory away");
    }
  }

  private boolean isLive(String name) {
    return log.isPresent()
        && log.get().state().directories(partition).stream()
            .anyMatch(directory -> directory.name().equals(name));
  }

  private static boolean isIn(DirectoryListing.Entry file, String directory) {
    return file.path().startsWith(directory + "/");
  }

  /** What the log says against what lies there. */
  private List<CheckedFile> ofLog(DirectoryListing listing, Optional<PartitionLayout> onStorage)
      throws IOException {
    Map<String, Long> lengths = new HashMap<>();
    listing.files().forEach(file -> lengths.put(file.path(), file.length()));
    Map<String, DataFile> logged = new HashMap<>();
    Set<String> live = new TreeSet<>();
    for (DataDirectory directory : log.get().state().directories(partition)) {
      String prefix = "";
      if (!directory.isOriginals()) {
        live.add(directory.name());
        prefix = directory.name() + "/";
        if (!listing.directories().contains(directory.name())) {
          incomplete = true;
          findings.error(
              Check.MISSING_DIRECTORY,
              place + "/" + directory.name(),
              "the log names the directory, and it is not there",
              RESTORE);
          continue;
        }
      }
      for (DataFile file : directory.files()) {
        checkLogged(prefix + file.name(), file, lengths, logged);
      }
    }
    onStorage.ifPresent(layout -> checkInvariant(layout, live, listing, logged.keySet()));
    checkForeignFiles(listing, live, logged.keySet());
    PartitionLayout layout = LayoutResolver.resolve(log.get().state().listing(partition), snapshot);
    return filesOf(layout, listing, logged);
  }

  private void checkLogged(
      String path, DataFile file, Map<String, Long> lengths, Map<String, DataFile> logged) {
    Long length = lengths.get(path);
    logged.put(path, file);
    if (length == null) {
      incomplete = true;
      findings.error(
          Check.MISSING_FILE,
          place + "/" + path,
          "the log names the file, and it is not there",
          RESTORE);
    } else if (length != file.length()) {
      incomplete = true;
      findings.error(
          Check.FILE_LENGTH,
          place + "/" + path,
          "the file has " + length + " bytes, the log says " + file.length(),
          RESTORE);
    }
  }

  private void checkInvariant(
      PartitionLayout layout, Set<String> live, DirectoryListing listing, Set<String> logged) {
    Set<String> onStorage = names(layout);
    for (String name : onStorage) {
      if (!live.contains(name)) {
        findings.error(
            Check.LAYOUT,
            place + "/" + name,
            "other engines take the directory for a part of the table, the log does not name it",
            "move it away");
      }
    }
    for (String name : live) {
      if (!onStorage.contains(name) && listing.directories().contains(name)) {
        findings.error(
            Check.LAYOUT,
            place + "/" + name,
            "the log names the directory, other engines pass over it for what else lies here",
            "move away what the log does not name");
      }
    }
    for (DirectoryListing.Entry file : layout.originals()) {
      if (!logged.contains(file.path())) {
        findings.error(
            Check.FOREIGN_FILE,
            place + "/" + file.path(),
            "other engines take the file for rows of the table, the log does not name it",
            "move it away");
      }
    }
  }

  private void checkForeignFiles(DirectoryListing listing, Set<String> live, Set<String> logged) {
    for (DirectoryListing.Entry file : listing.files()) {
      int slash = file.path().indexOf('/');
      String parent = slash < 0 ? "" : file.path().substring(0, slash);
      if (!live.contains(parent) || logged.contains(file.path())) {
        continue;
      }
      String path = place + "/" + file.path();
      if (BucketFileName.parse(file.name()).isPresent()) {
        findings.error(
            Check.FOREIGN_FILE,
            path,
            "other engines take the file for rows of the table, the log does not name it",
            "move it away");
      } else {
        findings.warning(
            Check.FOREIGN_FILE,
            path,
            "the log does not name the file; its name is none of a data file's",
            "move it away");
      }
    }
  }

  private List<CheckedFile> filesOf(
      PartitionLayout layout, DirectoryListing listing, Map<String, DataFile> logged)
      throws IOException {
    List<CheckedFile> files = new ArrayList<>();
    EventFilter everything =
        new EventFilter(
            0,
            0,
            PartitionLayout.SKIP_NOTHING,
            io.orcacid.format.RangeMatch.ALL,
            snapshot.writeIds());
    for (DirectoryListing.Entry file : layout.originals()) {
      add(files, file, Optional.empty(), everything, logged);
    }
    for (Selected directory : directories(layout).toList()) {
      if (!listing.directories().contains(directory.name())) {
        continue;
      }
      findings.directories++;
      Set<Integer> buckets = new HashSet<>();
      EventFilter filter = EventFilter.of(directory, snapshot.writeIds());
      for (DirectoryListing.Entry file : directory.files()) {
        BucketFileName name = BucketFileName.parse(file.name()).orElseThrow();
        if (name.form() == BucketFileName.Form.BUCKET && !buckets.add(name.bucket())) {
          findings.error(
              Check.FILE_NAME,
              place + "/" + file.path(),
              "two files of one bucket lie in one directory: rows come twice, or deletes fail",
              "remove the file of the attempt that was not committed");
        }
        add(files, file, Optional.of(directory.directory()), filter, logged);
      }
      directory
          .nestedFile()
          .ifPresent(
              nested ->
                  findings.error(
                      Check.FOREIGN_FILE,
                      place + "/" + nested,
                      "a sub-directory lies inside a base or delta: engines differ on its rows",
                      "major-compact the table in Hive"));
      checkVersionFile(directory);
    }
    return files;
  }

  private void add(
      List<CheckedFile> files,
      DirectoryListing.Entry file,
      Optional<AcidDirectory> directory,
      EventFilter filter,
      Map<String, DataFile> logged) {
    String path = place + "/" + file.path();
    Optional<BucketFileName> name = BucketFileName.parse(file.name());
    if (name.isEmpty()) {
      incomplete = true;
      findings.error(
          Check.FILE_NAME,
          path,
          "the file's name tells no bucket, so its rows have no ids",
          "rename it as Hive names files, such as 000000_0, or move it away");
      return;
    }
    findings.files++;
    findings.bytes += file.length();
    files.add(
        new CheckedFile(
            path,
            file.length(),
            name.get(),
            directory,
            filter,
            Optional.ofNullable(logged.get(file.path()))));
  }

  private void checkVersionFile(Selected directory) throws IOException {
    String path = place + "/" + directory.name() + "/" + AcidVersion.FILE_NAME;
    String remedy = "write the one byte 2 into it, without an end of line";
    boolean acid =
        directory.files().stream()
            .anyMatch(file -> file.length() > 0 && file.name().startsWith("bucket_"));
    try {
      long length = storage.length(path);
      String text =
          length > LONGEST_VERSION
              ? length + " bytes"
              : new String(storage.readFully(path), java.nio.charset.StandardCharsets.ISO_8859_1);
      if (!text.equals(AcidVersion.VERSION_2)) {
        findings.error(
            Check.VERSION_FILE, path, "the version file is not \"2\": \"" + text + "\"", remedy);
      }
    } catch (FileNotFoundException absent) {
      if (acid) {
        findings.warning(
            Check.VERSION_FILE,
            path,
            "the directory has no version file; Trino asks for it",
            remedy);
      }
    }
  }
}
