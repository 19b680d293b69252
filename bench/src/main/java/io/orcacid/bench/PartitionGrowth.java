package io.orcacid.bench;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Curve;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Opening of a table of many partitions in a JVM of 256 MB that did nothing before. Partitions
 * share one file of a row, by as many names; the table is adopted, so that its log has one entry.
 */
final class PartitionGrowth {
  private static final TableDefinition TABLE =
      TableDefinition.of("id bigint, name string, p int").partitionedBy("p");
  private static final String HEAP = "256m";

  private final BenchRun run;
  private final Report.Builder report;

  PartitionGrowth(BenchRun run, Report.Builder report) {
    this.run = run;
    this.report = report;
  }

  void measure(Path directory) throws IOException {
    int most = run.effort() == Effort.SMOKE ? 100 : run.rows() >= 5_000_000 ? 100_000 : 10_000;
    List<Curve.Point> points = new ArrayList<>();
    Optional<ProgramResult> last = Optional.empty();
    try (MemoryDirectory memory = MemoryDirectory.create(directory)) {
      Path delta = oneRow(memory.path().resolve("one"));
      for (int partitions = 1; partitions <= most; partitions *= 10) {
        Path table = memory.path().resolve("table-" + partitions);
        make(table, delta, partitions);
        last = open(table, partitions);
        if (last.isPresent()) {
          points.add(new Curve.Point(partitions, last.get().cpu() * 1000));
        }
        Storage.local().delete(table.toString());
      }
    }
    report.goal(
        last.map(
                result ->
                    Target.PARTITIONS_OPEN.measured(
                        result.cpu(),
                        String.format(
                            Locale.ROOT,
                            "%,d partitions; %.3f s by the clock, peak heap %.0f MiB",
                            most,
                            result.wall(),
                            result.figure("peakHeapMiB").orElse(Double.NaN))))
            .orElseGet(
                () -> Target.PARTITIONS_OPEN.missing(most + " partitions could not be opened")));
    if (!points.isEmpty()) {
      report.curve(
          new Curve(
              "partitions",
              "Open and plan in a fresh JVM with 256 MB of heap",
              "partitions",
              "CPU milliseconds",
              List.of(new Curve.Line(EngineProgram.NAME, points))));
    }
  }

  /** The directory of a delta of one row. */
  private static Path oneRow(Path path) throws IOException {
    try (AcidTable table = AcidTable.create(path.toString(), TABLE);
        Transaction transaction = table.begin()) {
      transaction.insert().row(1L, "a", 0);
      transaction.commit();
    }
    try (var deltas = Files.list(path.resolve("p=0"))) {
      return deltas.findFirst().orElseThrow();
    }
  }

  private static void make(Path table, Path delta, int partitions) throws IOException {
    List<Path> files;
    try (var listed = Files.list(delta)) {
      files = listed.toList();
    }
    for (int partition = 0; partition < partitions; partition++) {
      Path directory =
          Files.createDirectories(table.resolve("p=" + partition).resolve(delta.getFileName()));
      for (Path file : files) {
        Files.createLink(directory.resolve(file.getFileName()), file);
      }
    }
    AcidTable.adopt(
            table.toString(),
            TABLE,
            ValidWriteIdList.everything(),
            Optional.of(ValidTxnList.everything()),
            AcidOptions.defaults())
        .close();
  }

  private Optional<ProgramResult> open(Path table, int partitions) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("directory", table);
    values.put("where", "p = " + partitions / 2);
    values.put("warmups", 0);
    values.put("runs", 1);
    Outcome outcome =
        run.effort()
            .program(EngineProgram.NAME, EngineProgram.class, HEAP)
            .run(run.effort().forks(), "open-partitioned", values);
    return DeltaGrowth.result(
        report, String.format(Locale.ROOT, "%,d partitions, open and plan", partitions), outcome);
  }
}
