package io.orcacid;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.reader.expression.Expression;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The changes of a table to be described and then read: {@code
 * table.changes().afterVersion(41).upTo(57).read()}. Immutable, each method returns another one;
 * may be shared by threads and read any number of times.
 *
 * <p>Changes are told by the addresses of rows (PROTOCOL.md invariant A): an update takes one row
 * away and brings another; an overwrite takes away every row of its partitions; a row that one
 * version brings and takes away again is no change, and compactions and cleanings have none. A
 * range can be read as long as its first version can: while that is read it is pinned, and with it
 * everything after it.
 */
public final class ChangeScan {
  private final Storage storage;
  private final String root;
  private final TransactionManager manager;
  private final Function<TableState, TableView> views;
  private final ReadLimits limits;
  private final Optional<Start> start;
  private final Optional<End> end;
  private final ChangeSteps.Grouping grouping;
  private final Optional<List<String>> columns;
  private final Optional<Expression> filter;

  /** Keeps the state before the first change. */
  private interface Start {
    SnapshotPin pin(TransactionManager manager) throws IOException;
  }

  /** Says which version is the last. */
  private interface End {
    long version(CommitLog log) throws IOException;
  }

  ChangeScan(
      Storage storage,
      String root,
      TransactionManager manager,
      Function<TableState, TableView> views,
      ReadLimits limits) {
    this(
        storage,
        root,
        manager,
        views,
        limits,
        Optional.empty(),
        Optional.empty(),
        ChangeSteps.Grouping.EACH_VERSION,
        Optional.empty(),
        Optional.empty());
  }

  private ChangeScan(
      Storage storage,
      String root,
      TransactionManager manager,
      Function<TableState, TableView> views,
      ReadLimits limits,
      Optional<Start> start,
      Optional<End> end,
      ChangeSteps.Grouping grouping,
      Optional<List<String>> columns,
      Optional<Expression> filter) {
    this.storage = storage;
    this.root = root;
    this.manager = manager;
    this.views = views;
    this.limits = limits;
    this.start = start;
    this.end = end;
    this.grouping = grouping;
    this.columns = columns;
    this.filter = filter;
  }

  /**
   * Changes of the versions after this one. {@code SnapshotTooOldException} comes when they are
   * read if it cannot be read any more; of an adopted table it is 0 at least, the adoption's.
   */
  public ChangeScan afterVersion(long version) {
    return from(manager -> manager.pin(version));
  }

  /** Changes of the versions that came after a time. */
  public ChangeScan afterTime(Instant time) {
    return from(manager -> manager.pin(time));
  }

  /** Changes up to this version, its own too; without it up to the newest when they are read. */
  public ChangeScan upTo(long version) {
    return to(
        log -> {
          long newest = log.newest().version();
          if (version > newest) {
            throw new ValidationException(
                "The table has no such version yet", "upTo", version, "newest", newest);
          }
          return version;
        });
  }

  /** Changes of versions up to a time, that of the last one included. */
  public ChangeScan upToTime(Instant time) {
    return to(log -> log.stateAt(time).version());
  }

  /**
   * Only what is different between the first and the last version: rows that came and went between
   * them are left out. For a table with a key, of each key the row that it had before and the one
   * that it has now. Each change names the version that made it; as all versions are one step,
   * first come the rows that are gone, then those that came.
   */
  public ChangeScan net() {
    return with(start, end, ChangeSteps.Grouping.ALL_TOGETHER, columns, filter);
  }

  /** Only these columns, in this order. */
  public ChangeScan select(String... names) {
    return select(List.of(names));
  }

  /** Only these columns, in this order. */
  public ChangeScan select(List<String> names) {
    return with(start, end, grouping, Optional.of(List.copyOf(names)), filter);
  }

  /**
   * Only changes of rows for which the condition is true; a second condition is added with AND. An
   * update that makes it true is an insert then, and one that makes it false a delete.
   *
   * @param condition in the grammar of {@code io.orcacid.reader.expression}
   * @throws ValidationException if it cannot be parsed
   */
  public ChangeScan where(String condition) {
    Expression parsed = Expression.parse(condition);
    Expression all =
        filter.isEmpty() ? parsed : Expression.parse("(" + filter.get() + ") AND (" + parsed + ")");
    return with(start, end, grouping, columns, Optional.of(all));
  }

  private ChangeScan from(Start newStart) {
    return with(Optional.of(newStart), end, grouping, columns, filter);
  }

