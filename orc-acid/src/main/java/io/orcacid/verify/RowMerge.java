package io.orcacid.verify;

import io.orcacid.format.RowId;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The row ids of all files of a partition in one order (FORMAT.md §14 trap 2). Files are opened
 * where their first row id comes and closed at their end, so that few are open at a time.
 */
final class RowMerge {
  private final Storage storage;
  private final Findings findings;
  private final boolean whole;

  private RowId key;
  private int inserts;
  private String insertPath;
  private String deletePath;

  /**
   * @param whole whether no file of the partition is left out, so that a row that is not found is
   *     not there
   */
  RowMerge(Storage storage, Findings findings, boolean whole) {
    this.storage = storage;
    this.findings = findings;
    this.whole = whole;
  }

  /** Rows before their deletes, and files of one row id by path, so that findings do not vary. */
  private static int order(RowCursor one, RowCursor other) {
    int order =
        RowIdOrder.compare(
            one.writeId(),
            one.bucketProperty(),
            one.rowId(),
            other.writeId(),
            other.bucketProperty(),
            other.rowId());
    if (order == 0) {
      order = Boolean.compare(one.file().isDelete(), other.file().isDelete());
    }
    return order != 0 ? order : one.file().path().compareTo(other.file().path());
  }

  void run(List<RowSource> sources) throws IOException {
    PriorityQueue<RowCursor> queue = new PriorityQueue<>(RowMerge::order);
    List<RowCursor> all = new ArrayList<>();
    try {
      for (RowSource source : sources) {
        if (source.rows() > 0) {
          RowCursor cursor = RowCursor.of(storage, source);
          all.add(cursor);
          queue.add(cursor);
        }
      }
      while (!queue.isEmpty()) {
        RowCursor next = queue.poll();
        if (next.isCounted()) {
          take(next);
        }
        if (next.advance()) {
          queue.add(next);
        }
      }
      endOfKey();
    } finally {
      for (RowCursor cursor : all) {
        cursor.close();
      }
    }
  }

  private void take(RowCursor next) {
    boolean same =
        key != null
            && RowIdOrder.compare(
                    key.writeId(),
                    key.bucketProperty(),
                    key.rowId(),
                    next.writeId(),
                    next.bucketProperty(),
                    next.rowId())
                == 0;
    if (!same) {
      endOfKey();
      key = new RowId(next.writeId(), next.bucketProperty(), next.rowId());
      inserts = 0;
      deletePath = null;
    }
    String path = next.file().path();
    if (next.file().isDelete()) {
      if (deletePath != null && !deletePath.equals(path)) {
        findings.warning(
            Check.DUPLICATE_DELETE,
            path,
            key
                + " is deleted by "
                + deletePath
                + " too: Hive's vectorised reader loses other"
                + " deletes of one of the files",
            "major-compact the partition");
      }
      deletePath = path;
      return;
    }
    inserts++;
    if (inserts > 1) {
      findings.error(
          Check.DUPLICATE_ROW,
          path,
          key + " stands in " + insertPath + " too",
          "overwrite the partition with its right rows");
    }
    insertPath = path;
  }

  private void endOfKey() {
    if (key != null && inserts == 0 && deletePath != null && whole) {
      findings.warning(
          Check.DELETE_OF_NO_ROW,
          deletePath,
          "the file deletes " + key + ", which is not in the partition",
          "none needed for reading; a major compaction removes such deletes");
    }
  }
}
