package io.orcacid.daemon.view;

import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.CompactionKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A daemon that only tells of an {@link Example}, and remembers what it was asked for. */
public final class FakeControl implements DaemonControl {
  private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
  private volatile Example example;
  private volatile Optional<RuntimeException> failure = Optional.empty();

  public FakeControl(Example example) {
    this.example = example;
  }

  /** Another state of things. */
  public void show(Example next) {
    example = next;
  }

  /** Every further call throws it. */
  public void fail(RuntimeException next) {
    failure = Optional.of(next);
  }

  /** What changed something, in order, as {@code verb arguments}. */
  public List<String> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  @Override
  public DaemonStatus status() {
    return now().status();
  }

  @Override
  public List<TableStatus> tables() {
    return now().tables();
  }

  @Override
  public TableDetail table(String path) {
    return now().details().stream()
        .filter(detail -> detail.status().path().equals(path))
        .findFirst()
        .orElseThrow(() -> unknown(path));
  }

  @Override
  public List<FileStatus> files(String path, String partition, String directory) {
    TableDetail.Directory found =
        table(path).directories().stream()
            .filter(one -> one.partition().equals(partition) && one.name().equals(directory))
            .findFirst()
            .orElseThrow(() -> new ValidationException("There is no such directory"));
    return now().files(found);
  }

  @Override
  public List<QueueEntry> queue() {
    return now().queue();
  }

  @Override
  public List<HistoryEntry> history() {
    return now().history();
  }

  @Override
  public List<CleanerBlock> cleanerBlocks() {
    return now().blocks();
  }

  @Override
  public List<TransactionStatus> transactions() {
    return now().transactions();
  }

  @Override
  public List<LeaseStatus> leases() {
    return now().leases();
  }

  @Override
  public int compact(String path, Optional<String> partition, Optional<CompactionKind> kind) {
    known(path);
    calls.add(
        "compact "
            + path
            + partition.map(value -> " partition=" + value).orElse("")
            + kind.map(value -> " kind=" + value).orElse(""));
    return 2;
  }

  @Override
  public void clean(String path) {
    known(path);
    calls.add("clean " + path);
  }

  @Override
  public void pause(Optional<String> path) {
    path.ifPresent(this::known);
    calls.add("pause " + path.orElse("everything"));
  }

  @Override
  public void resume(Optional<String> path) {
    path.ifPresent(this::known);
    calls.add("resume " + path.orElse("everything"));
  }

  @Override
  public void abort(String path, long writeId) {
    known(path);
    calls.add("abort " + path + " " + writeId);
  }

  @Override
  public void drain() {
    now();
    calls.add("drain");
  }

  private Example now() {
    failure.ifPresent(
        thrown -> {
          throw thrown;
        });
    return example;
  }

  private void known(String path) {
    if (now().tables().stream().noneMatch(table -> table.path().equals(path))) {
      throw unknown(path);
    }
  }

  private static ValidationException unknown(String path) {
    return new ValidationException("The daemon looks after no such table", "table", path);
  }
}
