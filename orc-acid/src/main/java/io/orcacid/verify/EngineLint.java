package io.orcacid.verify;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.Snapshot;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.HiveSelection;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.layout.PartitionLayout.Selected;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.CompressionKind;
import org.apache.orc.IntegerColumnStatistics;

/**
 * What other engines would do with the table (FORMAT.md §12, §14). All of it are warnings: the
 * table itself is right.
 */
final class EngineLint {

  private static final String MAJOR = "major-compact the partition";

  private final Set<Engine> engines;
  private final Snapshot snapshot;
  private final Findings findings;
  private final Set<String> withoutVersionFile = new HashSet<>();

  EngineLint(Set<Engine> engines, Snapshot snapshot, Findings findings) {
    this.engines = engines;
    this.snapshot = snapshot;
    this.findings = findings;
  }

  private void add(Engine engine, String path, String what, String remedy) {
    if (engines.contains(engine)) {
      findings.trait(engine.check(), path, what, remedy);
    }
  }

  private static Stream<Selected> directories(PartitionLayout layout) {
    return Stream.of(
            layout.base().stream(), layout.deltas().stream(), layout.deleteDeltas().stream())
        .flatMap(each -> each);
  }

  /** A partition by its names; comes before its files. */
  void partition(Storage storage, String place, DirectoryListing listing, PartitionLayout layout)
      throws IOException {
    if (engines.isEmpty()) {
      return;
    }
    withoutVersionFile.clear();
    hiveSelection(place, listing, layout);
    long base = layout.base().map(found -> found.directory().maxWriteId()).orElse(0L);
    for (Selected directory : directories(layout).toList()) {
      String path = place + "/" + directory.name();
      directory(path, directory, base);
      if (!hasVersionFile(storage, path)) {
        withoutVersionFile.add(path);
      }
    }
    trinoSelection(place, listing, layout);
    originals(place, layout);
    if (engines.contains(Engine.IMPALA)) {
      sideFiles(storage, place);
    }
  }

  /** FORMAT.md §14, traps 3, 4 and 5. */
  private void hiveSelection(String place, DirectoryListing listing, PartitionLayout layout) {
    Set<String> ours = new TreeSet<>();
    directories(layout).forEach(directory -> ours.add(directory.name()));
    Set<String> hive = HiveSelection.of(listing, snapshot);
    for (String name : hive) {
      if (!ours.contains(name)) {
        add(
            Engine.HIVE,
            place + "/" + name,
            "Hive 4.0 takes the directory too: rows come twice, or rows that are not committed",
            "remove the directory once nobody reads it");
      }
    }
    for (String name : ours) {
      if (!hive.contains(name)) {
        add(
            Engine.HIVE,
            place + "/" + name,
            "Hive 4.0 passes over the directory, since a delete delta or delta of a wider range"
                + " lies beside it: its events are lost there",
            MAJOR);
      }
    }
  }

  private void directory(String path, Selected directory, long base) {
    AcidDirectory range = directory.directory();
    boolean isBase = range instanceof AcidDirectory.Base;
    if (isBase && directory.files().isEmpty()) {
      add(
          Engine.TRINO,
          path,
          "the base has no data file, as TRUNCATE leaves it: Trino does not see it, and older rows"
              + " come back",
          "overwrite the partition with nothing, which leaves an empty file");
    }
    if (directory.valid() == RangeMatch.SOME) {
      add(
          Engine.TRINO,
          path,
          "only some write ids of the directory are committed: Trino shows the rows of all",
          MAJOR);
      if (range.visibility() != AcidDirectory.ALWAYS_VISIBLE
          && snapshot.writeIds().minOpen() <= range.maxWriteId()) {
        add(
            Engine.IMPALA,
            path,
            "a compacted delta with an open write id: Impala passes over all of it",
            "wait for the open transaction, or abort it");
      }
    }
    if (!isBase && base > 0 && range.minWriteId() <= base) {
      add(
          Engine.IMPALA,
          path,
          "the range of the directory begins below the base: Impala refuses the table",
          MAJOR);
    }
  }

  private static boolean hasVersionFile(Storage storage, String path) throws IOException {
    return storage.exists(path + "/" + AcidVersion.FILE_NAME);
  }

  /** Trino knows no visibility of compactions. */
  private void trinoSelection(String place, DirectoryListing listing, PartitionLayout layout) {
    boolean anyBase = false;
    for (String name : listing.directories()) {
      AcidDirectory directory = AcidDirectory.parse(name).orElse(null);
      if (directory == null) {
        continue;
      }
      anyBase |= directory instanceof AcidDirectory.Base;
      if (!snapshot.transactions().isValid(directory.visibility())) {
        add(
            Engine.TRINO,
            place + "/" + name,
            "the compaction that wrote the directory is not committed: Trino reads it all the same",
            "commit or remove it");
      }
      DirectoryListing.Marker marker = listing.markers().get(name);
      if (marker != null && marker != DirectoryListing.Marker.COMPACTED) {
        add(
            Engine.TRINO,
            place + "/" + name,
            "_metadata_acid says " + marker + ": Trino fails where it reads that file",
            MAJOR);
      }
      if (marker == DirectoryListing.Marker.COMPACTED) {
        add(
            Engine.IMPALA,
            place + "/" + name,
            "a compacted base without _v: Impala takes it for an INSERT OVERWRITE (IMPALA-13759)",
            MAJOR);
      }
    }
    if (anyBase && layout.base().isEmpty()) {
      add(
          Engine.TRINO,
          place,
          "a base lies there and none counts: Trino refuses the table for lack of history",
          "remove the base of the aborted transaction");
    }
  }

