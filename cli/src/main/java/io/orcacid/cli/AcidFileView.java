package io.orcacid.cli;

import io.orcacid.cli.output.JsonText;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.value.VectorValues;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;

/** Prints one ORC file with its ACID columns and footer keys decoded. */
final class AcidFileView {
  private static final String ROW = "%6s  %12s  %12s  %10s  %-30s  %-30s  %s%n";

  private final OrcInput input;
  private final PrintStream out;

  AcidFileView(OrcInput input, PrintStream out) {
    this.input = input;
    this.out = out;
  }

  void meta(long length) {
    line("path", input.path());
    line("schema", input.schema());
    line("acid", input.isAcid() ? "yes" : "no, a plain file: its row ids come from its name");
    line("bytes", length);
    line("rows", input.rowCount());
    line("stripes", input.stripes().size());
    line("codec", input.reader().getCompressionKind());
    line("buffer", input.reader().getCompressionSize());
    line("stride", input.rowIndexStride());
    line("writer", input.writer());
    line(AcidVersion.KEY, input.footerKey(AcidVersion.KEY).orElse("absent"));
    line(AcidStats.KEY, input.footerKey(AcidStats.KEY).map(AcidFileView::counts).orElse("absent"));
    line(
        AcidKeyIndex.KEY,
        input.footerKey(AcidKeyIndex.KEY).map(text -> entries(text)).orElse("absent"));
  }

  private static String counts(String text) {
    try {
      AcidStats counts = AcidStats.parse(text);
      return counts.inserts()
          + " inserts, "
          + counts.updates()
          + " updates, "
          + counts.deletes()
          + " deletes";
    } catch (CorruptFileException e) {
      return "damaged: " + text;
    }
  }

  private String entries(String text) {
    try {
      int entries = AcidKeyIndex.parse(text).lastRows().size();
      int stripes = input.stripes().size();
      return entries
          + " entries"
          + (entries == stripes ? "" : ", but the file has " + stripes + " stripes (HIVE-18817)");
    } catch (CorruptFileException e) {
      return "damaged: " + text;
    }
  }

  private void line(String name, Object value) {
    out.printf(Locale.ROOT, "%-20s %s%n", name, value);
  }

  /** First and last row id of every stripe, read from its rows, beside the key index. */
  void keys() throws IOException {
    requireAcid();
    List<Optional<RowId>> index = index();
    out.printf(Locale.ROOT, ROW, "stripe", "offset", "bytes", "rows", "first", "last", "key index");
    List<StripeInformation> stripes = input.stripes();
    VectorizedRowBatch batch = input.schema().createRowBatch();
    boolean[] hidden = new boolean[input.schema().getMaximumId() + 1];
    for (int i = 0; i < AcidSchema.ROW_COLUMN_ID; i++) {
      hidden[i] = true;
    }
    try (OrcInput.Rows rows = input.rows(input.options().include(hidden))) {
      long row = 0;
      for (int i = 0; i < stripes.size(); i++) {
        StripeInformation stripe = stripes.get(i);
        long end = row + stripe.getNumberOfRows();
        RowId first = at(rows, batch, row);
        RowId last = at(rows, batch, end - 1);
        Optional<RowId> key = i < index.size() ? index.get(i) : Optional.empty();
        out.printf(
            Locale.ROOT,
            ROW,
            i,
            stripe.getOffset(),
            stripe.getLength(),
            stripe.getNumberOfRows(),
            text(first),
            text(last),
            key.isEmpty()
                ? "absent"
                : key.get().equals(last) ? "right" : "WRONG: " + text(key.get()));
        row = end;
      }
    }
    if (index.size() > stripes.size()) {
      out.println("the key index has " + (index.size() - stripes.size()) + " entries too many");
    }
  }

  private List<Optional<RowId>> index() {
    List<Optional<RowId>> index = new ArrayList<>();
    input
        .footerKey(AcidKeyIndex.KEY)
        .ifPresent(
            text ->
                AcidKeyIndex.parse(text).lastRows().forEach(last -> index.add(Optional.of(last))));
    return index;
  }

  private RowId at(OrcInput.Rows rows, VectorizedRowBatch batch, long row) throws IOException {
    rows.seekToRow(row);
    if (!rows.next(batch)) {
      throw new CorruptFileException(
          "The file ends before its last row", "path", input.path(), "row", row);
    }
    return rowId(batch, 0);
  }

  private static String text(RowId id) {
    return id.writeId() + "," + id.bucketProperty() + "," + id.rowId();
  }

  private RowId rowId(VectorizedRowBatch batch, int row) {
    return new RowId(
        value(batch, AcidSchema.ORIGINAL_WRITE_ID, row),
        (int) value(batch, AcidSchema.BUCKET, row),
        value(batch, AcidSchema.ROW_ID, row));
  }

  private long value(VectorizedRowBatch batch, int column, int row) {
    Object value =
        VectorValues.get(input.schema().getChildren().get(column), batch.cols[column], row);
    if (value == null) {
      throw new CorruptFileException(
          "A hidden column is null", "path", input.path(), "column", column);
    }
    return ((Number) value).longValue();
  }

  private void requireAcid() {
    if (!input.isAcid()) {
      throw new ValidationException(
          "The file lacks the ACID columns, so it has no keys of its own", "path", input.path());
    }
  }

  /** Every event, or every row of a plain file. */
  void dump() throws IOException {
    boolean acid = input.isAcid();
    TypeDescription row = acid ? AcidSchema.row(input.schema()) : input.schema();
    VectorizedRowBatch batch = input.schema().createRowBatch();
    StringBuilder line = new StringBuilder();
    try (OrcInput.Rows rows = input.rows(input.options())) {
      while (rows.next(batch)) {
        for (int i = 0; i < batch.size; i++) {
          line.setLength(0);
          if (acid) {
            event(line, batch, i);
            JsonText.value(line, row, VectorValues.get(row, batch.cols[AcidSchema.ROW], i));
            line.append('}');
          } else {
            plain(line, row, batch, i);
          }
          out.println(line);
        }
      }
    }
  }

  private void event(StringBuilder line, VectorizedRowBatch batch, int row) {
    RowId id = rowId(batch, row);
    line.append("{\"operation\":")
        .append(value(batch, AcidSchema.OPERATION, row))
        .append(",\"ROW__ID\":{\"writeId\":")
        .append(id.writeId())
        .append(",\"bucket\":")
        .append(id.bucketProperty())
        .append(",\"rowId\":")
        .append(id.rowId())
        .append("},\"writer\":")
        .append(BucketProperty.bucket(id.bucketProperty()))
        .append(",\"statement\":")
        .append(BucketProperty.statement(id.bucketProperty()))
        .append(",\"currentTransaction\":")
        .append(value(batch, AcidSchema.CURRENT_WRITE_ID, row))
        .append(",\"row\":");
  }

  private static void plain(
      StringBuilder line, TypeDescription type, VectorizedRowBatch batch, int row) {
    for (int i = 0; i < type.getChildren().size(); i++) {
      line.append(i == 0 ? "{" : ",");
      JsonText.string(line, type.getFieldNames().get(i));
      line.append(':');
      TypeDescription column = type.getChildren().get(i);
      JsonText.value(line, column, VectorValues.get(column, batch.cols[i], row));
    }
    line.append('}');
  }
}
