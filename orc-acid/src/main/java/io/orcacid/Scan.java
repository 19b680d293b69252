package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanPlan;
import io.orcacid.reader.ScanPlanner;
import io.orcacid.reader.ScanRequest;
import io.orcacid.reader.expression.Expression;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * A scan to be described and then run: {@code table.scan().select("id").where("n > 4").rows()}.
 * Immutable, each method returns another one; may be shared by threads and run any number of times.
 *
 * <p>{@code where} is exact: what cannot be pushed down is filtered afterwards.
 */
public final class Scan {
  private final Storage storage;
  private final String root;
  private final ViewSource views;
  private final Optional<List<String>> columns;
  private final Optional<Expression> filter;
  private final ScanRequest.RowIds rowIds;
  private final ScanRequest.Order order;
  private final long limit;
  private final ReadLimits limits;

  /** Gives the view to scan when the scan runs, and learns what will be read of it. */
  interface ViewSource {
    PinnedView view(Optional<Expression> filter) throws IOException;
  }

  Scan(Storage storage, String root, ViewSource views, ReadLimits limits) {
    this(
        storage,
        root,
        views,
        Optional.empty(),
        Optional.empty(),
        ScanRequest.RowIds.NOT_WANTED,
        ScanRequest.Order.ANY,
        Long.MAX_VALUE,
        limits);
  }

  private Scan(
      Storage storage,
      String root,
      ViewSource views,
      Optional<List<String>> columns,
      Optional<Expression> filter,
      ScanRequest.RowIds rowIds,
      ScanRequest.Order order,
      long limit,
      ReadLimits limits) {
    this.storage = storage;
    this.root = root;
    this.views = views;
    this.columns = columns;
    this.filter = filter;
    this.rowIds = rowIds;
    this.order = order;
    this.limit = limit;
    this.limits = limits;
  }

  /** Only these columns, in this order. */
  public Scan select(String... names) {
    return select(List.of(names));
  }

  /** Only these columns, in this order. */
  public Scan select(List<String> names) {
    return new Scan(
        storage,
        root,
        views,
        Optional.of(List.copyOf(names)),
        filter,
        rowIds,
        order,
        limit,
        limits);
  }

  /**
   * Only rows for which the condition is true; a second condition is added with AND.
   *
   * @param condition in the grammar of {@code io.orcacid.reader.expression}
   * @throws ValidationException if it cannot be parsed
   */
  public Scan where(String condition) {
    return where(Expression.parse(condition));
  }

  Scan where(Expression condition) {
    Expression all =
        filter.isEmpty() ? condition : Expression.and(List.of(filter.get(), condition));
    return new Scan(storage, root, views, columns, Optional.of(all), rowIds, order, limit, limits);
  }

  /** Rows with their addresses. */
  public Scan withRowId() {
    return new Scan(
        storage, root, views, columns, filter, ScanRequest.RowIds.WANTED, order, limit, limits);
  }

  /** Rows by partition path, then by row id. */
  public Scan ordered() {
    return new Scan(
        storage, root, views, columns, filter, rowIds, ScanRequest.Order.BY_ADDRESS, limit, limits);
  }

  /** At most this many rows. */
  public Scan limit(long rows) {
    if (rows < 0) {
      throw new ValidationException("A limit is 0 or more", "limit", rows);
    }
    return new Scan(storage, root, views, columns, filter, rowIds, order, rows, limits);
  }

  /** The rows as Java values; the version stays readable until they are closed. */
  public Rows rows() throws IOException {
    return open(
        view -> {
          ScanPlan plan = plan(view.view(), columns(view.view()), order);
          return new Rows(
              type(view.view()),
              reader(plan),
              plan.statistics(),
              rowIds == ScanRequest.RowIds.WANTED
                  ? Rows.AddressMode.WITH
                  : Rows.AddressMode.WITHOUT,
              limit,
              view);
        });
  }

  /** The rows as batches; the version stays readable until they are closed. */
  public Batches batches() throws IOException {
    return open(
        view -> {
          ScanPlan plan = plan(view.view(), columns(view.view()), order);
          return new Batches(type(view.view()), reader(plan), plan.statistics(), limit, view);
        });
  }

  /**
   * Self-contained splits for an engine; order and limit are the engine's business. The version
   * stays readable until the plan is closed.
   */
  public ScanPlan plan() throws IOException {
    return open(
        view -> plan(view.view(), columns(view.view()), ScanRequest.Order.ANY).holding(view));
  }

  /** How many rows there are; nothing is decoded that the number does not need. */
  public long count() throws IOException {
    return open(
        view -> {
          try (view) {
            return Math.min(limit, countPlan(view.view()).count(limits.threads()));
          }
        });
  }

  /**
   * The plan behind {@link #count}, for those who want its statistics. The version stays readable
   * until the plan is closed.
   */
  public ScanPlan countPlan() throws IOException {
    return open(view -> countPlan(view.view()).holding(view));
  }

  private ScanPlan countPlan(TableView view) throws IOException {
    ScanRequest request =
        new ScanRequest(
            List.of(),
            filter,
            ScanRequest.RowIds.NOT_WANTED,
            ScanRequest.Order.ANY,
            limits.splitSize(),
            limits.deleteMemory());
    return plan(view, request);
  }

  /** Something that is opened on a view, and then closes it. */
  private interface Opening<T> {
    T on(PinnedView view) throws IOException;
  }

  private <T> T open(Opening<T> opening) throws IOException {
    PinnedView view = views.view(filter);
    boolean opened = false;
    try {
      T result = opening.on(view);
      opened = true;
      return result;
    } catch (FileNotFoundException gone) {
      throw view.missing(gone);
    } finally {
      if (!opened) {
        view.close();
      }
    }
  }

  private BatchReader reader(ScanPlan plan) {
    return order == ScanRequest.Order.BY_ADDRESS
        ? plan.readOrdered()
        : plan.readAll(limits.threads());
  }

  private ScanPlan plan(TableView view, List<String> names, ScanRequest.Order wanted)
      throws IOException {
    return plan(
        view,
        new ScanRequest(names, filter, rowIds, wanted, limits.splitSize(), limits.deleteMemory()));
  }

  private ScanPlan plan(TableView view, ScanRequest request) throws IOException {
    return ScanPlanner.plan(
        storage, root, view.shape(), view.snapshot(), view.partitions(), request);
  }

  private List<String> columns(TableView view) {
    return columns.orElse(view.shape().row().getFieldNames());
  }

  private TypeDescription type(TableView view) {
    TypeDescription type = TypeDescription.createStruct();
    for (String name : columns(view)) {
      int position =
          view.shape()
              .position(name)
              .orElseThrow(
                  () ->
                      new ValidationException(
                          "No such column",
                          "column",
                          name,
                          "columns",
                          view.shape().row().getFieldNames()));
      type.addField(
          view.shape().row().getFieldNames().get(position),
          view.shape().row().getChildren().get(position).clone());
    }
    return type;
  }
}
