package io.orcacid.bench;

import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.bench.rows.VectorDigest;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcUtils;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/**
 * The limit: ORC's own library, which knows nothing of deletes. It reads the user's columns of a
 * file in full, and writes rows without hidden columns.
 */
final class RawProgram {
  static final String NAME = "raw orc-core";

  private final PeerArguments arguments;

  private RawProgram(PeerArguments arguments) {
    this.arguments = arguments;
  }

  /** Operations {@code scan} and {@code write}. */
  public static void main(String[] arguments) throws Exception {
    RawProgram program = new RawProgram(PeerArguments.of(arguments));
    System.out.println(program.run().line());
  }

  private PeerReport run() throws Exception {
    return switch (arguments.operation()) {
      case "scan" ->
          PeerReport.of(
              NAME,
              OrcUtils.getOrcVersion(),
              "scan",
              Measurement.of(arguments.warmUps(), arguments.runs(), clock -> scan()));
      case "write" ->
          WriteRuns.measure(NAME, OrcUtils.getOrcVersion(), arguments, WriteRuns::rawFile);
      default -> throw new IllegalArgumentException("not scan or write: " + arguments.operation());
    };
  }

  private Digest scan() throws IOException {
    ScanColumns columns = ScanColumns.of(arguments);
    Storage storage = Storage.local();
    Digest digest = new Digest();
    VectorDigest vectors = new VectorDigest(digest);
    try (Reader reader =
        OrcFile.createReader(
            new Path(arguments.text("file", "")),
            OrcFile.readerOptions(storage.configuration())
                .filesystem(storage.fileSystem())
                .useUTCTimestamp(true)
                .convertToProlepticGregorian(true))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      VectorizedRowBatch fields = new VectorizedRowBatch(BenchRows.ROW.getChildren().size());
      System.arraycopy(
          ((StructColumnVector) batch.cols[AcidSchema.ROW]).fields,
          0,
          fields.cols,
          0,
          fields.numCols);
      try (RecordReader records =
          reader.rows(reader.options().include(included(reader.getSchema(), columns)))) {
        while (records.nextBatch(batch)) {
          fields.size = batch.size;
          vectors.add(fields, columns.positions(), columns.positions());
        }
      }
    }
    return digest;
  }

  private static boolean[] included(TypeDescription schema, ScanColumns columns) {
    boolean[] included = new boolean[schema.getMaximumId() + 1];
    TypeDescription row = schema.getChildren().get(AcidSchema.ROW);
    included[0] = true;
    included[row.getId()] = true;
    for (int position : columns.positions()) {
      included[row.getChildren().get(position).getId()] = true;
    }
    return included;
  }
}
