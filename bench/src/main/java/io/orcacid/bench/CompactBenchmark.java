package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.Program;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * What compaction costs, against what it could cost. Run by {@code bin/bench compact [--rows N]
 * [--format md|json]}; five million rows and about ten minutes if nothing is said.
 */
public final class CompactBenchmark {
  static final String NAME = "compact";

  private static final RewriteOptions DEFAULTS = RewriteOptions.defaults();
  private static final RewriteOptions ENCODE_ALL =
      DEFAULTS.withSmallStripes(Long.MAX_VALUE, Long.MAX_VALUE);
  private static final int PIECE = 1 << 20;

  private final Path directory;
  private final BenchRun run;
  private final long rows;
  private final Report.Builder report = new Report.Builder();
  private double copySecondsPerByte;

  private CompactBenchmark(Path directory, BenchRun run) {
    this.directory = directory;
    this.run = run;
    this.rows = run.rows();
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(CompactBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    CompactBenchmark benchmark = new CompactBenchmark(directory, run);
    benchmark.largeDeltas();
    benchmark.deletesInOneRange();
    benchmark.manySmallDeltas();
    benchmark.deleteDeltas();
    return benchmark.report.build(NAME, run.rows());
  }

  private BenchTable table(String name) throws IOException {
    Path path = directory.resolve(name);
    Files.createDirectories(path);
    return new BenchTable(path.toString());
  }

  private static String seconds(String what, Timed timed) {
    return String.format(Locale.ROOT, "%s %.3f s CPU (%.2f s)", what, timed.cpu(), timed.wall());
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
            times(5),
            times(9),
            () -> copyBytes(table.storage(), files, copy),
            () -> table.storage().delete(copy));
    BenchTable.Compaction copied =
        table.time(new AcidDirectory.Base(11, 1), DEFAULTS, times(8), times(9));
    copySecondsPerByte = copied.timed().cpu() / copied.counts().bytesIn();
    report.goal(
        Target.MINOR_COPY.measured(
            bytes.cpu() / copied.timed().cpu(),
            seconds("compaction", copied.timed())
                + ", "
                + seconds("byte copy", bytes)
                + counts(copied.counts())));
    BenchTable.Compaction encoded = table.time(new AcidDirectory.Base(11, 1), ENCODE_ALL, 0, 1);
    report.goal(
        Target.MAJOR_UNTOUCHED.measured(
            encoded.timed().cpu() / copied.timed().cpu(), seconds("all", encoded.timed())));
    figure("byte copy with CRC32C", "copy", bytes, copied.counts().bytesIn());
    figure("no stripe touched", "orc-acid", copied.timed(), copied.counts().bytesIn());
    figure("everything encoded", "orc-acid", encoded.timed(), encoded.counts().bytesIn());
    Storage.local().delete(table.root());
  }

  private int times(int wanted) {
    return run.effort() == Effort.FULL ? wanted : run.effort().runs();
  }

  private void figure(String what, String program, Timed timed, long bytes) {
    report.figure(
        new Figure(
            what,
            program,
            String.format(Locale.ROOT, "%,.0f MB/s", bytes / timed.cpu() / 1e6),
            timed.cpu(),
            timed.wall(),
            String.format(Locale.ROOT, "%,d MB", bytes / 1_000_000)));
  }

  private static String counts(RewriteCounts counts) {
    return ", stripes copied "
        + counts.stripesCopied()
        + " encoded "
        + counts.stripesEncoded()
        + ", MB "
        + counts.bytesIn() / 1_000_000;
  }

  /** One in a hundred rows is deleted, next to each other. */
  private void deletesInOneRange() throws IOException {
    BenchTable table = table("deleted");
    table.insert(1, rows);
    table.delete(2, 1, rows * 3 / 10, rows * 3 / 10 + rows / 100, 1);
    AcidDirectory base = new AcidDirectory.Base(2, 1);
    BenchTable.Compaction all = table.time(base, ENCODE_ALL, times(1) - 1, times(3));
    BenchTable.Compaction touched = table.time(base, DEFAULTS, times(2), times(5));
    report.goal(
        Target.MAJOR_CLUSTERED.measured(
            all.timed().cpu() / touched.timed().cpu(),
            seconds("touched", touched.timed())
                + ", "
                + seconds("all", all.timed())
                + counts(touched.counts())));
    figure("1 % deleted in one range", "orc-acid", touched.timed(), touched.counts().bytesIn());
    againstHive(table, touched);
    Storage.local().delete(table.root() + "/delete_delta_0000002_0000002_0000");
    half(table, all);
    Storage.local().delete(table.root());
  }

