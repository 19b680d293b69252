package io.orcacid.bench.report;

import io.orcacid.bench.report.Goal.Direction;

/**
 * Every goal of the engine's speed. A benchmark measures some of them; a test checks that each one
 * is measured by one.
 */
public enum Target {
  FULL_NONE("scan", "full scan, nothing deleted, share of R", Direction.AT_LEAST, 0.97),
  FULL_1("scan", "full scan, 1 % deleted at random, share of R", Direction.AT_LEAST, 0.95),
  FULL_20("scan", "full scan, 20 % deleted at random, share of R", Direction.AT_LEAST, 0.92),
  FULL_20_CLUSTERED(
      "scan", "full scan, 20 % deleted in clusters, share of R", Direction.AT_LEAST, 1.15),
  FULL_90("scan", "full scan, 90 % deleted at random, share of R", Direction.AT_LEAST, 1.0),
  TWO_NONE("scan", "two columns, nothing deleted, share of R2", Direction.AT_LEAST, 0.95),
  TWO_1("scan", "two columns, 1 % deleted at random, share of R2", Direction.AT_LEAST, 0.93),
  TWO_20("scan", "two columns, 20 % deleted at random, share of R2", Direction.AT_LEAST, 0.82),
  IDS_FULL("scan", "full scan with row ids, 1 % deleted, share of R", Direction.AT_LEAST, 0.90),
  IDS_TWO("scan", "two columns with row ids, 1 % deleted, share of R2", Direction.AT_LEAST, 0.85),
  HIVE_FULL(
      "scan", "full scan, 1 % deleted, times Hive's vectorised reader", Direction.AT_LEAST, 1.2),
  HIVE_TWO(
      "scan", "two columns, 1 % deleted, times Hive's vectorised reader", Direction.AT_LEAST, 1.8),
  HIVE_TWO_20(
      "scan", "two columns, 20 % deleted, times Hive's vectorised reader", Direction.AT_LEAST, 2.2),
  ROWS_NONE("rows", "rows as objects, nothing deleted, share of R", Direction.AT_LEAST, 0.5),
  ROWS_1("rows", "rows as objects, 1 % deleted at random, share of R", Direction.AT_LEAST, 0.5),
  INSERT("write", "insert, share of the raw writer of the flat rows", Direction.AT_LEAST, 0.93),
  DELETE_BY_KEY("update", "delete by key, 1 in 100 rows, CPU seconds", Direction.AT_MOST, 0.4),
  UPDATE_BY_KEY("update", "update by key, 1 in 100 rows, CPU seconds", Direction.AT_MOST, 0.4),
  LOOKUP_SORTED(
      "lookup", "point look-up of a sorted key, warm, milliseconds", Direction.AT_MOST, 1.5),
  LOOKUP_BLOOM(
      "lookup",
      "point look-up of an unsorted key with bloom filter, warm, milliseconds",
      Direction.AT_MOST,
      4),
  LOOKUP_GROWTH(
      "lookup", "growth of a point look-up by delta, microseconds", Direction.AT_MOST, 20),
  MINOR_COPY(
      "compact",
      "minor, large deltas: throughput, share of a byte copy with CRC32C",
      Direction.AT_LEAST,
      0.65),
  MINOR_DELETES(
      "compact",
      "minor of delete deltas that interleave, events per second of CPU",
      Direction.AT_LEAST,
      5_000_000),
  COMPACTED_SCAN(
      "compact",
      "scan after compacting 1,000 deltas of 100 rows, times the same rows written at once",
      Direction.AT_MOST,
      1.05),
  MAJOR_SHARE(
      "compact",
      "major, half of the stripes touched, times (1-u) x re-encode + u x copy",
      Direction.AT_MOST,
      1.1),
  MAJOR_CLUSTERED(
      "compact",
      "major, 1 % deleted in one range, times faster than re-encoding all",
      Direction.AT_LEAST,
      8),
  MAJOR_UNTOUCHED(
      "compact",
      "major, no stripe touched, times faster than re-encoding all",
      Direction.AT_LEAST,
      25),
  HIVE_MAJOR(
      "compact",
      "major, 1 % deleted in one range, times faster than Hive's",
      Direction.AT_LEAST,
      10),
  COMMIT_DURABLE(
      "commit",
      "durable commit call, p50, share of twice the publish primitive + 1 ms",
      Direction.AT_MOST,
      1),
  COMMIT_UNSYNCED(
      "commit",
      "commit call where syncing costs nothing, p50 in milliseconds",
      Direction.AT_MOST,
      1),
  COMMIT_16(
      "commit",
      "one-row transactions per second, 16 threads, times one thread",
      Direction.AT_LEAST,
      5),
  COMMIT_64(
      "commit",
      "one-row transactions per second, 64 threads, times one thread",
      Direction.AT_LEAST,
      15),
  DELTAS_COLD(
      "deltas",
      "1,000 delete deltas of 100 rows, open and load, cold, milliseconds",
      Direction.AT_MOST,
      250),
  DELTAS_CACHED(
      "deltas",
      "1,000 delete deltas of 100 rows, open and load, cached, milliseconds",
      Direction.AT_MOST,
      40),
  DELTAS_LINEAR(
      "deltas", "10,000 delete deltas, cold, times 10 x those of 1,000", Direction.AT_MOST, 1.1),
  MEMORY_1("memory", "100 M deletes, 1 % dense, MB of the delete set", Direction.AT_MOST, 240),
  MEMORY_20("memory", "100 M deletes, 20 % dense, MB of the delete set", Direction.AT_MOST, 75),
  MEMORY_CAP(
      "memory",
      "more deletes than fit the cap, merged while streaming, peak heap as share of the cap + 96 MB",
      Direction.AT_MOST,
      1),
  GROWTH_ROWS(
      "growth",
      "rows per second at the most rows, share of those at the fewest, 1 % changed",
      Direction.AT_LEAST,
      0.9),
  GROWTH_OPEN(
      "growth", "open and plan at the most rows, times that at the fewest", Direction.AT_MOST, 1.5),
  PARTITIONS_OPEN(
      "growth",
      "open and plan of the most partitions with 256 MB of heap, fresh JVM, CPU seconds",
      Direction.AT_MOST,
      1),
  THREADS("growth", "two threads, times the throughput of one", Direction.AT_LEAST, 1.8);

  private final String benchmark;
  private final String text;
  private final Direction direction;
  private final double bound;

  Target(String benchmark, String text, Direction direction, double bound) {
    this.benchmark = benchmark;
    this.text = text;
    this.direction = direction;
    this.bound = bound;
  }

  /** Name of the benchmark that measures it. */
  public String benchmark() {
    return benchmark;
  }

  /** What is measured, in which unit. */
  public String text() {
    return text;
  }

  /** What was measured of it. */
  public Goal measured(double value, String detail) {
    return new Goal(text, detail, bound, direction, value);
  }

  /** It could not be measured. */
  public Goal missing(String reason) {
    return Goal.missing(text, bound, direction, reason);
  }

  /** What was measured does not count, as the answers differ. */
  public Goal invalid(String reason) {
    return Goal.invalid(text, bound, direction, reason);
  }
}