  private ChangeScan to(End newEnd) {
    return with(start, Optional.of(newEnd), grouping, columns, filter);
  }

  private ChangeScan with(
      Optional<Start> newStart,
      Optional<End> newEnd,
      ChangeSteps.Grouping newGrouping,
      Optional<List<String>> newColumns,
      Optional<Expression> newFilter) {
    return new ChangeScan(
        storage,
        root,
        manager,
        views,
        limits,
        newStart,
        newEnd,
        newGrouping,
        newColumns,
        newFilter);
  }

  /**
   * The changes; what they are read from stays until they are closed.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if the first version cannot be read any more
   * @throws ValidationException if no first version was said, the range ends before it begins, or a
   *     column is unknown
   */
  public Changes read() throws IOException {
    SnapshotPin pin = pin();
    boolean opened = false;
    try {
      CommitLog log = manager.log();
      long upTo = end.isPresent() ? end.get().version(log) : log.newest().version();
      Changes changes = read(pin, upTo, Optional.of(pin));
      opened = true;
      return changes;
    } finally {
      if (!opened) {
        pin.close();
      }
    }
  }

  /**
   * A follower: it gives the changes after the first version, and then those of the versions that
   * come, until it is closed.
   *
   * @param interval how long it waits before it looks again
   * @throws ValidationException if no first version was said, or a last one was
   */
  public ChangeFollower follow(Duration interval) throws IOException {
    return follow(interval, pause -> Thread.sleep(pause.toMillis()));
  }

  /** The same with another way to wait. */
  public ChangeFollower follow(Duration interval, ChangeFollower.Pause pause) throws IOException {
    return follow(interval, pause, ChangeFollower.MOST_VERSIONS);
  }

  ChangeFollower follow(Duration interval, ChangeFollower.Pause pause, int mostVersions)
      throws IOException {
    if (end.isPresent()) {
      throw new ValidationException("A follower goes on as versions come: it takes no last one");
    }
    return new ChangeFollower(this, manager, pin(), mostVersions, interval, pause);
  }

  private SnapshotPin pin() throws IOException {
    SnapshotPin pin =
        start
            .orElseThrow(
                () ->
                    new ValidationException(
                        "Changes have a beginning: say after which version or time they are wanted"))
            .pin(manager);
    long version = pin.state().version();
    long floor = manager.log().loaded().oldestReadable();
    if (version < floor) {
      // A tag keeps what was live at its version, not what came and went after it.
      pin.close();
      throw new SnapshotTooOldException(
          "What changed after the version was cleaned away, though a tag keeps its rows: read changes"
              + " from the oldest readable version on",
          "version",
          version,
          "oldestReadable",
          floor);
    }
    return pin;
  }

  /**
   * @param kept what keeps the first version
   * @param closing what is closed with the changes
   */
  Changes read(SnapshotPin kept, long upTo, Optional<SnapshotPin> closing) throws IOException {
    CommitLog log = manager.log();
    TableState after = kept.state();
    if (upTo < after.version()) {
      throw new ValidationException(
          "The range ends before it begins", "afterVersion", after.version(), "upTo", upTo);
    }
    TableState newest = log.newest();
    TableState last = newest.version() == upTo ? newest : ChangeSteps.fold(log, after, upTo);
    if (kept.unprotectedBecause().isEmpty()) {
      // What was passed on must outlast a power loss as well as whoever took it does; who may not
      // write to the table cannot see to it.
      log.confirm(upTo);
    }
    TableShape shape = views.apply(last).shape();
    ChangeColumns read = ChangeColumns.of(shape, columns, last.metadata().keyColumns());
    PinnedView view =
        new PinnedView(views.apply(after), closing, Optional.of(log), OptionalLong.empty());
    try {
      return new Changes(
          new ChangeSteps(log, after, upTo, grouping),
          step -> open(step, shape, read),
          read.rowType(),
          view,
          upTo);
    } catch (FileNotFoundException gone) {
      throw view.missing(gone);
    }
  }

  private ChangeSource open(ChangeStep step, TableShape shape, ChangeColumns read)
      throws IOException {
    TableView before = views.apply(step.before());
    StepRows rows =
        new StepRows(
            storage,
            root,
            new TableView(shape, before.snapshot(), before.partitions(), before.version()),
            step,
            filter,
            limits);
    return UpdatePairs.of(rows, read, step.bringsMore());
  }
}
