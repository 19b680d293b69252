package io.orcacid.daemon.http;

import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Everything that changes something: bodies are objects of the fields of the records below. */
final class Commands {
  private final DaemonControl control;

  Commands(DaemonControl control) {
    this.control = control;
  }

  record Compact(String table, Optional<String> partition, Optional<CompactionKind> kind) {}

  record OneTable(String table) {}

  record AnyTable(Optional<String> table) {}

  record Abort(String table, OptionalLong writeId) {}

  record Nothing() {}

  /** Answer to {@link Compact}. */
  record Requested(int added) {}

  void addTo(Routes routes) {
    routes.command("/api/v1/compact", this::compact);
    routes.command("/api/v1/clean", this::clean);
    routes.command("/api/v1/pause", this::pause);
    routes.command("/api/v1/resume", this::resume);
    routes.command("/api/v1/abort", this::abort);
    routes.command("/api/v1/drain", this::drain);
  }

  private Response compact(Request request) throws IOException {
    Compact body = Json.read(request.bytes(), Compact.class);
    String table = required(body.table());
    return Response.json(new Requested(control.compact(table, body.partition(), body.kind())));
  }

  private Response clean(Request request) throws IOException {
    control.clean(required(Json.read(request.bytes(), OneTable.class).table()));
    return Response.json(new Nothing());
  }

  private Response pause(Request request) throws IOException {
    control.pause(Json.read(request.bytes(), AnyTable.class).table());
    return Response.json(new Nothing());
  }

  private Response resume(Request request) throws IOException {
    control.resume(Json.read(request.bytes(), AnyTable.class).table());
    return Response.json(new Nothing());
  }

  private Response abort(Request request) throws IOException {
    Abort body = Json.read(request.bytes(), Abort.class);
    String table = required(body.table());
    control.abort(
        table,
        body.writeId()
            .orElseThrow(
                () -> new ValidationException("The field 'writeId' is missing: it is a number")));
    return Response.json(new Nothing());
  }

  private Response drain(Request request) throws IOException {
    Json.read(request.bytes(), Nothing.class);
    control.drain();
    return Response.json(new Nothing());
  }

  private static String required(String table) {
    if (table == null) {
      throw new ValidationException("The field 'table' is missing: it is the path of the table");
    }
    return table;
  }
}
