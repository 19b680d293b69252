package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.orc.RowIdSet;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;

/**
 * Reads one run of stripes: batches from ORC, deleted and invisible rows masked out, then the
 * filter. Where not one column is needed, rows are counted off without ORC; where a filter needs
 * fewer columns than are read, ORC decodes those first, and the others only of batches in which a
 * row is left. Not thread-safe.
 */
final class RunReader implements Closeable {
  private static final int BATCH = VectorizedRowBatch.DEFAULT_SIZE;

  private final FileContext context;
  private final DataFile file;
  private final StripeRun run;
  private final RowMask mask;
  private final RunStatistics statistics;
  private final OrcInput.Rows rows;
  private final boolean readsRow;
  private final DeadRows dead;
  private final DecodedFirst decodedFirst;
  private final ReadSlot[] slots;
  private ReadSlot slot;
  private int nextSlot;
  private int nextDead;
  private int stripe;
  private long rowInStripe;

  RunReader(
      FileContext context,
      DataFile file,
      OrcInput input,
      StripeRun run,
      RowIdSet deletes,
      RowKeyOrder order)
      throws IOException {
    this.context = context;
    this.file = file;
    this.run = run;
    this.statistics = new RunStatistics(context.statistics(), context.storage(), input, run);
    TypeDescription schema =
        DataFileReader.isOriginal(file) ? context.dataSchema() : context.fileSchema();
    boolean[] include = include(schema);
    this.readsRow = !DataFileReader.isOriginal(file) && include[AcidSchema.ROW_COLUMN_ID];
    this.decodedFirst = DecodedFirst.of(context, input, run.mode(), schema, include);
    boolean counts = readsNothing(include);
    this.slots = new ReadSlot[context.slots()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] =
          new ReadSlot(
              context,
              counts
                  ? new VectorizedRowBatch(schema.getChildren().size(), BATCH)
                  : schema.createRowBatch(),
              decodedFirst.aside());
    }
    this.dead = DeadRows.joined(run.stripes());
    this.mask = new RowMask(context, file, run.mode(), deletes, order);
    this.rows = counts ? null : open(input, schema, include);
  }

  private boolean[] include(TypeDescription schema) {
    boolean[] include = new boolean[schema.getMaximumId() + 1];
    include[0] = true;
    int hidden = DataFileReader.hiddenColumns(file);
    if (hidden > 0 && run.mode() == StripeRun.Mode.DECODED) {
      for (int i = 0; i < hidden; i++) {
        include[i + 1] = true;
      }
    }
    TypeDescription row = hidden > 0 ? AcidSchema.row(schema) : schema;
    for (int position : context.dataPositions()) {
      if (position >= 0) {
        TypeDescription column = row.getChildren().get(position);
        include[row.getId()] = true;
        for (int id = column.getId(); id <= column.getMaximumId(); id++) {
          include[id] = true;
        }
      }
    }
    return include;
  }

  private static boolean readsNothing(boolean[] include) {
    for (int i = 1; i < include.length; i++) {
      if (include[i]) {
        return false;
      }
    }
    return true;
  }

  private OrcInput.Rows open(OrcInput input, TypeDescription schema, boolean[] include)
      throws IOException {
    Reader.Options options =
        input
            .options()
            .schema(schema)
            .include(include)
            .isSchemaEvolutionCaseAware(false)
            // Filters of the surroundings would take rows whose numbers are counted here.
            .allowSARGToFilter(false)
            .allowPluginFilters(false)
            .useSelected(false)
            .range(run.offset(), run.length());
    // Only data files get the filter, and only where statistics mean something (FORMAT.md §5.6,
    // §7.6).
    if (input.mayBePruned()) {
      context.searchArgument().ifPresent(argument -> options.searchArgument(argument, null));
    }
    if (!decodedFirst.isNothing()) {
      options.setRowFilter(decodedFirst.names(), decoded -> lookBeforeTheRest());
    }
    statistics.opened(include, DataFileReader.hiddenColumns(file));
    long before = statistics.bytesReadByThread();
    OrcInput.Rows opened = input.rows(options);
    statistics.addBytesReadSince(before);
    return opened;
  }

  /** The next batch with at least one row, or null at the end. */
  ScanBatch next() throws IOException {
    slot = slots[nextSlot];
    nextSlot = (nextSlot + 1) % slots.length;
    while (true) {
      long firstRow = rows == null ? count() : read();
      if (firstRow < 0) {
        return null;
      }
      if (decodedFirst.isNothing()) {
        look(firstRow);
      }
      if (slot.work.size > 0 && slot.events.size > 0) {
        return batch();
      }
    }
  }

  /** Leaves in {@code work} the rows of the events that are wanted. */
  private void look(long firstRow) {
    StripeRun.Stripe place = stripeOf(firstRow);
    statistics.decoded(place, firstRow, slot.events.size);
    mask.apply(slot, firstRow, place.firstRow(), place.hidden());
    slot.work.size = 0;
    if (slot.events.size > 0) {
      filter();
    }
  }

  /**
   * ORC has the filter's columns of the next batch: it is told to leave the others alone, or to
   * decode them whole, as picking values one by one costs more than it saves.
   */
  private void lookBeforeTheRest() {
    int decoded = slot.events.size;
    try {
      look(rows.rowNumber());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    slot.events.selectedInUse = false;
    slot.events.size = slot.work.size == 0 ? 0 : decoded;
    if (slot.work.size > 0 && !DataFileReader.isOriginal(file)) {
      decodedFirst.putAside((StructColumnVector) slot.events.cols[AcidSchema.ROW], slot.aside);
    }
  }

  /** Number in the file of the first row read, or -1 at the end. */
  private long read() throws IOException {
    long firstRow = livingRow();
    if (firstRow < 0) {
      return -1;
    }
    // ORC decodes selected rows only where a batch says it has some.
    slot.events.selectedInUse = false;
    long before = statistics.bytesReadByThread();
    boolean found = rows.next(slot.events);
    statistics.addBytesReadSince(before);
    return found ? firstRow : -1;
  }

  /** Number in the file of the next row of a row group with living ones, or -1 at the end. */
  private long livingRow() throws IOException {
    long row = rows.rowNumber();
    while (nextDead < dead.from().length && row >= dead.from()[nextDead]) {
      long behind = dead.to()[nextDead++];
      if (row < behind) {
        context.statistics().rowsDeleted.add(behind - row);
        if (behind >= run.endRow()) {
          return -1;
        }
        long before = statistics.bytesReadByThread();
        rows.seekToRow(behind);
        statistics.addBytesReadSince(before);
        row = rows.rowNumber();
      }
    }
    return row;
  }

  /** As {@link #read}, for rows of which nothing is needed but their number. */
  private long count() {
    while (stripe < run.stripes().size()) {
      StripeRun.Stripe current = run.stripes().get(stripe);
      if (rowInStripe < current.rows()) {
        long firstRow = current.firstRow() + rowInStripe;
        slot.events.size = (int) Math.min(BATCH, current.rows() - rowInStripe);
        slot.events.selectedInUse = false;
        rowInStripe += slot.events.size;
        return firstRow;
      }
      stripe++;
      rowInStripe = 0;
    }
    return -1;
  }

  private StripeRun.Stripe stripeOf(long row) {
    if (rows != null) {
      while (row >= run.stripes().get(stripe).firstRow() + run.stripes().get(stripe).rows()) {
        stripe++;
      }
    }
    return run.stripes().get(stripe);
  }

  private void filter() {
    ColumnVector[] columns = slot.events.cols;
    if (!DataFileReader.isOriginal(file) && rows != null) {
      StructColumnVector row = (StructColumnVector) slot.events.cols[AcidSchema.ROW];
      if (readsRow) {
        requireRows(row);
      }
      columns = row.fields;
    }
    for (int i = 0; i < slot.work.cols.length; i++) {
      int position = context.dataPositions()[i];
      slot.work.cols[i] = position < 0 ? slot.constants[i] : columns[position];
    }
    slot.work.size = slot.events.size;
    slot.work.selected = slot.events.selected;
    slot.work.selectedInUse = slot.events.selectedInUse;
    context.filter().ifPresent(predicate -> predicate.filter(slot.work));
  }

  /** An insert event always has a row; a null one was never written by anybody. */
  private void requireRows(StructColumnVector row) {
    if (row.noNulls) {
      return;
    }
    for (int i = 0; i < slot.events.size; i++) {
      if (row.isNull[
          row.isRepeating ? 0 : slot.events.selectedInUse ? slot.events.selected[i] : i]) {
        throw new CorruptFileException("An insert event has no row", "path", file.path());
      }
    }
  }

  private ScanBatch batch() {
    int[] outputs = context.outputs();
    for (int i = 0; i < outputs.length; i++) {
      slot.out.cols[i] = slot.work.cols[outputs[i]];
    }
    slot.out.size = slot.work.size;
    slot.out.selected = slot.work.selected;
    slot.out.selectedInUse = slot.work.selectedInUse;
    return new ScanBatch(
        context.split().partition(), slot.out, slot.writeIds, slot.buckets, slot.rowIds);
  }

  /** Whether ORC was asked for anything. */
  boolean hasRead() {
    return rows != null;
  }

  @Override
  public void close() throws IOException {
    statistics.finish();
    if (rows != null) {
      rows.close();
    }
  }
}
