package io.orcacid;

import io.orcacid.TableInspection.Directory;
import io.orcacid.TableInspection.Kind;
import io.orcacid.TableInspection.OpenWriteId;
import io.orcacid.TableInspection.Partition;
import io.orcacid.TableInspection.State;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.reader.ListedPartitions;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.log.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Lists what really lies in a table's directories and says what the snapshot makes of each. */
final class Inspector {
  private final Storage storage;
  private final String root;
  private final TableView view;
  private final List<OpenClaim> claims;
  private final LoggedFiles logged;

  private Inspector(
      Storage storage, String root, TableView view, List<OpenClaim> claims, LoggedFiles logged) {
    this.storage = storage;
    this.root = root;
    this.view = view;
    this.claims = claims;
    this.logged = logged;
  }

  static TableInspection inspect(
      Storage storage, String root, TableView view, List<OpenClaim> claims, LoggedFiles logged)
      throws IOException {
    return new Inspector(storage, root, view, claims, logged).inspect();
  }

  private TableInspection inspect() throws IOException {
    ListedPartitions listed =
        new ListedPartitions(storage, root, view.shape(), ListedPartitions.Compactions.LISTED);
    TreeSet<String> paths = new TreeSet<>(view.partitions().partitions());
    paths.addAll(listed.partitions());
    List<Partition> partitions = new ArrayList<>();
    for (String path : paths) {
      Partition partition = partition(path, listed.listing(path));
      if (!partition.directories().isEmpty() || path.isEmpty()) {
        partitions.add(partition);
      }
    }
    return new TableInspection(
        root,
        view.version(),
        view.snapshot().writeIds().toString(),
        view.snapshot().transactions().toString(),
        claims.stream()
            .filter(claim -> claim.marking() == OpenClaim.Marking.OPEN)
            .map(claim -> new OpenWriteId(claim.writeId(), owner(claim)))
            .toList(),
        partitions);
  }

  private static String owner(OpenClaim claim) {
    return claim.author().atHost();
  }

  private Partition partition(String path, DirectoryListing listing) throws IOException {
    PartitionLayout layout = LayoutResolver.resolve(listing, view.snapshot());
    Set<String> used = new HashSet<>();
    layout.base().ifPresent(base -> used.add(base.name()));
    layout.deltas().forEach(delta -> used.add(delta.name()));
    layout.deleteDeltas().forEach(delta -> used.add(delta.name()));
    layout.originals().forEach(file -> used.add(file.path()));
    List<Directory> directories = new ArrayList<>();
    for (String name : listing.directories()) {
      AcidDirectory directory = AcidDirectory.parse(name).orElse(null);
      if (directory != null) {
        directories.add(
            directory(path, listing, name, directory, state(name, directory, used, layout)));
      }
    }
    for (DirectoryListing.Entry file : listing.files()) {
      boolean original = used.contains(file.path()) || layout.obsolete().contains(file.path());
      if (original) {
        State state = used.contains(file.path()) ? State.USED : State.OBSOLETE;
        long rows = events(path, file);
        directories.add(
            new Directory(file.path(), Kind.ORIGINAL, state, 0, 0, 1, rows, 0, file.length()));
      }
    }
    return new Partition(path, directories);
  }

  private State state(
      String name, AcidDirectory directory, Set<String> used, PartitionLayout layout) {
    if (used.contains(name)) {
      return State.USED;
    }
    if (layout.obsolete().contains(name)) {
      return State.OBSOLETE;
    }
    boolean open =
        claims.stream()
            .anyMatch(
                claim ->
                    claim.marking() == OpenClaim.Marking.OPEN
                        && claim.writeId() >= directory.minWriteId()
                        && claim.writeId() <= directory.maxWriteId());
    if (open) {
      return State.OPEN;
    }
    return layout.aborted().contains(name) ? State.ABORTED : State.INVISIBLE;
  }

  private Directory directory(
      String partition, DirectoryListing listing, String name, AcidDirectory directory, State state)
      throws IOException {
    Kind kind =
        directory instanceof AcidDirectory.Base
            ? Kind.BASE
            : directory instanceof AcidDirectory.Delta ? Kind.DELTA : Kind.DELETE_DELTA;
    int files = 0;
    long events = 0;
    long bytes = 0;
    for (DirectoryListing.Entry file : listing.files()) {
      if (file.path().startsWith(name + "/") && BucketFileName.parse(file.name()).isPresent()) {
        files++;
        bytes += file.length();
        // What is not committed may be half written; nobody needs to know how many rows it has.
        events += state == State.USED || state == State.OBSOLETE ? events(partition, file) : 0;
      }
    }
    boolean deletes = kind == Kind.DELETE_DELTA;
    return new Directory(
        name,
        kind,
        state,
        directory.minWriteId(),
        directory.maxWriteId(),
        files,
        deletes ? 0 : events,
        deletes ? events : 0,
        bytes);
  }

  private long events(String partition, DirectoryListing.Entry file) throws IOException {
    Optional<DataFile> known = logged.file(partition, file.path());
    if (known.isPresent() || file.length() == 0) {
      return known.map(DataFile::rows).orElse(0L);
    }
    String parent = partition.isEmpty() ? root : root + "/" + partition;
    try (OrcInput input = OrcFiles.open(storage, parent + "/" + file.path(), file.length())) {
      return input.rowCount();
    }
  }
}
