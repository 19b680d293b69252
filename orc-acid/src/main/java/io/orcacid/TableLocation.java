package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.LogRepair;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.StoreDescription;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a table is and what decides its commits there: the one place that a table on something else
 * than the local disk begins with.
 *
 * @param storage holds the table's files
 * @param root absolute path of its directory
 * @param store decides commits; empty for the one that {@code choice} and the table's description
 *     say
 * @param choice the store that the program's settings choose
 * @param log how the log is kept
 */
record TableLocation(
    Storage storage, String root, Optional<AtomicStore> store, StoreChoice choice, LogOptions log) {
  /** A scheme and an authority: {@code hdfs://namenode:8020/...}, {@code s3a://bucket/...}. */
  private static final Pattern ADDRESS =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*", Pattern.DOTALL);

  /** A table of which the caller gives the store itself, which lies in its log directory. */
  TableLocation(Storage storage, String root, Optional<AtomicStore> store, LogOptions log) {
    this(storage, root, store, new StoreChoice(LocalAtomicStore.KIND, Map.of()), log);
  }

  /** A directory of this machine, or of another file system by its address. */
  static TableLocation of(String path, AcidOptions options) {
    boolean isElsewhere = ADDRESS.matcher(path).matches() && !path.startsWith("file:");
    Storage storage =
        isElsewhere
            ? Storage.at(address(path).resolve("/"), options.storageSettings())
            : Storage.local(options.storageSettings());
    String root = isElsewhere ? address(path).normalize().getPath() : localRoot(path);
    return new TableLocation(
        storage, root, Optional.empty(), StoreChoice.of(options, storage), options.log());
  }

  /** A directory of a file system that is open already. */
  static TableLocation on(Storage storage, String root, AcidOptions options) {
    return new TableLocation(
        storage, root, Optional.empty(), StoreChoice.of(options, storage), options.log());
  }

  private static URI address(String path) {
    URI address;
    try {
      address = new org.apache.hadoop.fs.Path(path).toUri();
    } catch (IllegalArgumentException e) {
      throw new ValidationException("Not an address", e, "path", path);
    }
    if (address.getPath().length() < 2) {
      throw new ValidationException("Not the address of a directory", "path", path);
    }
    return address;
  }

  private static String localRoot(String path) {
    String local = path.startsWith("file:") ? path.replaceFirst("^file:(//)?(?=/)", "") : path;
    if (local.isEmpty() || local.indexOf('\u0000') >= 0) {
      throw new ValidationException("Not a path", "path", path);
    }
    return Path.of(local).toAbsolutePath().normalize().toString();
  }

  boolean hasTable() throws IOException {
    if (store.isPresent()) {
      return CommitLog.exists(storage, root);
    }
    Optional<StoreDescription> description = StoreDescription.of(storage, root);
    if (description.isEmpty()) {
      return false;
    }
    choice.requireKindOf(description.get(), root);
    return choice.isLocal()
        ? CommitLog.exists(storage, root)
        : CommitLog.exists(choice.open(storage, root, description.get()));
  }

  CommitLog createLog(TableMetadata metadata) throws IOException {
    if (store.isPresent()) {
      return CommitLog.create(storage, root, store.get(), metadata, log);
    }
    return choice.isLocal()
        ? CommitLog.create(storage, root, metadata, log)
        : putElsewhere(metadata, List.of());
  }

  CommitLog adoptLog(TableMetadata metadata, List<PartitionChange> content) throws IOException {
    return choice.isLocal()
        ? CommitLog.adopt(storage, root, metadata, content, log)
        : putElsewhere(metadata, content);
  }

  CommitLog openLog() throws IOException {
    Optional<AtomicStore> decides = opened();
    return decides.isPresent()
        ? CommitLog.open(storage, root, decides.get(), log)
        : CommitLog.open(storage, root, log);
  }

  Optional<LogRepair.SetAside> repairLog() throws IOException {
    Optional<AtomicStore> decides = opened();
    return decides.isPresent()
        ? CommitLog.repair(storage, root, decides.get())
        : CommitLog.repair(storage, root);
  }

  /** Whoever declares the table first names its id, by which the store knows it. */
  private CommitLog putElsewhere(TableMetadata metadata, List<PartitionChange> content)
      throws IOException {
    // A kind that this program lacks, or a wrong setting, is refused before anything is written.
    choice.probe(storage, root, new StoreDescription(choice.kind(), metadata.uuid(), 1));
    StoreDescription declared =
        StoreDescription.declare(storage, root, choice.kind(), metadata.uuid());
    AtomicStore decides = choice.open(storage, root, declared);
    return CommitLog.adopt(
        storage, root, decides, metadata.withUuid(declared.table()), content, log);
  }

  /** Empty for the log directory of a local disk, and where there is no table. */
  private Optional<AtomicStore> opened() throws IOException {
    if (store.isPresent()) {
      return store;
    }
    Optional<StoreDescription> description = StoreDescription.of(storage, root);
    if (description.isEmpty()) {
      return Optional.empty();
    }
    choice.requireKindOf(description.get(), root);
    return choice.isLocal()
        ? Optional.empty()
        : Optional.of(choice.open(storage, root, description.get()));
  }
}
