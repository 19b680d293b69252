package io.orcacid.bench;

import io.orcacid.AcidTable;
import io.orcacid.Batches;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.TableDefinition;
import io.orcacid.bench.program.Digest;
import io.orcacid.bench.program.Measured;
import io.orcacid.bench.program.ProgramArguments;
import io.orcacid.bench.report.Machine;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.reader.ScanBatch;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** The engine, through its front door. Each run opens the table, plans, and reads it. */
final class EngineProgram {
  static final String NAME = "orc-acid";

  private final ProgramArguments arguments;
  private final Measured measured;

  private EngineProgram(ProgramArguments arguments) {
    this.arguments = arguments;
    this.measured = new Measured(NAME, Machine.here().engine(), arguments);
  }

  /** Operations {@code scan}, {@code rows} and {@code write}. */
  public static void main(String[] arguments) throws IOException {
    EngineProgram program = new EngineProgram(ProgramArguments.parse(arguments));
    switch (program.arguments.operation()) {
      case "scan" -> program.measured.measure(program::scan);
      case "rows" -> program.measured.measure(program::rows);
      case "write" -> WriteRuns.engine(program.arguments, program.measured);
      default -> throw new IllegalArgumentException(program.arguments.operation());
    }
    program.measured.print();
  }

  private ScanColumns columns() {
    return ScanColumns.parse(arguments.value("columns"));
  }

  private AcidTable open() throws IOException {
    return AcidTable.openHive(
        arguments.value("directory"),
        TableDefinition.of(BenchRows.COLUMNS),
        ValidWriteIdList.everything(),
        ValidTxnList.everything());
  }

  private Measured.Answer scan() throws IOException {
    ScanColumns columns = columns();
    boolean wantsIds = arguments.find("rowids").filter("yes"::equals).isPresent();
    Digest digest = new Digest();
    long rows = 0;
    double rowIds = 0;
    try (AcidTable table = open();
        Batches batches = scan(table.scan().select(columns.names()), wantsIds).batches()) {
      for (Optional<ScanBatch> next = batches.next(); next.isPresent(); next = batches.next()) {
        VectorizedRowBatch batch = next.get().rows();
        columns.add(digest, batch);
        rows += batch.size;
        if (wantsIds) {
          rowIds += rowIds(next.get());
        }
      }
    }
    if (wantsIds) {
      measured.figure("rowIds", rowIds);
    }
    return new Measured.Answer(rows, digest.toString());
  }

  private static Scan scan(Scan scan, boolean wantsIds) {
    return wantsIds ? scan.withRowId() : scan;
  }

  /** All three parts of each address are looked at. */
  private static double rowIds(ScanBatch batch) {
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

  private Measured.Answer rows() throws IOException {
    ScanColumns columns = columns();
    Digest digest = new Digest();
    long count = 0;
    try (AcidTable table = open();
        Rows rows = table.scan().select(columns.names()).rows()) {
      for (Row row : rows) {
        columns.add(digest, row::get);
        count++;
      }
    }
    return new Measured.Answer(count, digest.toString());
  }
}
