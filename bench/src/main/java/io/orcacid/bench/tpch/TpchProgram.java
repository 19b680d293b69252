package io.orcacid.bench.tpch;

import io.orcacid.AcidTable;
import io.orcacid.Batches;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.bench.rows.VectorDigest;
import io.orcacid.format.io.Storage;
import io.orcacid.reader.ScanBatch;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcUtils;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/**
 * Reads the tables in a JVM of its own: through the engine ({@code directory=}), or what is left of
 * them from a flat file with ORC's library alone ({@code file=}). Operations are {@code scan} with
 * {@code columns=}, {@code q1} and {@code q6}; {@code table=} is {@code lineitem} or {@code
 * orders}.
 */
public final class TpchProgram {
  /** What reads the tables. */
  public static final String ENGINE = "orc-acid";

  /** What reads the flat files. */
  public static final String RAW = "raw orc-core";

  private final PeerArguments arguments;
  private final TypeDescription type;
  private final String file;

  /** Takes batches of some columns, each with those selected that the reader found right. */
  private interface BatchSink {
    void add(VectorizedRowBatch batch, ColumnVector[] columns);
  }

  private TpchProgram(PeerArguments arguments) {
    this.arguments = arguments;
    this.type =
        arguments.text("table", "lineitem").equals("orders") ? TpchRows.ORDER : TpchRows.ITEM;
    this.file = arguments.text("file", "");
  }

  /** Runs one operation and prints its line. */
  public static void main(String[] arguments) throws Exception {
    System.out.println(run(arguments).line());
  }

  static PeerReport run(String... arguments) throws Exception {
    return new TpchProgram(PeerArguments.of(arguments)).run();
  }

  private PeerReport run() throws Exception {
    String operation = arguments.operation();
    Measurement.Run run =
        operation.equals("scan") ? clock -> scan() : clock -> query(TpchQuery.of(operation));
    Measurement measurement = Measurement.of(arguments.warmUps(), arguments.runs(), run);
    return file.isEmpty()
        ? PeerReport.of(ENGINE, arguments.text("version", "?"), operation, measurement)
        : PeerReport.of(RAW, OrcUtils.getOrcVersion(), operation, measurement);
  }

  private Digest scan() throws IOException {
    int[] columns = arguments.columns();
    int[] places = IntStream.range(0, columns.length).toArray();
    Digest digest = new Digest();
    VectorDigest vectors = new VectorDigest(digest);
    if (file.isEmpty()) {
      read(columns, Optional.empty(), (batch, cols) -> vectors.add(batch, places, columns));
    } else {
      readFile(columns, (batch, cols) -> vectors.add(batch, columns, columns));
    }
    return digest;
  }

  private Digest query(TpchQuery query) throws IOException {
    if (file.isEmpty()) {
      read(
          query.columns(),
          Optional.of(query.condition()),
          (batch, columns) -> {
            for (int i = 0; i < batch.size; i++) {
              query.add(columns, batch.selectedInUse ? batch.selected[i] : i);
            }
          });
    } else {
      readFile(
          query.columns(),
          (batch, columns) -> {
            for (int row = 0; row < batch.size; row++) {
              if (query.matches(columns, row)) {
                query.add(columns, row);
              }
            }
          });
    }
    return query.answer();
  }

  private void read(int[] columns, Optional<String> condition, BatchSink sink) throws IOException {
    String[] names =
        Arrays.stream(columns).mapToObj(type.getFieldNames()::get).toArray(String[]::new);
    try (AcidTable table = AcidTable.open(arguments.directory().toString())) {
      var scan = table.scan().select(names);
      try (Batches batches = condition.map(scan::where).orElse(scan).batches()) {
        for (Optional<ScanBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
          VectorizedRowBatch batch = next.get().rows();
          sink.add(batch, batch.cols);
        }
      }
    }
  }

  private void readFile(int[] columns, BatchSink sink) throws IOException {
    Storage storage = Storage.local();
    boolean[] included = new boolean[type.getMaximumId() + 1];
    included[0] = true;
    for (int column : columns) {
      included[type.getChildren().get(column).getId()] = true;
    }
    try (Reader reader =
            OrcFile.createReader(
                new Path(file),
                OrcFile.readerOptions(storage.configuration())
                    .filesystem(storage.fileSystem())
                    .useUTCTimestamp(true)
                    .convertToProlepticGregorian(true));
        RecordReader records = reader.rows(reader.options().include(included))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      ColumnVector[] wanted =
          Arrays.stream(columns)
              .mapToObj(column -> batch.cols[column])
              .toArray(ColumnVector[]::new);
      while (records.nextBatch(batch)) {
        sink.add(batch, wanted);
      }
    }
  }
}
