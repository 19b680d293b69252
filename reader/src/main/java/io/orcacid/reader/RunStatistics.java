package io.orcacid.reader;

import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcInput;

/** Counts what one run of stripes cost. Not thread-safe; belongs to the reading thread. */
final class RunStatistics {
  private final ScanStatistics total;
  private final Storage storage;
  private final int stride;
  private final StripeRun run;
  private boolean opened;
  private int hiddenColumns;
  private long lastStripe = -1;
  private long lastGroup = -1;
  private long stripes;
  private long groups;

  RunStatistics(ScanStatistics total, Storage storage, OrcInput input, StripeRun run) {
    this.total = total;
    this.storage = storage;
    this.stride = input.rowIndexStride();
    this.run = run;
  }

  long bytesReadByThread() {
    return storage.bytesReadByThisThread();
  }

  /** Counted read by read: a thread may have several files open. */
  void addBytesReadSince(long before) {
    total.bytesRead.add(storage.bytesReadByThisThread() - before);
  }

  void opened(boolean[] include, int hidden) {
    opened = true;
    for (int i = 1; i <= hidden; i++) {
      if (include[i]) {
        hiddenColumns++;
      }
    }
  }

  /** Rows of one stripe were decoded. */
  void decoded(StripeRun.Stripe stripe, long firstRow, int rows) {
    if (!opened) {
      return;
    }
    if (stripe.firstRow() != lastStripe) {
      lastStripe = stripe.firstRow();
      lastGroup = -1;
      stripes++;
    }
    long first = group(firstRow - stripe.firstRow());
    long last = group(firstRow - stripe.firstRow() + rows - 1);
    groups += last - Math.max(first, lastGroup + 1) + 1;
    lastGroup = last;
  }

  private long group(long rowInStripe) {
    return stride <= 0 ? 0 : rowInStripe / stride;
  }

  void finish() {
    long allGroups = 0;
    for (StripeRun.Stripe stripe : run.stripes()) {
      allGroups += group(stripe.rows() - 1) + 1;
    }
    total.stripesRead.add(stripes);
    total.stripesSkipped.add(run.stripes().size() - stripes);
    total.rowGroupsRead.add(groups);
    total.rowGroupsSkipped.add(allGroups - groups);
    total.hiddenColumnsDecoded.add(hiddenColumns * stripes);
  }
}
