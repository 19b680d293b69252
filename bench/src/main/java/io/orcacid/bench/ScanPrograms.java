package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the limit and the engine on tables, each in JVMs of its own. */
final class ScanPrograms {
  private final BenchRun run;
  private final ScanTables tables;

  ScanPrograms(BenchRun run, ScanTables tables) {
    this.run = run;
    this.tables = tables;
  }

  /** ORC alone, on the file that all tables share. */
  Comparison limit(ScanColumns columns) {
    Map<String, Object> values = effort(columns);
    values.put("file", tables.file());
    return comparison(
            columns == ScanColumns.ALL ? "R: all columns" : "R2: two columns",
            DeletePattern.NONE,
            columns)
        .add(
            run.effort()
                .program(RawProgram.NAME, RawProgram.class)
                .run(run.effort().forks(), "scan", values));
  }

  Comparison comparison(String what, DeletePattern pattern, ScanColumns columns) {
    return comparison(what, pattern.directory(), columns);
  }

  Comparison comparison(String what, String variant, ScanColumns columns) {
    ScanTables.Expected expected = tables.expected(variant);
    return new Comparison(what, tables.rows(), expected.digest(columns), expected.rows());
  }

  /** What any program is told that reads a table. */
  Map<String, Object> arguments(DeletePattern pattern, ScanColumns columns) {
    Map<String, Object> values = effort(columns);
    values.put("directory", tables.table(pattern));
    values.put("rows", tables.rows());
    values.put("deletes", pattern.key());
    return values;
  }

  Map<String, Object> arguments(String variant, ScanColumns columns) {
    Map<String, Object> values = effort(columns);
    values.put("directory", tables.table(variant));
    return values;
  }

  /** Scans of two columns are short, so the compiler needs more of them. */
  private Map<String, Object> effort(ScanColumns columns) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("columns", columns.key());
    values.put("warmups", run.effort().warmUps() * (columns == ScanColumns.TWO ? 4 : 1));
    values.put("runs", run.effort().runs());
    return values;
  }

  Outcome engine(String operation, Map<String, Object> values) {
    return run.effort()
        .program(EngineProgram.NAME, EngineProgram.class)
        .run(run.effort().forks(), operation, values);
  }
}
