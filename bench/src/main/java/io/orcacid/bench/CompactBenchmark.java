package io.orcacid.bench;

import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * What compaction costs, against what it could cost. Run by {@code bin/bench compact [--rows N]
 * [--format md|json]}; five million rows and about ten minutes if nothing is said.
 */
public final class CompactBenchmark {
  private static final RewriteOptions DEFAULTS = RewriteOptions.defaults();
  private static final RewriteOptions ENCODE_ALL =
      DEFAULTS.withSmallStripes(Long.MAX_VALUE, Long.MAX_VALUE);
  private static final int PIECE = 1 << 20;

  private final Path directory;
  private final long rows;
  private final List<Goal> goals = new ArrayList<>();

  private CompactBenchmark(Path directory, long rows) {
    this.directory = directory;
    this.rows = rows;
  }

  /** Runs the benchmark and prints a table. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000)
        .print((directory, rows) -> new CompactBenchmark(directory, rows).run());
  }

  List<Goal> run() throws IOException {
    deletesInOneRange();
    largeDeltas();
    manySmallDeltas();
    deleteDeltas();
    return goals;
  }

  private BenchTable table(String name) throws IOException {
    Path path = directory.resolve(name);
    Files.createDirectories(path);
    return new BenchTable(path.toString());
  }

  private static String seconds(String what, Timed timed) {
    return String.format(Locale.ROOT, "%s %.3f s CPU (%.2f s)", what, timed.cpu(), timed.wall());
  }

  /** One in a hundred rows is deleted, next to each other. */
  private void deletesInOneRange() throws IOException {
    BenchTable table = table("deleted");
    table.insert(1, rows);
    table.delete(2, 1, rows * 3 / 10, rows * 3 / 10 + rows / 100, 1);
    AcidDirectory base = new AcidDirectory.Base(2, 1);
    BenchTable.Compaction all = table.time(base, ENCODE_ALL, 1, 3);
    BenchTable.Compaction touched = table.time(base, DEFAULTS, 2, 5);
    RewriteCounts counts = touched.counts();
    goals.add(
        new Goal(
            "major, 1 % deleted in one range: CPU, share of encoding everything",
            seconds("touched", touched.timed())
                + ", "
                + seconds("all", all.timed())
                + ", stripes copied "
                + counts.stripesCopied()
                + " encoded "
                + counts.stripesEncoded()
                + ", MB "
                + counts.bytesIn() / 1_000_000,
            1.0 / 8,
            Goal.Direction.AT_MOST,
            touched.timed().cpu() / all.timed().cpu()));
    Storage.local().delete(table.root());
  }

  /** Nothing is deleted: everything can be copied. */
  private void largeDeltas() throws IOException {
    BenchTable table = table("deltas");
    table.insert(1, rows);
    for (int delta = 2; delta <= 11; delta++) {
      table.insert(delta, rows / 10);
    }
    List<String> files = new ArrayList<>();
    for (Storage.StoredFile file : table.storage().listRecursively(table.root())) {
      if (file.path().contains("/bucket_")) {
        files.add(table.root() + "/" + file.path());
      }
    }
    String copy = table.root() + "/_copy";
    Timed bytes =
        Timed.of(
            5,
            9,
            () -> copyBytes(table.storage(), files, copy),
            () -> table.storage().delete(copy));
    BenchTable.Compaction copied = table.time(new AcidDirectory.Base(11, 1), DEFAULTS, 8, 9);
    RewriteCounts counts = copied.counts();
    goals.add(
        new Goal(
            "base and 10 large deltas: CPU throughput, share of a byte copy with CRC32C",
            seconds("compaction", copied.timed())
                + ", "
                + seconds("byte copy", bytes)
                + ", stripes copied "
                + counts.stripesCopied()
                + " encoded "
                + counts.stripesEncoded()
                + ", MB "
                + counts.bytesIn() / 1_000_000,
            0.65,
            Goal.Direction.AT_LEAST,
            bytes.cpu() / copied.timed().cpu()));
    BenchTable.Compaction encoded = table.time(new AcidDirectory.Base(11, 1), ENCODE_ALL, 0, 1);
    goals.add(
        new Goal(
            "base and 10 large deltas: times cheaper than encoding everything",
            seconds("all", encoded.timed()),
            25,
            Goal.Direction.AT_LEAST,
            encoded.timed().cpu() / copied.timed().cpu()));
    Storage.local().delete(table.root());
  }

  /** Files one after the other into one, durable as an output is. */
  private static void copyBytes(Storage storage, List<String> files, String target)
      throws IOException {
    byte[] buffer = new byte[PIECE];
    try (DurableOutput out = storage.create(target)) {
      for (String file : files) {
        try (FSDataInputStream in =
            storage.fileSystem().open(new org.apache.hadoop.fs.Path(file))) {
          for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            out.write(buffer, 0, count);
          }
        }
      }
    }
  }

  private void manySmallDeltas() throws IOException {
    int deltas = 1000;
    int perDelta = 100;
    BenchTable once = table("once");
    once.insert(1, (long) deltas * perDelta);
    BenchTable small = table("small");
    for (int delta = 1; delta <= deltas; delta++) {
      small.insert(delta, perDelta);
    }
    Timed before = Timed.of(0, 1, small::scan, () -> {});
    BenchTable.Compaction minor =
        small.time(
            new AcidDirectory.Delta(1, deltas + 1, AcidDirectory.NO_STATEMENT, 1), DEFAULTS, 1, 3);
    small.compact(new AcidDirectory.Base(deltas, 1));
    int scans = 61;
    Timed ofOnce = Timed.of(40, scans, once::scan, () -> {});
    Timed ofSmall = Timed.of(40, scans, small::scan, () -> {});
    goals.add(
        new Goal(
            "1,000 deltas of 100 rows: scan after compaction, share of the same rows written at once",
            seconds("compacted", ofSmall)
                + ", "
                + seconds("at once", ofOnce)
                + ", "
                + seconds("before", before)
                + ", "
                + seconds("compaction", minor.timed()),
            1.05,
            Goal.Direction.AT_MOST,
            ofSmall.cpu() / ofOnce.cpu()));
  }

  private void deleteDeltas() throws IOException {
    BenchTable table = table("deletes");
    for (int delta = 2; delta <= 11; delta++) {
      table.delete(delta, 1, delta, rows, 10);
    }
    BenchTable.Compaction minor =
        table.time(new AcidDirectory.Delta(2, 11, AcidDirectory.NO_STATEMENT, 1), DEFAULTS, 2, 3);
    goals.add(
        new Goal(
            "minor of 10 delete deltas that interleave: events per second of CPU",
            seconds("compaction", minor.timed()) + ", events " + minor.counts().deletesIn(),
            5_000_000,
            Goal.Direction.AT_LEAST,
            minor.counts().deletesIn() / minor.timed().cpu()));
  }
}
