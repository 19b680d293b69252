package io.orcacid.bench.peers.paimon;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerFiles;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.bench.rows.SeededRows;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TimeZone;

/**
 * Measures one operation of Paimon and prints one line of JSON.
 *
 * <p>{@code java -cp 'bench/peers/paimon/target/*:bench/peers/paimon/target/lib/*'
 * io.orcacid.bench.peers.paimon.PaimonPeer scan directory=/tmp/paimon rows=1000000
 * deletes=random:1}
 *
 * <ul>
 *   <li>{@code load}: makes the tables below {@code directory=}, for {@code rows} and {@code
 *       deletes}; so does each other operation that misses them.
 *   <li>{@code scan}, {@code scan-merging}: touches every value that is left, with deletion vectors
 *       or by merging on read.
 *   <li>{@code write}: writes {@code rows} rows without compacting; making the values is not
 *       measured.
 *   <li>{@code compact}: rewrites the table with its fresh deletes in full. Other threads do the
 *       work: the processor time that counts is {@code processCpuSeconds}.
 * </ul>
 *
 * <p>Files are ORC with ZSTD unless {@code format=parquet} says otherwise.
 */
public final class PaimonPeer {
  private static final String VERSION = "1.4.2";

  private final PeerArguments arguments;
  private final Path work;

  private PaimonPeer(PeerArguments arguments) {
    this.arguments = arguments;
    this.work = arguments.directory();
  }

  /** Runs one operation. */
  public static void main(String[] arguments) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    answers.println(run(arguments).line());
    // Paimon leaves threads behind.
    System.exit(0);
  }

  static PeerReport run(String... arguments) throws Exception {
    PaimonPeer peer = new PaimonPeer(PeerArguments.of(arguments));
    return switch (peer.arguments.operation()) {
      case "load" -> peer.load();
      case "scan" -> peer.scan(Deletion.VECTORS);
      case "scan-merging" -> peer.scan(Deletion.MERGED_ON_READ);
      case "write" -> peer.write();
      case "compact" -> peer.compact();
      default ->
          throw new IllegalArgumentException(
              "not load, scan, scan-merging, write or compact: " + peer.arguments.operation());
    };
  }

  /** The rows without any delete, compacted; made once for all tables. */
  private Path loaded() throws Exception {
    Path loaded = work.resolve("loaded-" + arguments.rows());
    if (!Files.exists(loaded)) {
      Path making = work.resolve("making");
      PeerFiles.remove(making);
      PaimonTable table = PaimonTable.create(making, arguments.text("format", "orc"));
      table.insert(arguments.rows(), clockless());
      table.compact();
      Files.move(making, loaded);
    }
    return loaded;
  }

  /** Nothing is measured. */
  private static PaimonTable.Pause clockless() {
    return Runnable::run;
  }

  private PaimonTable table(Deletion deletion) throws Exception {
    String deletes = arguments.text("deletes", "none").replace(':', '-');
    Path place = work.resolve(deletion.text() + "-" + deletes + "-" + arguments.rows());
    if (!Files.exists(place)) {
      Path making = work.resolve("making");
      PeerFiles.copy(loaded(), making);
      PaimonTable table = PaimonTable.open(making).deleteBy(deletion);
      table.delete(arguments.rows(), arguments.deletedIds());
      Files.move(making, place);
    }
    return PaimonTable.open(place);
  }

  private PeerReport load() throws Exception {
    Measurement measurement =
        Measurement.of(
            0,
            1,
            clock -> {
              PaimonTable table = table(Deletion.VECTORS);
              table(Deletion.MERGED_ON_READ);
              return table.scan(arguments.columns());
            });
    return PeerReport.of("paimon", VERSION, "load", measurement)
        .with("bytes", PeerFiles.bytes(work));
  }

  private PeerReport scan(Deletion deletion) throws Exception {
    PaimonTable table = table(deletion);
    int[] columns = arguments.columns();
    Measurement measurement =
        Measurement.of(arguments.warmUps(), arguments.runs(), clock -> table.scan(columns));
    return PeerReport.of("paimon-" + deletion.text(), VERSION, arguments.operation(), measurement)
        .with("bytes", PeerFiles.bytes(table.directory()))
        .with("deletionVectors", table.deletionVectors());
  }

  private PeerReport write() throws Exception {
    Path place = work.resolve("written");
    Measurement measurement =
        Measurement.of(
            arguments.warmUps(),
            arguments.runs(),
            clock -> {
              clock.stop();
              PeerFiles.remove(place);
              PaimonTable table = PaimonTable.create(place, arguments.text("format", "orc"));
              clock.start();
              table.insert(
                  arguments.rows(),
                  pause -> {
                    clock.stop();
                    pause.run();
                    clock.start();
                  });
              clock.stop();
              Digest digest =
                  SeededRows.digest(arguments.rows(), DeletedIds.none(), arguments.columns());
              clock.start();
              return digest;
            });
    return PeerReport.of("paimon", VERSION, "write", measurement)
        .with("bytes", PeerFiles.bytes(place));
  }

  private PeerReport compact() throws Exception {
    Path source = table(Deletion.MERGED_ON_READ).directory();
    Path place = work.resolve("compacted");
    Measurement measurement =
        Measurement.of(
            arguments.warmUps(),
            arguments.runs(),
            clock -> {
              clock.stop();
              PeerFiles.remove(place);
              PeerFiles.copy(source, place);
              PaimonTable table = PaimonTable.open(place);
              clock.start();
              table.compact();
              clock.stop();
              Digest digest = table.scan(arguments.columns());
              clock.start();
              return digest;
            });
    return PeerReport.of("paimon", VERSION, "compact", measurement)
        .with("bytes", PeerFiles.bytes(source));
  }
}
