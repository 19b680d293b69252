package io.orcacid.cli.output;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.value.Batches;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * An ORC file of rows without anything of ACID. Values are copied as vectors, so they are in the
 * file as they are in the table. Not safe for several threads.
 */
public final class FlatOrcFile {
  private static final long MILLISECONDS = 1000;

  private final Writer writer;
  private final TypeDescription row;
  private final VectorizedRowBatch gathered;
  private long rows;

  /**
   * Begins the file.
   *
   * @param out takes it; {@link #finish} closes it
   * @param row the columns
   * @param properties properties of the format, {@code orc.*}
   */
  public FlatOrcFile(DurableOutput out, TypeDescription row, Map<String, String> properties)
      throws IOException {
    this.writer = OrcFiles.create(Storage.local(), out, row, properties, OrcFiles.noCallback());
    this.row = row;
    this.gathered = Batches.create(row);
  }

  /** Adds the selected rows of a batch of these columns. */
  public void add(VectorizedRowBatch batch) throws IOException {
    for (int i = 0; i < batch.size; i++) {
      int selected = batch.selectedInUse ? batch.selected[i] : i;
      Batches.appendRow(gathered, batch, selected);
      if (gathered.size == gathered.getMaxSize()) {
        flush();
      }
    }
    rows += batch.size;
  }

  /** Rows so far. */
  public long rows() {
    return rows;
  }

  private void flush() throws IOException {
    for (int i = 0; i < gathered.cols.length; i++) {
      if (gathered.cols[i] instanceof TimestampColumnVector times) {
        check(times, row.getFieldNames().get(i));
      }
    }
    writer.addRowBatch(gathered);
    gathered.reset();
  }

  /**
   * A time from the last second before 1970 comes back from ORC a second later. No ORC file of a
   * table yields one, but the name of a partition may.
   */
  private void check(TimestampColumnVector times, String column) {
    for (int i = 0; i < gathered.size; i++) {
      long millis = times.time[i];
      if (millis < 0 && millis > -MILLISECONDS && !Batches.isNull((ColumnVector) times, i)) {
        throw new ValidationException(
            "ORC files cannot hold a time from 1969-12-31 23:59:59.001 to 1970: export to CSV or JSON",
            "column",
            column,
            "time",
            Instant.ofEpochMilli(millis));
      }
    }
  }

  /** Ends the file and closes its output. */
  public void finish() throws IOException {
    if (gathered.size > 0) {
      flush();
    }
    writer.close();
  }
}
