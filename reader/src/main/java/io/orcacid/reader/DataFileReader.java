package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.format.orc.StatisticsCheck;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;
import org.apache.orc.TypeDescription;

/**
 * Reads one data file, or a range of it: decides stripe by stripe what of the hidden columns is
 * needed, and opens ORC once for each run of stripes that are read alike. Not thread-safe.
 */
final class DataFileReader implements Closeable {
  private final FileContext context;
  private final DataFile file;
  private final OrcInput input;
  private final List<DeleteFile> deleteFiles;
  private final Optional<RowIdSet> deletes;
  private final RowKeyOrder order;
  private final Iterator<StripeRun> runs;
  private RunReader current;
  private boolean counted;

  /** Where deleted rows are left out. */
  enum Deletes {
    /** Here, by a set in memory. */
    MASKED,
    /** Not here: the caller merges them in. */
    LEFT_TO_CALLER
  }

  private DataFileReader(FileContext context, DataFile file, OrcInput input, Deletes mode)
      throws IOException {
    this.context = context;
    this.file = file;
    this.input = input;
    this.order = new RowKeyOrder(file.path());
    List<StripeRun.Stripe> stripes = stripesInRange();
    this.deleteFiles = deleteFiles(stripes);
    this.deletes =
        mode == Deletes.MASKED ? context.deletes(deleteFiles) : Optional.of(new RowIdSet());
    this.runs = deletes.isPresent() ? runs(stripes).iterator() : Collections.emptyIterator();
  }

