package io.orcacid.interop;

import io.orcacid.AcidTable;
import io.orcacid.Compaction;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.Transaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.compactor.CompactionReport.Outcome;
import io.orcacid.compactor.clean.CleanResult;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.txn.log.CompactionKind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random table of ours: transactions of several steps that commit, abort or stay open, with
 * compactions and cleanings in between, through the front door. Closing it closes those that are
 * open. Not thread-safe.
 */
final class OwnHistory implements Closeable {
  private static final TableDefinition TABLE =
      TableDefinition.of("id bigint, s string, n int, d double, b boolean, p int");

  private final AcidTable table;
  private final Random random;
  private final List<Transaction> open = new ArrayList<>();
  private final List<Version> versions = new ArrayList<>();
  private final Map<CompactionKind, Integer> compactions = new EnumMap<>(CompactionKind.class);
  private long removedDirectories;
  private long nextValue;

  /** A version, and the lists that {@code inspect} gave when it was the newest. */
  record Version(long version, Lists lists) {}

  OwnHistory(Path root, Random random) throws IOException {
    this.random = random;
    TableDefinition definition = random.nextBoolean() ? TABLE.partitionedBy("p") : TABLE;
    if (random.nextBoolean()) {
      definition = definition.bucketedBy(1 + random.nextInt(4), "id");
    }
    List<String> codecs = List.of("ZLIB", "SNAPPY", "ZSTD", "NONE");
    this.table =
        AcidTable.create(
            root.toString(), definition.property("orc.compress", codecs.get(random.nextInt(4))));
  }

  AcidTable table() {
    return table;
  }

  /** Every version that can be read, with its lists, oldest first. */
  List<Version> versions() {
    return versions;
  }

  /** How many partitions were compacted. */
  Map<CompactionKind, Integer> compactions() {
    return compactions;
  }

  /** How many directories were cleaned away. */
  long removedDirectories() {
    return removedDirectories;
  }

  void write() throws IOException {
    remember();
    int transactions = 3 + random.nextInt(5);
    for (int i = 0; i < transactions; i++) {
      Transaction transaction = table.begin();
      int steps = 1 + random.nextInt(4);
      for (int step = 0; step < steps; step++) {
        step(transaction);
      }
      int fate = random.nextInt(10);
      if (fate == 0) {
        open.add(transaction);
      } else if (fate == 1) {
        transaction.abort();
      } else {
        transaction.commit();
        transaction.close();
      }
      remember();
      switch (random.nextInt(6)) {
        case 0 -> compact(table.compaction().minor());
        case 1 -> compact(table.compaction().major());
        case 2 -> clean();
        default -> {}
      }
    }
  }

  private void compact(Compaction compaction) throws IOException {
    for (CompactionReport report : compaction.run()) {
      if (report.outcome() == Outcome.PUBLISHED) {
        compactions.merge(report.kind().orElseThrow(), 1, Integer::sum);
      }
    }
    remember();
  }

  /** What open transactions read stays; of the others' versions the older ones end. */
  private void clean() throws IOException {
    CleanResult result = table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    removedDirectories += result.directories();
    versions.removeIf(version -> version.version() < result.plan().oldestReadable());
    remember();
  }

  private void remember() throws IOException {
    TableInspection inspection = table.inspect();
    versions.add(
        new Version(
            inspection.version().orElseThrow(),
            new Lists(inspection.validWriteIds(), inspection.validTxns())));
  }

  private void step(Transaction transaction) throws IOException {
    switch (random.nextInt(4)) {
      case 0 -> transaction.delete("n < " + random.nextInt(40));
      case 1 -> transaction.update("s = 'updated', d = n", "n > " + (60 + random.nextInt(40)));
      default -> insert(transaction.insert());
    }
  }

  private void insert(Inserter inserter) throws IOException {
    int count = 1 + random.nextInt(25);
    for (int i = 0; i < count; i++) {
      inserter.row(
          nextValue++,
          random.nextInt(6) == 0 ? null : "s" + random.nextInt(5),
          random.nextInt(6) == 0 ? null : random.nextInt(100),
          random.nextInt(6) == 0 ? null : random.nextInt(100) / 8.0,
          random.nextInt(6) == 0 ? null : random.nextBoolean(),
          random.nextInt(3));
    }
  }

  @Override
  public void close() throws IOException {
    for (Transaction transaction : open) {
      transaction.close();
    }
    table.close();
  }
}