  private void originals(String place, PartitionLayout layout) {
    Set<Integer> buckets = new HashSet<>();
    for (DirectoryListing.Entry file : layout.originals()) {
      String path = place + "/" + file.path();
      Optional<BucketFileName> name = BucketFileName.parse(file.name());
      if (file.path().indexOf('/') >= 0) {
        add(
            Engine.TRINO,
            path,
            "plain files in a sub-directory: Trino numbers their rows otherwise, so that deletes hit"
                + " other rows",
            MAJOR);
      }
      boolean second = name.isPresent() && !buckets.add(name.get().bucket());
      if (!file.name().endsWith("_0") || second) {
        add(
            Engine.IMPALA,
            path,
            "more than one plain file of a bucket, or one that does not end in _0: Impala refuses"
                + " the table",
            MAJOR);
      }
    }
  }

  private void sideFiles(Storage storage, String place) throws IOException {
    for (Storage.StoredFile file : storage.listRecursively(place)) {
      if (file.path().endsWith("_flush_length") && !DirectoryListing.isHidden(file.path())) {
        add(
            Engine.IMPALA,
            place + "/" + file.path(),
            "a side file of a streaming writer: Impala refuses the table",
            "close the streaming connection, or major-compact the partition");
      }
    }
  }

  /** A file in use by its footer. */
  void file(CheckedFile file, OrcInput input) throws IOException {
    if (engines.isEmpty()) {
      return;
    }
    codec(file.path(), input.reader().getCompressionKind());
    if (!input.hasStatistics()) {
      add(
          Engine.HIVE,
          file.path(),
          "the file has no row index and no statistics: nothing of it is ever skipped",
          MAJOR);
    }
    if (file.isPlain()) {
      if (file.directory().isPresent()) {
        add(
            Engine.TRINO,
            file.path(),
            "plain files in a delta, as LOAD DATA leaves them: Trino gives their rows other ids",
            MAJOR);
      }
      return;
    }
    hiddenNames(file, input);
    if (file.isDelete() && file.name().attempt().isPresent()) {
      add(
          Engine.TRINO,
          file.path(),
          "the delete file's name has an attempt suffix: Trino does not find it, and deleted rows"
              + " come back",
          MAJOR);
    }
    if (file.isDelete() && hidesOwnDeletes(file, input)) {
      add(
          Engine.HIVE,
          file.path(),
          "deletes of rows of the same write id in a compacted directory: Hive's vectorised reader"
              + " shows these rows",
          MAJOR);
    }
    if (file.name().bucket() > 9999) {
      add(
          Engine.IMPALA,
          file.path(),
          "a bucket number of five digits: Impala drops the first one",
          "use fewer buckets");
    }
    version(file, input);
  }

  private void codec(String path, CompressionKind codec) {
    boolean old =
        List.of(
                CompressionKind.NONE,
                CompressionKind.ZLIB,
                CompressionKind.SNAPPY,
                CompressionKind.LZO)
            .contains(codec);
    if (!old && codec != CompressionKind.LZ4) {
      add(
          Engine.HIVE,
          path,
          "compressed with " + codec + ": Hive 4 reads it, Hive 3 does not",
          "for Hive 3 set the table property orc.compress to ZLIB or SNAPPY and compact");
    }
    if (codec == CompressionKind.BROTLI || codec == CompressionKind.LZO) {
      for (Engine engine : List.of(Engine.TRINO, Engine.IMPALA)) {
        add(engine, path, "compressed with " + codec + ", which the engine does not read", MAJOR);
      }
    }
  }

  private void hiddenNames(CheckedFile file, OrcInput input) {
    List<String> exact =
        AcidSchema.of(org.apache.orc.TypeDescription.createStruct()).getFieldNames();
    if (!input.schema().getFieldNames().equals(exact)) {
      add(
          Engine.HIVE,
          file.path(),
          "the hidden columns are not spelled as Hive does: it takes the file for a plain one",
          MAJOR);
    }
  }

  /** FORMAT.md §14 trap 1: no statement in the name counts as 0, and 0 is not below 0. */
  private static boolean hidesOwnDeletes(CheckedFile file, OrcInput input) throws IOException {
    AcidDirectory directory = file.directory().orElseThrow();
    if (directory.minWriteId() != directory.maxWriteId() || directory.statement() > 0) {
      return false;
    }
    ColumnStatistics[] columns = input.statistics();
    return input.hasStatistics()
        && columns[AcidSchema.ORIGINAL_WRITE_ID + 1] instanceof IntegerColumnStatistics original
        && original.getNumberOfValues() > 0
        && original.getMaximum() == directory.maxWriteId();
  }

  private void version(CheckedFile file, OrcInput input) {
    String directory = file.path().substring(0, file.path().lastIndexOf('/'));
    boolean marked =
        input.footerKey(AcidVersion.KEY).filter(AcidVersion.VERSION_2::equals).isPresent()
            || input.isOfTrino();
    if (withoutVersionFile.contains(directory) && !marked && !file.isDelete()) {
      add(
          Engine.TRINO,
          file.path(),
          "neither a version file nor the footer key "
              + AcidVersion.KEY
              + ": Trino refuses the"
              + " table",
          "write a version file, or major-compact the partition");
    }
  }
}
