package io.orcacid.daemon.http;

import static io.orcacid.daemon.http.Access.Subject.DATA;
import static io.orcacid.daemon.http.Access.Subject.PUBLIC;

import io.orcacid.daemon.view.CleanerBlock;
import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.daemon.view.DaemonStatus.Check;
import io.orcacid.daemon.view.FileStatus;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.LeaseStatus;
import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.TableStatus;
import io.orcacid.daemon.view.TransactionStatus;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Everything that looks and changes nothing. */
final class Reads {
  private static final String PLAIN = "text/plain; charset=utf-8";

  /** The text format that Prometheus has read since its version 0.0.4. */
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final DaemonControl control;
  private final Access access;

  Reads(DaemonControl control, Access access) {
    this.control = control;
    this.access = access;
  }

  record Tables(List<TableStatus> tables) {}

  record Files(List<FileStatus> files) {}

  record Compactions(List<QueueEntry> queue, List<HistoryEntry> history) {}

  record Cleaner(List<CleanerBlock> blocks) {}

  record Transactions(List<TransactionStatus> transactions) {}

  record Leases(List<LeaseStatus> leases) {}

  void addTo(Routes routes, Supplier<String> metrics) {
    routes.read("/healthz", PUBLIC, request -> Response.text(200, PLAIN, "live\n"));
    routes.read("/readyz", PUBLIC, this::ready);
    routes.read("/metrics", DATA, request -> Response.text(200, PROMETHEUS, metrics.get()));
    routes.read("/api/v1/status", DATA, plain(control::status));
    routes.read("/api/v1/tables", DATA, plain(() -> new Tables(control.tables())));
    routes.read("/api/v1/table", DATA, this::table);
    routes.read("/api/v1/files", DATA, this::files);
    routes.read(
        "/api/v1/compactions",
        DATA,
        plain(() -> new Compactions(control.queue(), control.history())));
    routes.read("/api/v1/cleaner", DATA, plain(() -> new Cleaner(control.cleanerBlocks())));
    routes.read(
        "/api/v1/transactions", DATA, plain(() -> new Transactions(control.transactions())));
    routes.read("/api/v1/leases", DATA, plain(() -> new Leases(control.leases())));
  }

  private static Routes.Endpoint plain(Supplier<Object> value) {
    return request -> {
      request.accept(Set.of());
      return Response.json(value.get());
    };
  }

  private Response table(Request request) throws IOException {
    request.accept(Set.of("path"));
    return Response.json(control.table(request.parameter("path")));
  }

  private Response files(Request request) throws IOException {
    request.accept(Set.of("path", "partition", "directory"));
    return Response.json(
        new Files(
            control.files(
                request.parameter("path"),
                request.parameter("partition"),
                request.parameter("directory"))));
  }

  /** One line for each check. They name tables and directories, and are told to those who may. */
  private Response ready(Request request) {
    List<Check> checks = control.status().checks();
    boolean ready = checks.stream().allMatch(check -> check.result() == Check.Result.OK);
    StringBuilder lines = new StringBuilder(ready ? "ready\n" : "not ready\n");
    for (Check check : access.seesData(request) ? checks : List.<Check>of()) {
      lines
          .append(check.result() == Check.Result.OK ? "ok     " : "failed ")
          .append(check.name())
          .append(": ")
          .append(check.text().replaceAll("\\R", " "))
          .append('\n');
    }
    return Response.text(ready ? 200 : 503, PLAIN, lines.toString());
  }
}
