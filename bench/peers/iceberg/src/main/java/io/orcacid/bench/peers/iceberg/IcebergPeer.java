package io.orcacid.bench.peers.iceberg;

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
 * Measures one operation of Iceberg and prints a line of JSON.
 *
 * <p>{@code java -cp 'bench/peers/iceberg/target/*:bench/peers/iceberg/target/lib/*'
 * io.orcacid.bench.peers.iceberg.IcebergPeer scan directory=/tmp/iceberg rows=1000000
 * deletes=random:1}
 *
 * <ul>
 *   <li>{@code load}: makes the table below {@code directory=}, for {@code rows} and {@code
 *       deletes}; so does each other operation that misses it.
 *   <li>{@code scan}: touches every value that is left.
 *   <li>{@code write}: writes {@code rows} rows; making the values is not measured.
 *   <li>{@code compact}: reads the rows that are left and writes them to a file that takes the
 *       place of the old one, as the engines around Iceberg do.
 * </ul>
 */
public final class IcebergPeer {
  private static final String NAME = "iceberg-generics";
  private static final String VERSION = "1.11.0";

  private final PeerArguments arguments;
  private final Path work;

  private IcebergPeer(PeerArguments arguments) {
    this.arguments = arguments;
    this.work = arguments.directory();
  }

  /** Runs one operation. */
  public static void main(String[] arguments) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    answers.println(run(arguments).line());
    // Iceberg leaves threads behind.
    System.exit(0);
  }

  static PeerReport run(String... arguments) throws Exception {
    IcebergPeer peer = new IcebergPeer(PeerArguments.of(arguments));
    return switch (peer.arguments.operation()) {
      case "load" -> peer.load();
      case "scan" -> peer.scan();
      case "write" -> peer.write();
      case "compact" -> peer.compact();
      default ->
          throw new IllegalArgumentException(
              "not load, scan, write or compact: " + peer.arguments.operation());
    };
  }

  /** Its files are named by their full paths, so it is made where it stays. */
  private IcebergTable table() throws Exception {
    String deletes = arguments.text("deletes", "none").replace(':', '-');
    Path place = work.resolve(deletes + "-" + arguments.rows());
    Path made = work.resolve(deletes + "-" + arguments.rows() + ".made");
    if (!Files.exists(made)) {
      PeerFiles.remove(place);
      IcebergTable table = IcebergTable.create(place);
      table.insert(arguments.rows(), Runnable::run);
      table.delete(arguments.rows(), arguments.deletedIds());
      Files.createFile(made);
    }
    return IcebergTable.open(place);
  }

  private PeerReport load() throws Exception {
    Measurement measurement = Measurement.of(0, 1, clock -> table().scan(arguments.columns()));
    return PeerReport.of(NAME, VERSION, "load", measurement).with("bytes", PeerFiles.bytes(work));
  }

  private PeerReport scan() throws Exception {
    IcebergTable table = table();
    Measurement measurement =
        Measurement.of(
            arguments.warmUps(), arguments.runs(), clock -> table.scan(arguments.columns()));
    return PeerReport.of(NAME, VERSION, "scan", measurement)
        .with("bytes", PeerFiles.bytes(table.directory()));
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
              IcebergTable table = IcebergTable.create(place);
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
    return PeerReport.of(NAME, VERSION, "write", measurement).with("bytes", PeerFiles.bytes(place));
  }

  private PeerReport compact() throws Exception {
    IcebergTable table = table();
    long bytes = PeerFiles.bytes(table.directory());
    Measurement measurement =
        Measurement.of(
            arguments.warmUps(),
            arguments.runs(),
            clock -> {
              table.compact();
              clock.stop();
              Digest digest = table.scan(arguments.columns());
              table.undo();
              clock.start();
              return digest;
            });
    return PeerReport.of(NAME, VERSION, "compact", measurement).with("bytes", bytes);
  }
}
