package io.orcacid.compactor.clean;

import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.PartitionPlace;
import io.orcacid.txn.RetryOptions;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.PartitionColumn;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A table in a temporary directory, processes on it, and clocks that stand still. */
final class TestTables {
  static final CleanOptions AT_ONCE =
      CleanOptions.defaults().withRetention(Duration.ZERO, ForeignReaders.NONE);

  private final Storage storage;
  private final String path;
  private final MovingClock clock = new MovingClock();
  private final AtomicLong nanos = new AtomicLong();
  private final EventTable events;

  TestTables(Path directory) {
    this(directory, Storage.local());
  }

  TestTables(Path directory, Storage storage) {
    this.storage = storage;
    this.path = directory.resolve("table").toString();
    this.events = new EventTable(Storage.local(), path);
  }

  /** A clock that a test moves. */
  static final class MovingClock extends Clock {
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");

    void move(Duration by) {
      now = now.plus(by);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  String path() {
    return path;
  }

  MovingClock clock() {
    return clock;
  }

  AtomicLong nanos() {
    return nanos;
  }

  EventTable events() {
    return events;
  }

  LogOptions logOptions() {
    return LogOptions.defaults().withClock(clock);
  }

  TransactionManager createUnpartitioned() throws IOException {
    return manager(
        CommitLog.create(Storage.local(), path, TableMetadata.of(EventTable.SCHEMA), logOptions()));
  }

  TransactionManager createPartitioned() throws IOException {
    return manager(
        CommitLog.create(
            Storage.local(),
            path,
            TableMetadata.of(EventTable.SCHEMA)
                .partitionedBy(List.of(new PartitionColumn("p", "int"))),
            logOptions()));
  }

  /** A copy of the table as it lies there, with clocks of its own. */
  TestTables copyTo(Path other) throws IOException {
    TestTables copy = new TestTables(other);
    Path from = Path.of(path);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path to = Path.of(copy.path()).resolve(from.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return copy;
  }

  /** Another process. */
  TransactionManager open() throws IOException {
    return open(store());
  }

  TransactionManager open(AtomicStore store) throws IOException {
    return manager(CommitLog.open(storage, path, store, logOptions()));
  }

  AtomicStore store() {
    return LocalAtomicStore.open(Path.of(path, CommitLog.DIRECTORY));
  }

  static TransactionManager manager(CommitLog log) {
    return new TransactionManager(
        log,
        TransactionOptions.defaults()
            .withHeartbeats(TransactionOptions.Heartbeats.MANUAL)
            .withRetry(new RetryOptions(Duration.ZERO, Duration.ofMillis(2), 100)));
  }

  /** A cleaner whose monotonic clock the test moves. */
  Cleaner cleaner(TransactionManager manager, CleanOptions options) {
    return new Cleaner(manager, options, nanos::get);
  }

  /** Lets so much time pass for who watches signs of life. */
  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  List<String> names(String partition) throws IOException {
    return Storage.local().listDirectories(PartitionPlace.of(path, partition)).stream()
        .filter(name -> !name.equals(CommitLog.DIRECTORY))
        .toList();
  }
}
