package io.orcacid.compactor.rewrite;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.writer.EventFile;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;
import org.apache.orc.TypeDescription;

/**
 * Reads an output file again before anybody may publish it: every byte by its checksum, and the
 * footer against what was written. Rows are not decoded.
 */
final class OutputCheck {
  /** Small enough to stay in the processor's cache between reading and summing. */
  private static final int PIECE = 128 << 10;

  private static final int PIECES_BETWEEN_CHECKS = 512;

  private final String path;
  private final WriteResult.File written;

  private OutputCheck(String path, WriteResult.File written) {
    this.path = path;
    this.written = written;
  }

  /**
   * Checks a file.
   *
   * @param storage where
   * @param directory absolute path of its directory
   * @param written what its writer says of it
   * @param lastOfStripes row id of the last event of each of its stripes
   * @param kind which events it holds
   * @param schema its schema
   * @param work asked now and then whether to go on
   * @throws CorruptFileException if something differs
   */
  static void check(
      Storage storage,
      String directory,
      WriteResult.File written,
      List<RowId> lastOfStripes,
      EventFile.Kind kind,
      TypeDescription schema,
      Work work)
      throws IOException {
    OutputCheck check = new OutputCheck(directory + "/" + written.name(), written);
    check.bytes(storage, work);
    try (OrcInput input = OrcFiles.open(storage, check.path, written.length())) {
      check.footer(input, lastOfStripes, kind, schema);
      check.stripes(input, lastOfStripes, kind);
    }
  }

  private void bytes(Storage storage, Work work) throws IOException {
    require("length", written.length(), storage.length(path));
    CRC32C crc = new CRC32C();
    ByteBuffer piece =
        ByteBuffer.allocateDirect((int) Math.min(PIECE, Math.max(1, written.length())));
    try (ReadableByteChannel in = storage.openChannel(path)) {
      int pieces = 0;
      while (in.read(piece) >= 0) {
        crc.update(piece.flip());
        piece.clear();
        if (++pieces % PIECES_BETWEEN_CHECKS == 0) {
          work.check();
        }
      }
    }
    require("crc32c", written.crc32c(), (int) crc.getValue());
  }

  private void footer(
      OrcInput input, List<RowId> lastOfStripes, EventFile.Kind kind, TypeDescription schema) {
    require("schema", schema, input.schema());
    require("events", written.events(), input.rowCount());
    require("stripes", lastOfStripes.size(), input.stripes().size());
    require(
        AcidKeyIndex.KEY,
        new AcidKeyIndex(lastOfStripes).toString(),
        input.footerKey(AcidKeyIndex.KEY).orElse("none"));
    AcidStats stats =
        kind == EventFile.Kind.INSERTS
            ? new AcidStats(written.events(), 0, 0)
            : new AcidStats(0, 0, written.events());
    require(AcidStats.KEY, stats.toString(), input.footerKey(AcidStats.KEY).orElse("none"));
    require(AcidVersion.KEY, AcidVersion.VERSION_2, input.footerKey(AcidVersion.KEY).orElse(""));
  }

  private void stripes(OrcInput input, List<RowId> lastOfStripes, EventFile.Kind kind)
      throws IOException {
    if (!input.hasStatistics()) {
      return;
    }
    List<StripeInformation> stripes = input.stripes();
    List<StripeStatistics> statistics = input.stripeStatistics();
    require("stripe statistics", stripes.size(), statistics.size());
    RowId before = null;
    for (int i = 0; i < stripes.size(); i++) {
      ColumnStatistics[] columns = statistics.get(i).getColumnStatistics();
      require(
          "events of stripe " + i,
          stripes.get(i).getNumberOfRows(),
          columns[0].getNumberOfValues());
      RowId last = lastOfStripes.get(i);
      require("order of stripe " + i, true, before == null || before.compareTo(last) < 0);
      keys(i, columns, last, kind);
      before = last;
    }
  }

  /** The last key by the index, against what statistics say of the stripe's keys. */
  private void keys(int stripe, ColumnStatistics[] columns, RowId last, EventFile.Kind kind) {
    IntegerColumnStatistics operation = integers(columns, AcidSchema.OPERATION);
    IntegerColumnStatistics writeId = integers(columns, AcidSchema.ORIGINAL_WRITE_ID);
    IntegerColumnStatistics bucket = integers(columns, AcidSchema.BUCKET);
    IntegerColumnStatistics rowId = integers(columns, AcidSchema.ROW_ID);
    long expected = kind == EventFile.Kind.INSERTS ? AcidSchema.INSERT : AcidSchema.DELETE;
    require("operation of stripe " + stripe, expected, operation.getMinimum());
    require("operation of stripe " + stripe, expected, operation.getMaximum());
    require("last write id of stripe " + stripe, writeId.getMaximum(), last.writeId());
    boolean inside =
        last.bucketProperty() >= bucket.getMinimum()
            && last.bucketProperty() <= bucket.getMaximum()
            && last.rowId() >= rowId.getMinimum()
            && last.rowId() <= rowId.getMaximum();
    require("last key of stripe " + stripe, true, inside);
    if (writeId.getMinimum() == writeId.getMaximum()
        && bucket.getMinimum() == bucket.getMaximum()) {
      require("last row id of stripe " + stripe, rowId.getMaximum(), last.rowId());
    }
  }

  private static IntegerColumnStatistics integers(ColumnStatistics[] columns, int hidden) {
    return (IntegerColumnStatistics) columns[hidden + 1];
  }

  private void require(String what, Object expected, Object found) {
    if (!Objects.equals(expected, found)) {
      throw new CorruptFileException(
          "A file that was just written does not read as it was written, so it may not be published: "
              + "the storage or this engine are at fault",
          "path",
          path,
          "what",
          what,
          "written",
          expected,
          "read",
          found);
    }
  }

  private void require(String what, long expected, long found) {
    require(what, Long.valueOf(expected), Long.valueOf(found));
  }
}
