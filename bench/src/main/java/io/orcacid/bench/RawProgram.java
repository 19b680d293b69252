package io.orcacid.bench;

import io.orcacid.bench.program.Digest;
import io.orcacid.bench.program.Measured;
import io.orcacid.bench.program.ProgramArguments;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
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

  private final ProgramArguments arguments;
  private final Measured measured;

  private RawProgram(ProgramArguments arguments) {
    this.arguments = arguments;
    this.measured = new Measured(NAME, OrcUtils.getOrcVersion(), arguments);
  }

  /** Operations {@code scan} and {@code write}. */
  public static void main(String[] arguments) throws IOException {
    RawProgram program = new RawProgram(ProgramArguments.parse(arguments));
    switch (program.arguments.operation()) {
      case "scan" -> program.measured.measure(program::scan);
      case "write" -> WriteRuns.raw(program.arguments, program.measured);
      default -> throw new IllegalArgumentException(program.arguments.operation());
    }
    program.measured.print();
  }

  private Measured.Answer scan() throws IOException {
    ScanColumns columns = ScanColumns.parse(arguments.value("columns"));
    Storage storage = Storage.local();
    Digest digest = new Digest();
    long rows = 0;
    try (Reader reader =
        OrcFile.createReader(
            new Path(arguments.value("file")),
            OrcFile.readerOptions(storage.configuration())
                .filesystem(storage.fileSystem())
                .useUTCTimestamp(true)
                .convertToProlepticGregorian(true))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      ColumnVector[] fields = ((StructColumnVector) batch.cols[AcidSchema.ROW]).fields;
      try (RecordReader records =
          reader.rows(reader.options().include(included(reader.getSchema(), columns)))) {
        while (records.nextBatch(batch)) {
          columns.add(digest, fields, batch);
          rows += batch.size;
        }
      }
    }
    return new Measured.Answer(rows, digest.toString());
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