  static DataFileReader open(FileContext context, DataFile file, Deletes mode) throws IOException {
    if (mode == Deletes.LEFT_TO_CALLER) {
      context.statistics().filesMerged.increment();
    }
    OrcInput input = OrcFiles.open(context.storage(), file.path(), file.length(), file.checksum());
    try {
      requireKind(file, input);
      return new DataFileReader(context, file, input, mode);
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  private static void requireKind(DataFile file, OrcInput input) {
    boolean expected = file.origin() instanceof DataFile.Stored;
    if (input.isAcid() != expected) {
      throw new CorruptFileException(
          expected
              ? "A bucket file lacks the ACID columns: it was not written by an ACID writer"
              : "A plain file has ACID columns: its row ids are not to be trusted",
          "path",
          file.path(),
          "schema",
          input.schema());
    }
  }

  /** By the statistics, so that stripes without a wanted row do not cost even their index. */
  private Optional<StatisticsCheck> filterCheck() {
    TypeDescription schema = isOriginal(file) ? context.dataSchema() : context.fileSchema();
    return context.searchArgument().flatMap(filter -> input.check(filter, schema));
  }

  private boolean isInRange(StripeInformation stripe) {
    return stripe.getOffset() >= file.offset() && stripe.getOffset() < file.offset() + file.size();
  }

  /**
   * Those that may have wanted rows. ORC reads a stripe if it starts in the range, so each belongs
   * to one split (HIVE-20664).
   */
  private List<StripeRun.Stripe> stripesInRange() throws IOException {
    Optional<StatisticsCheck> check = filterCheck();
    boolean wanted = check.isEmpty() || check.get().mayMatch(input.statistics());
    List<StripeInformation> all = input.stripes();
    List<StripeStatistics> statistics =
        wanted && input.hasStatistics() ? input.stripeStatistics() : List.of();
    List<StripeRun.Stripe> stripes = new ArrayList<>();
    List<StripeInformation> asked = new ArrayList<>();
    long firstRow = 0;
    for (int i = 0; i < all.size(); i++) {
      StripeInformation stripe = all.get(i);
      long rows = stripe.getNumberOfRows();
      if (isInRange(stripe)) {
        Optional<ColumnStatistics[]> columns =
            statistics.size() == all.size()
                ? Optional.of(statistics.get(i).getColumnStatistics())
                : Optional.empty();
        if (wanted && (check.isEmpty() || columns.map(check.get()::mayMatch).orElse(true))) {
          stripes.add(
              new StripeRun.Stripe(
                  stripe.getOffset(),
                  stripe.getLength(),
                  firstRow,
                  rows,
                  hidden(columns, firstRow, rows)));
          asked.add(stripe);
        } else {
          countSkipped(rows);
        }
      }
      firstRow += rows;
    }
    return check.isEmpty() ? stripes : withWantedGroups(check.get(), stripes, asked);
  }

  /** Those of the stripes of which a row group may have wanted rows. */
  private List<StripeRun.Stripe> withWantedGroups(
      StatisticsCheck check, List<StripeRun.Stripe> stripes, List<StripeInformation> asked)
      throws IOException {
    long before = context.storage().bytesReadByThisThread();
    boolean[] wanted = check.mayMatch(asked);
    context.statistics().bytesRead.add(context.storage().bytesReadByThisThread() - before);
    List<StripeRun.Stripe> left = new ArrayList<>();
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i]) {
        left.add(stripes.get(i));
      } else {
        countSkipped(stripes.get(i).rows());
      }
    }
    return left;
  }

  private HiddenColumns hidden(Optional<ColumnStatistics[]> columns, long firstRow, long rows) {
    if (file.origin() instanceof DataFile.Original original) {
      return HiddenColumns.ofOriginal(original, firstRow, rows);
    }
    return columns
        .map(known -> HiddenColumns.ofStripe(known, rows, file, context.writeIds()))
        .orElseGet(HiddenColumns::unknown);
  }

  private void countSkipped(long rows) {
    context.statistics().stripesSkipped.increment();
    context.statistics().rowGroupsSkipped.add(rowGroups(rows));
  }

  /**
   * Whether the deletes do not fit the memory budget: the file gives no rows, they have to be
   * merged.
   */
  boolean needsMerge() {
    return deletes.isEmpty();
  }

  /** The files that may delete rows of this one. */
  List<DeleteFile> deleteFiles() {
    return deleteFiles;
  }

  /**
   * Those of the buckets that the file's rows are of: by its name, unless statistics know better or
   * nothing.
   */
  private List<DeleteFile> deleteFiles(List<StripeRun.Stripe> stripes) {
    if (context.split().deletes().isEmpty() || stripes.isEmpty()) {
      return List.of();
    }
    int min = file.bucket();
    int max = file.bucket();
    for (StripeRun.Stripe stripe : stripes) {
      HiddenColumns hidden = stripe.hidden();
      if (!hidden.proven()
          || BucketProperty.version(hidden.minBucket())
              != BucketProperty.version(hidden.maxBucket())) {
        return context.deleteFiles(0, Integer.MAX_VALUE);
      }
      min = Math.min(min, BucketProperty.bucket(hidden.minBucket()));
      max = Math.max(max, BucketProperty.bucket(hidden.maxBucket()));
    }
    return context.deleteFiles(min, max);
  }

  private List<StripeRun> runs(List<StripeRun.Stripe> stripes) throws IOException {
    List<StripeRun> found = new ArrayList<>();
    List<StripeRun.Stripe> alike = new ArrayList<>();
    StripeRun.Mode mode = null;
    for (StripeRun.Stripe each : stripes) {
      StripeRun.Mode needed = mode(each.hidden());
      StripeRun.Stripe stripe =
          needed == StripeRun.Mode.COUNTED
              ? seekable(each.under(deletes.orElseThrow(), input.rowIndexStride()), each)
              : each;
      boolean invisible = stripe.hidden().visibility() == RangeMatch.NONE;
      boolean dead = stripe.dead().isAll(stripe.rows());
      boolean passedOver = invisible || dead || context.passesOver(stripe.hidden());
      StripeRun.Mode wanted = passedOver ? null : needed;
      if (!alike.isEmpty() && (wanted != mode || each.firstRow() != endRow(alike))) {
        found.add(new StripeRun(List.copyOf(alike), mode));
        alike.clear();
      }
      mode = wanted;
      if (passedOver) {
        if (invisible) {
          countInvisible(stripe);
        } else if (dead) {
          context.statistics().rowsDeleted.add(stripe.rows());
        }
        countSkipped(stripe.rows());
      } else {
        alike.add(stripe);
      }
    }
    if (!alike.isEmpty()) {
      found.add(new StripeRun(List.copyOf(alike), mode));
    }
    return found;
  }

  /**
   * ORC cannot go to a row of a stripe with bloom filters if no filter was pushed down to it: dead
   * rows of such a stripe are decoded and masked.
   */
  private StripeRun.Stripe seekable(StripeRun.Stripe stripe, StripeRun.Stripe plain)
      throws IOException {
    boolean pushedDown = context.searchArgument().isPresent() && input.mayBePruned();
    if (pushedDown || stripe.dead().from().length == 0 || stripe.dead().isAll(stripe.rows())) {
      return stripe;
    }
    List<StripeInformation> all = input.stripes();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).getOffset() == stripe.offset()) {
        // Behind its last dead row may come the first of the next stripe.
        boolean blooms =
            input.hasBloomFilters(all.get(i))
                || i + 1 < all.size() && input.hasBloomFilters(all.get(i + 1));
        return blooms ? plain : stripe;
      }
    }
    return plain;
  }

  private static long endRow(List<StripeRun.Stripe> stripes) {
    return stripes.get(stripes.size() - 1).endRow();
  }

  private void countInvisible(StripeRun.Stripe stripe) {
    boolean inBase = stripe.hidden().maxCurrentWriteId() <= file.events().skipEventsUpTo();
    (inBase ? context.statistics().rowsInBase : context.statistics().rowsInvisible)
        .add(stripe.rows());
  }

  private long rowGroups(long rows) {
    int stride = input.rowIndexStride();
    return stride <= 0 ? 1 : (rows + stride - 1) / stride;
  }

  private StripeRun.Mode mode(HiddenColumns hidden) {
    if (!hidden.proven()
        || hidden.visibility() == RangeMatch.SOME
        || context.readsWholeEvents() && !isOriginal(file)) {
      return StripeRun.Mode.DECODED;
    }
    boolean meetsDeletes = hidden.meets(deletes.orElseThrow());
    if (!meetsDeletes && !context.wantsRowIds()) {
      return StripeRun.Mode.UNTOUCHED;
    }
    return hidden.dense() ? StripeRun.Mode.COUNTED : StripeRun.Mode.DECODED;
  }

  /** Reads the bytes of the first stripe, if there is one to be read. */
  void openFirstRun() throws IOException {
    if (runs.hasNext()) {
      current = openNextRun();
    }
  }

  private RunReader openNextRun() throws IOException {
    return new RunReader(context, file, input, runs.next(), deletes.orElseThrow(), order);
  }

  /** The next batch with at least one row, or null at the end. */
  ScanBatch next() throws IOException {
    while (true) {
      if (current == null) {
        if (!runs.hasNext()) {
          countFile();
          return null;
        }
        current = openNextRun();
      }
      ScanBatch batch = current.next();
      if (batch != null) {
        return batch;
      }
      closeRun();
    }
  }

  private void closeRun() throws IOException {
    if (current != null) {
      counted |= current.hasRead();
      RunReader closing = current;
      current = null;
      closing.close();
    }
  }

  private void countFile() {
    (counted ? context.statistics().filesRead : context.statistics().filesSkipped).increment();
    counted = false;
  }

  /** Whether the file is one of plain rows. */
  static boolean isOriginal(DataFile file) {
    return file.origin() instanceof DataFile.Original;
  }

  /** Number of hidden columns that precede the row in the file's schema. */
  static int hiddenColumns(DataFile file) {
    return isOriginal(file) ? 0 : AcidSchema.ROW;
  }

  @Override
  public void close() throws IOException {
    try (input) {
      closeRun();
    }
  }
}
