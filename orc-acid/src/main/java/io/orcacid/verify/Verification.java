package io.orcacid.verify;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.reader.ListedPartitions;
import io.orcacid.reader.PartitionSource;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.TableMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A check of a table that is put together and then run. Reads only; its memory does not grow with
 * the number of rows. Writers may go on meanwhile. Immutable; each run belongs to its thread.
 *
 * <pre>{@code
 * VerificationReport report = table.verify().deep().run();
 * }</pre>
 */
public final class Verification {
  private final Storage storage;
  private final String root;
  private final Optional<HiveTable> hive;
  private final LogSource log;
  private final Function<TableMetadata, TableShape> shapes;
  private final Depth depth;
  private final Set<Engine> engines;

  /** How much of each file is read. */
  enum Depth {
    FOOTERS,
    ROWS
  }

  /** Opens the log of the table. */
  @FunctionalInterface
  public interface LogSource {
    /** Loads the log's newest state. */
    CommitLog open() throws IOException;
  }

  private record HiveTable(TableShape shape, Snapshot snapshot, PartitionSource partitions) {}

  private Verification(
      Storage storage,
      String root,
      Optional<HiveTable> hive,
      LogSource log,
      Function<TableMetadata, TableShape> shapes,
      Depth depth,
      Set<Engine> engines) {
    this.storage = storage;
    this.root = root;
    this.hive = hive;
    this.log = log;
    this.shapes = shapes;
    this.depth = depth;
    this.engines = engines;
  }

  /**
   * Of a table with a commit log, which may be too damaged to be opened.
   *
   * @param log opens it
   * @param shapes the columns that a version's metadata means
   */
  public static Verification ofLog(
      Storage storage, String root, LogSource log, Function<TableMetadata, TableShape> shapes) {
    return new Verification(storage, root, Optional.empty(), log, shapes, Depth.FOOTERS, Set.of());
  }

  /**
   * Of a table of Hive, as a snapshot sees it.
   *
   * @param partitions lists the storage; refuses what the snapshot cannot judge
   */
  public static Verification ofSnapshot(
      Storage storage,
      String root,
      TableShape shape,
      Snapshot snapshot,
      PartitionSource partitions) {
    return new Verification(
        storage,
        root,
        Optional.of(new HiveTable(shape, snapshot, partitions)),
        () -> {
          throw new UnsupportedTableException("The table has no log", "path", root);
        },
        metadata -> shape,
        Depth.FOOTERS,
        Set.of());
  }

  /** The same, reading every byte and every row too. */
  public Verification deep() {
    return new Verification(storage, root, hive, log, shapes, Depth.ROWS, engines);
  }

  /** The same, saying also what these engines would do with the table (FORMAT.md §12, §14). */
  public Verification forEngines(Collection<Engine> others) {
    Set<Engine> chosen = EnumSet.noneOf(Engine.class);
    chosen.addAll(others);
    return new Verification(storage, root, hive, log, shapes, depth, chosen);
  }

  /**
   * Checks the table. What is wrong with it is in the report, never an exception.
   *
   * @throws UnsupportedTableException if the directory has no log, or one of a newer version
   * @throws io.orcacid.error.ValidationException if a table of Hive has compacted directories and
   *     no valid transaction list was given
   * @throws IOException if the storage fails
   */
  public VerificationReport run() throws IOException {
    Findings findings = new Findings();
    if (hive.isPresent()) {
      HiveTable table = hive.get();
      check(findings, table.shape(), table.snapshot(), table.partitions(), Optional.empty());
    } else {
      Optional<LogCheck> checked = LogCheck.run(storage, root, log, findings);
      if (checked.isPresent()) {
        TableShape shape = shapes.apply(checked.get().state().metadata());
        PartitionSource listed =
            new ListedPartitions(storage, root, shape, ListedPartitions.Compactions.LISTED);
        check(findings, shape, checked.get().state().snapshot("default.table"), listed, checked);
        new TagCheck(storage, root, checked.get().log(), findings).run(checked.get().state());
      }
    }
    return findings.report(root);
  }

  private void check(
      Findings findings,
      TableShape shape,
      Snapshot snapshot,
      PartitionSource listed,
      Optional<LogCheck> log)
      throws IOException {
    findings.performed(Check.Group.LAYOUT);
    findings.performed(Check.Group.ORC);
    if (log.isPresent()) {
      findings.performed(Check.Group.FILES);
    }
    if (depth == Depth.ROWS) {
      findings.performed(Check.Group.ROWS);
    }
    if (!engines.isEmpty()) {
      findings.performed(Check.Group.ENGINES);
    }
    EngineLint lint = new EngineLint(engines, snapshot, findings);
    FileCheck files = new FileCheck(storage, shape, depth, lint, findings);
    for (String partition : partitions(findings, shape, log)) {
      PartitionCheck check =
          new PartitionCheck(storage, root, partition, listed, snapshot, log, lint, findings);
      List<CheckedFile> inUse = check.run();
      List<RowSource> sources = new ArrayList<>();
      files.beginPartition();
      boolean whole = !check.isIncomplete();
      for (CheckedFile file : inUse) {
        Optional<RowSource> source = files.check(file);
        source.ifPresent(sources::add);
        whole &= source.isPresent();
      }
      if (depth == Depth.ROWS) {
        new RowMerge(storage, findings, whole).run(sources);
      }
    }
  }

  private Set<String> partitions(Findings findings, TableShape shape, Optional<LogCheck> log)
      throws IOException {
    Set<String> partitions = new java.util.TreeSet<>();
    if (log.isPresent()) {
      partitions.addAll(log.get().state().partitions());
    }
    partitions.addAll(new PartitionTree(storage, root, shape, findings).paths());
    findings.partitions = partitions.size();
    return partitions;
  }
}
