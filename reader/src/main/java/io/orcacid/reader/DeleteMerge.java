package io.orcacid.reader;

import com.google.common.collect.Lists;
import com.google.common.io.Closer;
import io.orcacid.format.RowId;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.DeleteFileReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The delete events of several files as one sorted stream. Memory holds one batch of at most
 * {@value #MOST_OPEN} files, whatever their number and length: more files are first merged into
 * runs on the disk. Not thread-safe.
 */
public final class DeleteMerge implements Closeable {
  /** What {@link #deletedBy} says of a row that no event deletes. */
  public static final long NOBODY = -1;

  /** An open file of deletes takes up to a megabyte of buffers. */
  private static final int MOST_OPEN = 64;

  private final LoserTree<Place> tree;
  private final Path runs;
  private boolean polled;

  private DeleteMerge(List<Place> places, Path runs) {
    this.tree = new LoserTree<>(places);
    this.runs = runs;
  }

  private interface Source {
    DeleteCursor open() throws IOException;
  }

  /**
   * Opens the deletes of these files.
   *
   * @param storage where they lie
   * @param files in any order
   * @param writeIds which events are valid
   * @param statistics where events that do not count are counted
   */
  public static DeleteMerge open(
      Storage storage, List<DeleteFile> files, ValidWriteIdList writeIds, ScanStatistics statistics)
      throws IOException {
    List<Source> sources = new ArrayList<>();
    for (DeleteFile file : files) {
      sources.add(() -> cursor(storage, file, writeIds, statistics));
    }
    if (sources.size() <= MOST_OPEN) {
      return open(sources, null);
    }
    Path runs = Files.createTempDirectory("orc-acid-deletes-");
    try {
      int number = 0;
      while (sources.size() > MOST_OPEN) {
        List<Source> merged = new ArrayList<>();
        for (List<Source> some : Lists.partition(sources, MOST_OPEN)) {
          Path run = runs.resolve("run-" + number++ + ".orc");
          try (DeleteMerge merge = open(some, null)) {
            DeleteRun.write(merge, run);
          }
          merged.add(() -> DeleteRun.open(run));
        }
        sources = merged;
      }
      return open(sources, runs);
    } catch (IOException | RuntimeException e) {
      remove(runs);
      throw e;
    }
  }

  private static DeleteMerge open(List<Source> sources, Path runs) throws IOException {
    List<Place> places = new ArrayList<>();
    try {
      for (Source source : sources) {
        places.add(new Place(source.open()));
      }
      return new DeleteMerge(places, runs);
    } catch (IOException | RuntimeException e) {
      for (Place place : places) {
        place.close();
      }
      throw e;
    }
  }

  private static void remove(Path runs) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(runs)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(runs);
  }

  private static DeleteCursor cursor(
      Storage storage, DeleteFile file, ValidWriteIdList writeIds, ScanStatistics statistics)
      throws IOException {
    statistics.deleteFilesOpened.increment();
    DeleteFileReader events =
        DeleteFileReader.open(
            storage, file.path(), file.length(), file.checksum(), file.events().filter(writeIds));
    statistics.deleteEvents.add(events.rowCount());
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
      public long currentWriteId() {
        return events.currentWriteId();
      }

      @Override
      public void close() throws IOException {
        statistics.deleteEventsPassedOver.add(events.passedOver());
        events.close();
      }
    };
  }

  /** Whether a row is deleted; each row asked for comes after the one before. */
  public boolean deletes(long writeId, int bucket, long rowId) throws IOException {
    return deletedBy(writeId, bucket, rowId) != NOBODY;
  }

  /**
   * Write id of the transaction that deletes a row, or {@link #NOBODY}; each row asked for comes
   * after the one before.
   */
  public long deletedBy(long writeId, int bucket, long rowId) throws IOException {
    Place least = leastFrom(writeId, bucket, rowId);
    boolean deleted =
        least != null
            && RowIdOrder.compare(least.writeId, least.bucket, least.rowId, writeId, bucket, rowId)
                == 0;
    return deleted ? least.cursor.currentWriteId() : NOBODY;
  }

  /**
   * Whether a row between two is deleted, ends included; each range asked for comes after the one
   * before.
   */
  public boolean deletesBetween(RowId first, RowId last) throws IOException {
    Place least = leastFrom(first.writeId(), first.bucketProperty(), first.rowId());
    return least != null
        && RowIdOrder.compare(
                least.writeId,
                least.bucket,
                least.rowId,
                last.writeId(),
                last.bucketProperty(),
                last.rowId())
            <= 0;
  }

  /** The place of the first event that is not below a row; null if there is none. */
  private Place leastFrom(long writeId, int bucket, long rowId) throws IOException {
    Place least = tree.least();
    while (least != null && !least.ended) {
      if (RowIdOrder.compare(least.writeId, least.bucket, least.rowId, writeId, bucket, rowId)
          >= 0) {
        return least;
      }
      least.advance();
      tree.replay();
      least = tree.least();
    }
    return null;
  }

  /**
   * The next event of all, to be read from the cursor before the next call; null at the end. Not to
   * be mixed with questions about rows.
   */
  public DeleteCursor poll() throws IOException {
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
    try (Closer all = Closer.create()) {
      if (runs != null && Files.exists(runs)) {
        // Registered first and so closed last: the places read what lies there.
        all.register(() -> remove(runs));
      }
      tree.sources().forEach(all::register);
    }
  }
}
