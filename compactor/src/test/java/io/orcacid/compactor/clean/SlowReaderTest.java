package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.History;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers, a writer, a compactor and two cleaners without retention, all at once. */
class SlowReaderTest {
  private static final int COMMITS = 60;

  @TempDir Path directory;

  private final Map<Long, List<Long>> rowsOfVersion = new ConcurrentHashMap<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger removed = new AtomicInteger();
  private TestTables table;

  @Test
  void a66_a_slow_reader_sees_every_row_of_its_version_whatever_is_cleaned_meanwhile()
      throws Exception {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("a66_a_slow_reader: -Dorcacid.seed=" + seed);
    table = new TestTables(directory);
    rowsOfVersion.put(0L, List.of());
    table.createUnpartitioned();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<Future<?>> running = new ArrayList<>();
    for (Callable<?> work :
        List.<Callable<?>>of(
            () -> write(new Random(seed)),
            () -> compact(new Random(seed + 1)),
            this::clean,
            this::clean,
            this::read,
            this::read)) {
      running.add(threads.submit(work));
    }
    for (Future<?> one : running) {
      one.get();
    }
    threads.shutdown();
    assertThat(reads.get()).isPositive();
    assertThat(removed.get()).isPositive();
    TransactionManager last = table.open();
    table.cleaner(last, TestTables.AT_ONCE).run();
    TableState newest = last.log().newest();
    assertThat(table.names("").stream().filter(name -> !DirectoryListing.isHidden(name)))
        .hasSameSizeAs(newest.directories(""));
    assertThat(table.events().listedValues(newest, "")).isEqualTo(expected(last, newest));
  }

  private Object write(Random random) throws IOException {
    try {
      TransactionManager writer = table.open();
      TreeSet<Long> rows = new TreeSet<>();
      for (long value = 1; value <= COMMITS; value++) {
        long version;
        if (rows.size() > 3 && random.nextInt(3) == 0) {
          long gone = List.copyOf(rows).get(random.nextInt(rows.size()));
          version = table.events().delete(writer, "", gone).version();
          rows.remove(gone);
        } else {
          version = table.events().insert(writer, "", value).version();
          rows.add(value);
        }
        rowsOfVersion.put(version, List.copyOf(rows));
      }
      return null;
    } finally {
      over.set(true);
    }
  }

  private Object compact(Random random) throws IOException {
    TransactionManager manager = table.open();
    while (!over.get()) {
      CompactionKind kind = random.nextInt(3) == 0 ? CompactionKind.MAJOR : CompactionKind.MINOR;
      try (CompactionHandle compaction = manager.beginCompaction("", kind)) {
        compaction.publish(table.events().rewrite(compaction));
      } catch (ValidationException nothing) {
        assertThat(nothing).hasMessageContaining("nothing to compact");
      } catch (WriteConflictException lost) {
        assertThat(lost).hasMessageContaining("lost every race");
      }
    }
    manager.close();
    return null;
  }

  private Object clean() throws IOException {
    TransactionManager manager = table.open();
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    while (!over.get()) {
      removed.addAndGet(cleaner.run().directories());
    }
    manager.close();
    return null;
  }

  private Object read() throws Exception {
    TransactionManager reader = table.open();
    while (!over.get()) {
      try (SnapshotPin pin = reader.pinNewest()) {
        List<Long> first = table.events().values(pin.state(), "");
        for (int again = 0; again < 3; again++) {
          Thread.sleep(5);
          assertThat(table.events().values(pin.state(), "")).isEqualTo(first);
        }
        assertThat(first).isEqualTo(expected(reader, pin.state()));
        reads.incrementAndGet();
      }
    }
    reader.close();
    return null;
  }

  /** The rows after the last change up to a version; the writer may tell them a moment late. */
  private List<Long> expected(TransactionManager manager, TableState state) throws Exception {
    History history = manager.log().history();
    long change = 0;
    for (VersionInfo info : history.versions()) {
      if (info.dataChange() && info.version() <= state.version()) {
        change = info.version();
      }
    }
    while (!rowsOfVersion.containsKey(change) && !over.get()) {
      Thread.sleep(1);
    }
    return rowsOfVersion.get(change);
  }
}
