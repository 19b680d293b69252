package io.orcacid.reader;

import io.orcacid.format.RowIdOrder;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.DeleteFileReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The delete events of several files as one sorted stream. Memory holds one batch of at most
 * {@value #MOST_OPEN} files, whatever their number and length: further files are first merged into
 * runs on the disk. It is asked for rising row ids only. Not thread-safe.
 */
final class DeleteMerge implements Closeable {
  /** An open file of deletes takes up to a megabyte of buffers. */
  private static final int MOST_OPEN = 64;

  private final LoserTree<Place> tree;
  private boolean polled;

  private DeleteMerge(List<Place> places) {
    this.tree = new LoserTree<>(places);
  }

  /** Opens the deletes of these files. */
  static DeleteMerge open(
      Storage storage, List<DeleteFile> files, ValidWriteIdList writeIds, ScanStatistics statistics)
      throws IOException {
    List<Place> places = new ArrayList<>();
    try {
      for (DeleteFile file : files) {
        if (places.size() == MOST_OPEN) {
          DeleteRun run;
          try (DeleteMerge merge = new DeleteMerge(places)) {
            run = DeleteRun.write(merge);
          }
          places.clear();
          places.add(new Place(run));
        }
        statistics.deleteFilesOpened.increment();
        places.add(new Place(cursor(storage, file, writeIds)));
      }
      return new DeleteMerge(places);
    } catch (IOException | RuntimeException e) {
      for (Place place : places) {
        place.close();
      }
      throw e;
    }
  }

  private static DeleteCursor cursor(Storage storage, DeleteFile file, ValidWriteIdList writeIds)
      throws IOException {
    DeleteFileReader events =
        DeleteFileReader.open(storage, file.path(), file.length(), file.events().filter(writeIds));
    return new DeleteCursor() {
      @Override
      public boolean next() throws IOException {
        return events.next();
      }

      @Override
      public long writeId() {
        return events.writeId();
      }

      @Override
      public int bucketProperty() {
        return events.bucketProperty();
      }

      @Override
      public long rowId() {
        return events.rowId();
      }

      @Override
      public void close() throws IOException {
        events.close();
      }
    };
  }

  /** Whether a row is deleted; each row asked for comes after the one before. */
  boolean deletes(long writeId, int bucket, long rowId) throws IOException {
    Place least = tree.least();
    while (least != null && !least.ended) {
      int order =
          RowIdOrder.compare(least.writeId, least.bucket, least.rowId, writeId, bucket, rowId);
      if (order >= 0) {
        return order == 0;
      }
      least.advance();
      tree.replay();
      least = tree.least();
    }
    return false;
  }

  /** The next deleted row of all; null at the end. */
  DeleteCursor poll() throws IOException {
    if (polled) {
      tree.least().advance();
      tree.replay();
    }
    polled = true;
    Place least = tree.least();
    return least == null || least.ended ? null : least.cursor;
  }

  /** One source and the row id that it stands on. */
  private static final class Place implements LoserTree.Source<Place>, Closeable {
    private final DeleteCursor cursor;
    private boolean ended;
    private long writeId;
    private int bucket;
    private long rowId;

    Place(DeleteCursor cursor) throws IOException {
      this.cursor = cursor;
      try {
        advance();
      } catch (IOException | RuntimeException e) {
        close();
        throw e;
      }
    }

    void advance() throws IOException {
      if (cursor.next()) {
        writeId = cursor.writeId();
        bucket = cursor.bucketProperty();
        rowId = cursor.rowId();
      } else {
        close();
      }
    }

    @Override
    public boolean comesBefore(Place other) {
      if (ended || other.ended) {
        return !ended;
      }
      return RowIdOrder.compare(writeId, bucket, rowId, other.writeId, other.bucket, other.rowId)
          < 0;
    }

    @Override
    public void close() throws IOException {
      if (!ended) {
        ended = true;
        cursor.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (Place place : tree.sources()) {
      try {
        place.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
