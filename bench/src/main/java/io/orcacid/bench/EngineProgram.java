package io.orcacid.bench;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Batches;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.TableDefinition;
import io.orcacid.bench.report.Machine;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.bench.rows.VectorDigest;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** The engine, through its front door. Each run opens the table, plans, and reads it. */
final class EngineProgram {
  static final String NAME = "orc-acid";

  private final PeerArguments arguments;
  private long rowIds;

  private EngineProgram(PeerArguments arguments) {
    this.arguments = arguments;
  }

  /**
   * Operations {@code scan}, {@code rows}, {@code open}, {@code open-partitioned}, {@code threads}
   * and {@code write}.
   */
  public static void main(String[] arguments) throws Exception {
    EngineProgram program = new EngineProgram(PeerArguments.of(arguments));
    System.out.println(program.run().line());
  }

  private PeerReport run() throws Exception {
    return switch (arguments.operation()) {
      case "scan" -> report(measured(clock -> scan())).with("rowIds", rowIds);
      case "rows" -> report(measured(clock -> rows()));
      case "open" -> report(measured(clock -> plan()));
      case "open-partitioned" -> report(measured(clock -> planPartitioned()));
      case "threads" -> report(measured(clock -> scanByThreads()));
      case "write" ->
          WriteRuns.measure(NAME, Machine.here().engine(), arguments, WriteRuns::engineFile);
      default ->
          throw new IllegalArgumentException("not scan, rows or write: " + arguments.operation());
    };
  }

  private Measurement measured(Measurement.Run run) throws Exception {
    return Measurement.of(arguments.warmUps(), arguments.runs(), run);
  }

  private PeerReport report(Measurement measurement) {
    return PeerReport.of(NAME, Machine.here().engine(), arguments.operation(), measurement);
  }

  private AcidTable open() throws IOException {
    return AcidTable.openHive(
        arguments.directory().toString(),
        TableDefinition.of(BenchRows.COLUMNS),
        ValidWriteIdList.everything(),
        ValidTxnList.everything());
  }

  private Digest scan() throws IOException {
    ScanColumns columns = ScanColumns.of(arguments);
    boolean wantsIds = arguments.text("rowids", "no").equals("yes");
    Digest digest = new Digest();
    VectorDigest vectors = new VectorDigest(digest);
    rowIds = 0;
    try (AcidTable table = open();
        Batches batches = scan(table.scan().select(columns.names()), wantsIds).batches()) {
      for (Optional<ScanBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
        vectors.add(next.get().rows(), columns.places(), columns.positions());
        if (wantsIds) {
          rowIds += rowIds(next.get());
        }
      }
    }
    return digest;
  }

  private static Scan scan(Scan scan, boolean wantsIds) {
    return wantsIds ? scan.withRowId() : scan;
  }

  /** All three parts of each address are looked at. */
  private static long rowIds(ScanBatch batch) {
    VectorizedRowBatch rows = batch.rows();
    long sum = 0;
    long groups = 0;
    for (int i = 0; i < rows.size; i++) {
      int row = rows.selectedInUse ? rows.selected[i] : i;
      sum += batch.rowId(row);
      groups |= batch.writeId(row) ^ 1 | batch.bucketProperty(row) ^ 1 << 29;
    }
    if (groups != 0) {
      throw new IllegalStateException("a row of another write id or bucket than were written");
    }
    return sum;
  }

  private Digest rows() throws IOException {
    ScanColumns columns = ScanColumns.of(arguments);
    Digest digest = new Digest();
    RowDigest values = new RowDigest(digest, columns.positions());
    try (AcidTable table = open();
        Rows rows = table.scan().select(columns.names()).rows()) {
      for (Row row : rows) {
        values.add(row);
      }
    }
    return digest;
  }

  private Digest plan() throws IOException {
    Digest digest = new Digest();
    try (AcidTable table = open();
        ScanPlan plan = table.scan().plan()) {
      digest.addRows(plan.splits().size());
    }
    return digest;
  }

  /** Plans a scan of one partition of a table that has a log. */
  private Digest planPartitioned() throws IOException {
    Digest digest = new Digest();
    try (AcidTable table = AcidTable.open(arguments.directory().toString());
        ScanPlan plan = table.scan().where(arguments.text("where", "")).plan()) {
      digest.addRows(plan.splits().size());
    }
    return digest;
  }

  /** Each thread takes the next split until there is none. */
  private Digest scanByThreads() throws IOException {
    Digest digest = new Digest();
    AcidOptions options =
        AcidOptions.of(Map.of("orcacid.scan.split.size", arguments.text("split", "8388608")));
    try (AcidTable table =
            AcidTable.openHive(
                arguments.directory().toString(),
                TableDefinition.of(BenchRows.COLUMNS),
                ValidWriteIdList.everything(),
                Optional.of(ValidTxnList.everything()),
                options);
        ScanPlan plan = table.scan().plan()) {
      Queue<AcidSplit> splits = new ConcurrentLinkedQueue<>(plan.splits());
      List<Thread> threads = new ArrayList<>();
      for (long i = 1; i < arguments.number("threads", 1); i++) {
        Thread thread = new Thread(() -> drain(plan, splits, digest));
        thread.start();
        threads.add(thread);
      }
      drain(plan, splits, digest);
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    return digest;
  }

  private static void drain(ScanPlan plan, Queue<AcidSplit> splits, Digest total) {
    Digest digest = new Digest();
    VectorDigest vectors = new VectorDigest(digest);
    for (AcidSplit split = splits.poll(); split != null; split = splits.poll()) {
      try (BatchReader reader = plan.open(split)) {
        for (Optional<ScanBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
          vectors.add(next.get().rows(), ScanColumns.ALL.places(), ScanColumns.ALL.positions());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    synchronized (total) {
      total.add(digest);
    }
  }
}
