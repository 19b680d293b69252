package io.orcacid.bench.peers.hive;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerFiles;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.bench.rows.SeededRows;
import io.orcacid.bench.rows.VectorDigest;
import io.orcacid.interop.hive.HiveCompactor;
import io.orcacid.interop.hive.HiveScan;
import io.orcacid.interop.hive.HiveTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;

/**
 * Measures one operation of Hive and prints one line of JSON.
 *
 * <p>{@code java --add-opens=java.base/java.net=ALL-UNNAMED -cp
 * 'bench/peers/hive/target/*:bench/peers/hive/target/lib/*' io.orcacid.bench.peers.hive.HivePeer
 * scan directory=/tmp/table columns=all}
 *
 * <ul>
 *   <li>{@code scan}, {@code scan-rows}: reads a directory of which every write id is committed,
 *       with the vectorised reader or row by row. {@code names=} (separated by commas) and {@code
 *       types=} (by colons) describe another table than that of six columns.
 *   <li>{@code compact}: a major compaction; what it made is removed again unless {@code keep=yes}.
 *       Measured are reading, writing and moving into place.
 *   <li>{@code write}: inserts {@code rows} rows; making the values is not measured.
 *   <li>{@code load}: inserts {@code rows} rows, then deletes {@code deletes}.
 * </ul>
 *
 * <p>{@code codec=} is what it writes with, {@code ZSTD} if nothing is said.
 */
public final class HivePeer {
  private static final String VERSION = "4.1.0";
  private static final String NAMES = "id,name,amount,ts,category,payload";
  private static final String TYPES = "bigint:string:double:timestamp:string:string";

  private final PeerArguments arguments;
  private final HiveTable table;
  private final Path directory;

  private HivePeer(PeerArguments arguments) {
    this.arguments = arguments;
    this.directory = arguments.directory();
    this.table =
        HiveTable.committed(
            directory.toString(),
            arguments.text("names", NAMES),
            arguments.text("types", TYPES),
            Map.of("orc.compress", arguments.text("codec", "ZSTD")));
  }

  /** Runs one operation. */
  public static void main(String[] arguments) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    answers.println(run(arguments).line());
    // Hive leaves threads behind.
    System.exit(0);
  }

  static PeerReport run(String... arguments) throws Exception {
    return new HivePeer(PeerArguments.of(arguments)).run();
  }

  private PeerReport run() throws Exception {
    return switch (arguments.operation()) {
      case "scan" -> report("hive-vectorised", measured(clock -> scan()));
      case "scan-rows" -> report("hive-rows", measured(clock -> scanRows()));
      case "compact" -> compact();
      case "write" -> write();
      case "load" -> load();
      default ->
          throw new IllegalArgumentException(
              "not scan, scan-rows, compact, write or load: " + arguments.operation());
    };
  }

  private Measurement measured(Measurement.Run run) throws Exception {
    return Measurement.of(arguments.warmUps(), arguments.runs(), run);
  }

  private PeerReport report(String peer, Measurement measurement) throws IOException {
    return PeerReport.of(peer, VERSION, arguments.operation(), measurement)
        .with("bytes", PeerFiles.bytes(directory));
  }

  private HiveScan hiveScan() {
    HiveScan scan = HiveScan.of(table);
    int[] columns = arguments.columns();
    return columns.length == table.columns().size()
        ? scan
        : scan.select(Arrays.stream(columns).boxed().toList());
  }

  private Digest scan() throws IOException {
    int[] columns = arguments.columns();
    Digest digest = new Digest();
    VectorDigest vectors = new VectorDigest(digest);
    hiveScan().readVectorised(batch -> vectors.add(batch, columns, columns));
    return digest;
  }

  private Digest scanRows() throws IOException {
    Digest digest = new Digest();
    RowDigest rows = new RowDigest(digest, arguments.columns());
    hiveScan().readRowByRow((id, row, inspector) -> rows.add(row, inspector));
    return digest;
  }

  private PeerReport compact() throws Exception {
    long[] made = new long[1];
    Measurement measurement =
        measured(
            clock -> {
              List<org.apache.hadoop.fs.Path> outputs =
                  new HiveCompactor(table).compact(HiveCompactor.Kind.MAJOR, 1);
              clock.stop();
              Digest digest = scan();
              made[0] = 0;
              for (org.apache.hadoop.fs.Path output : outputs) {
                Path path = Path.of(output.toUri().getPath());
                made[0] += PeerFiles.bytes(path);
                if (!arguments.text("keep", "no").equals("yes")) {
                  PeerFiles.remove(path);
                }
              }
              clock.start();
              return digest;
            });
    return report("hive", measurement).with("bytesWritten", made[0]);
  }

  private PeerReport write() throws Exception {
    Measurement measurement =
        measured(
            clock -> {
              clock.stop();
              PeerFiles.remove(directory);
              clock.start();
              new HiveRows(table).insert(arguments.rows(), clock);
              clock.stop();
              Digest digest =
                  SeededRows.digest(arguments.rows(), DeletedIds.none(), arguments.columns());
              clock.start();
              return digest;
            });
    return report("hive", measurement);
  }

  private PeerReport load() throws Exception {
    PeerFiles.remove(directory);
    Measurement measurement =
        Measurement.of(
            0,
            1,
            clock -> {
              HiveRows rows = new HiveRows(table);
              rows.insert(arguments.rows(), clock);
              rows.delete(arguments.rows(), arguments.deletedIds());
              clock.stop();
              Digest digest =
                  SeededRows.digest(arguments.rows(), arguments.deletedIds(), arguments.columns());
              clock.start();
              return digest;
            });
    return report("hive", measurement);
  }
}