  private void againstHive(BenchTable table, BenchTable.Compaction ours) throws IOException {
    Map<String, Object> values = new LinkedHashMap<>(Map.of("warmups", 0, "runs", 1));
    values.put("directory", table.root());
    values.put("rows", rows);
    values.put("work", directory.resolve("work-hive"));
    Outcome outcome = Program.peer(Peers.HIVE, Peers.HEAP).run("compact", values);
    if (outcome instanceof Outcome.Missing missing) {
      report.goal(Target.HIVE_MAJOR.missing("missing: hive: " + missing.reason()));
      report.note("missing: hive: " + missing.reason());
      return;
    }
    for (ProgramResult hive : ((Outcome.Finished) outcome).results()) {
      long left = rows - rows / 100;
      String detail =
          String.format(
              Locale.ROOT,
              "%s %s %.3f s CPU (%.2f s), %,d rows",
              hive.peer(),
              hive.version(),
              hive.cpu(),
              hive.wall(),
              hive.rows());
      report.goal(
          hive.rows() == left
              ? Target.HIVE_MAJOR.measured(hive.cpu() / ours.timed().cpu(), detail)
              : Target.HIVE_MAJOR.invalid(detail + " instead of " + left));
      report.figure(
          new Figure(
              "1 % deleted in one range",
              hive.peer() + " " + hive.version(),
              String.format(Locale.ROOT, "%,.0f MB/s", ours.counts().bytesIn() / hive.cpu() / 1e6),
              hive.cpu(),
              hive.wall(),
              ""));
    }
  }

  /** One row of every other stripe is deleted. */
  private void half(BenchTable table, BenchTable.Compaction all) throws IOException {
    long untouched = 0;
    List<Long> deleted = new ArrayList<>();
    try (OrcInput input =
        OrcFiles.open(
            table.storage(),
            table.root() + "/delta_0000001_0000001_0000/bucket_00000",
            Long.MAX_VALUE)) {
      long first = 0;
      for (int stripe = 0; stripe < input.stripes().size(); stripe++) {
        long inStripe = input.stripes().get(stripe).getNumberOfRows();
        if (stripe % 2 == 0) {
          deleted.add(first + inStripe / 2);
        } else {
          untouched += inStripe;
        }
        first += inStripe;
      }
    }
    table.delete(
        2,
        writer -> deleted.forEach(row -> writer.delete("", 1, BucketProperty.encode(0, 0), row)));
    BenchTable.Compaction touched =
        table.time(new AcidDirectory.Base(2, 1), DEFAULTS, times(2), times(5));
    double share = untouched / (double) rows;
    double copy = copySecondsPerByte * touched.counts().bytesIn();
    double formula = (1 - share) * all.timed().cpu() + share * copy;
    report.goal(
        Target.MAJOR_SHARE.measured(
            touched.timed().cpu() / formula,
            String.format(
                    Locale.ROOT,
                    "u %.2f, re-encode %.3f s, copy %.3f s, ",
                    share,
                    all.timed().cpu(),
                    copy)
                + seconds("touched", touched.timed())
                + counts(touched.counts())));
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
    int deltas = run.effort() == Effort.SMOKE ? 20 : 1000;
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
    int scans = times(61);
    Timed ofOnce = Timed.of(times(40), scans, once::scan, () -> {});
    Timed ofSmall = Timed.of(times(40), scans, small::scan, () -> {});
    report.goal(
        Target.COMPACTED_SCAN.measured(
            ofSmall.cpu() / ofOnce.cpu(),
            seconds("compacted", ofSmall)
                + ", "
                + seconds("at once", ofOnce)
                + ", "
                + seconds("before", before)
                + ", "
                + seconds("compaction", minor.timed())));
    figure(
        "minor of 1,000 deltas of 100 rows", "orc-acid", minor.timed(), minor.counts().bytesIn());
  }

  private void deleteDeltas() throws IOException {
    BenchTable table = table("deletes");
    for (int delta = 2; delta <= 11; delta++) {
      table.delete(delta, 1, delta, rows, 10);
    }
    BenchTable.Compaction minor =
        table.time(
            new AcidDirectory.Delta(2, 11, AcidDirectory.NO_STATEMENT, 1),
            DEFAULTS,
            times(2),
            times(3));
    report.goal(
        Target.MINOR_DELETES.measured(
            minor.counts().deletesIn() / minor.timed().cpu(),
            seconds("compaction", minor.timed()) + ", events " + minor.counts().deletesIn()));
    figure("minor of 10 delete deltas", "orc-acid", minor.timed(), minor.counts().bytesIn());
  }
}
