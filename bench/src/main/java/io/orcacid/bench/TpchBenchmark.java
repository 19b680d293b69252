package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.Program;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Machine;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.tpch.TpchExpected;
import io.orcacid.bench.tpch.TpchProgram;
import io.orcacid.bench.tpch.TpchRows;
import io.orcacid.bench.tpch.TpchTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.orc.TypeDescription;

/**
 * Orders and their items as in TPC-H, refreshed in rounds, then read: whole, in part, and by two of
 * the queries, before and after a major compaction. Run by {@code bin/bench tpch [--rows N]
 * [--format md|json]}; five million items and ten rounds if nothing is said.
 *
 * <p>Each round inserts one order for each thousand with its items (RF1) and deletes one loaded
 * order of a thousand with its items by key (RF2), in a transaction for each table. The limit is
 * ORC alone reading a flat file of the rows that have to be left; what they add up to is reckoned
 * from the generated rows.
 */
final class TpchBenchmark {
  static final String NAME = "tpch";
  private static final int ROUNDS = 10;

  /** Columns that Q1 needs. */
  private static final int[] SOME = {4, 5, 6, 7, 8, 9, 10};

  /** What is read, and what has to come out. */
  private record Case(
      String what,
      String operation,
      String table,
      int[] columns,
      Function<TpchExpected, Digest> out) {
    boolean isScan() {
      return operation.equals("scan");
    }

    boolean isOfOrders() {
      return table.equals("orders");
    }

    String columnText() {
      return IntStream.of(columns).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("lineitem, all 16 columns", "scan", "lineitem", all(16), TpchExpected::items),
          new Case(
              "lineitem, the 7 columns of Q1", "scan", "lineitem", SOME, TpchExpected::pricedItems),
          new Case("Q1", "q1", "lineitem", SOME, TpchExpected::pricing),
          new Case("Q6", "q6", "lineitem", SOME, TpchExpected::revenue),
          new Case("orders, all 9 columns", "scan", "orders", all(9), TpchExpected::orders));

  private final BenchRun run;
  private final TpchTables tables;
  private final Map<Case, Optional<ProgramResult>> limits = new LinkedHashMap<>();
  private final Report.Builder report = new Report.Builder();

  private TpchBenchmark(BenchRun run, TpchTables tables) {
    this.run = run;
    this.tables = tables;
  }

  private static int[] all(int columns) {
    return IntStream.range(0, columns).toArray();
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(TpchBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    TpchBenchmark benchmark = new TpchBenchmark(run, new TpchTables(directory, run.rows(), ROUNDS));
    try {
      benchmark.refresh();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    benchmark.limits();
    CASES.forEach(one -> benchmark.measure(one, "after " + ROUNDS + " rounds"));
    benchmark.compact();
    CASES.forEach(one -> benchmark.measure(one, "compacted"));
    return benchmark.report.build(NAME, run.rows());
  }

  private void refresh() throws Exception {
    figure("load", tables.load(), "making the values included");
    List<TpchTables.Refreshed> rounds = tables.refresh();
    String orders =
        String.format(Locale.ROOT, "median of %d rounds of %,d orders", ROUNDS, tables.newOrders());
    figure("RF1, a round of inserts", median(rounds, TpchTables.Refreshed::inserts), orders);
    figure("RF2, a round of deletes by key", median(rounds, TpchTables.Refreshed::deletes), orders);
    tables.writeFlat();
  }

  private static Measurement median(
      List<TpchTables.Refreshed> rounds, Function<TpchTables.Refreshed, Measurement> part) {
    List<Measurement> parts = new ArrayList<>(rounds.stream().map(part).toList());
    ToDoubleFunction<Measurement> cpu = one -> one.cpuSeconds()[0];
    parts.sort(Comparator.comparingDouble(cpu));
    return parts.get(parts.size() / 2);
  }

  private void compact() throws IOException {
    try {
      figure("major compaction of both tables", tables.compact(), "");
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void figure(String what, Measurement measured, String detail) {
    report.figure(
        new Figure(
            what,
            TpchProgram.ENGINE + " " + Machine.here().engine(),
            "",
            measured.cpuSeconds()[0],
            measured.wallSeconds()[0],
            detail));
  }

  private Map<String, Object> arguments(Case one) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("table", one.table);
    values.put("columns", one.columnText());
    values.put("version", Machine.here().engine());
    values.put("warmups", run.effort().warmUps());
    values.put("runs", run.effort().runs());
    return values;
  }

  private Comparison comparison(Case one, String when) {
    Digest expected = one.out.apply(tables.expected());
    long rows =
        one.isOfOrders() ? tables.expected().orders().rows() : tables.expected().items().rows();
    return new Comparison(one.what + ", " + when, rows, expected.text(), expected.rows());
  }

  private Program program(String name) {
    return run.effort().program(name, TpchProgram.class);
  }

  private void limits() {
    for (Case one : CASES) {
      Map<String, Object> values = arguments(one);
      values.put("file", one.isOfOrders() ? tables.flatOrders() : tables.flatItems());
      Comparison comparison =
          comparison(one, "flat file")
              .add(program(TpchProgram.RAW).run(run.effort().forks(), one.operation, values));
      limits.put(one, comparison.result(TpchProgram.RAW));
      comparison.figures(report, Optional.empty());
    }
  }

  private void measure(Case one, String when) {
    Comparison comparison = comparison(one, when);
    Map<String, Object> values = arguments(one);
    values.put("directory", one.isOfOrders() ? tables.orders() : tables.items());
    comparison.add(program(TpchProgram.ENGINE).run(run.effort().forks(), one.operation, values));
    if (one.isScan()) {
      comparison.add(hive(one, values));
    }
    comparison.figures(report, limits.get(one));
  }

  private Outcome hive(Case one, Map<String, Object> values) {
    TypeDescription type = one.isOfOrders() ? TpchRows.ORDER : TpchRows.ITEM;
    Map<String, Object> more = new LinkedHashMap<>(values);
    more.put("names", String.join(",", type.getFieldNames()));
    more.put(
        "types",
        type.getChildren().stream()
            .map(TypeDescription::toString)
            .collect(Collectors.joining(":")));
    more.put("warmups", Math.min(1, run.effort().warmUps()));
    more.put("runs", Math.min(3, run.effort().runs()));
    try {
      return Program.peer(Peers.HIVE, Peers.HEAP).run("scan", more);
    } catch (IOException e) {
      return new Outcome.Missing(Peers.HIVE, e.getMessage());
    }
  }
}
