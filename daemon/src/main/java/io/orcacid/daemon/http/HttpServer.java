package io.orcacid.daemon.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a daemon's health, metrics, interface and page over HTTP. Listens once it is made, answers
 * once it is started, and calls the {@link DaemonControl} from several threads.
 *
 * <p>On the loopback interface everybody of the machine may look, and only names of the machine
 * itself are answered to. Beyond it, data need the token. Commands need it everywhere.
 */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** A page and a scraper ask for little; a few slow clients must not hold up the health check. */
  private static final int THREADS = 8;

  private static final int BACKLOG = 64;

  /** Whoever asked for the end is to have the answer. */
  private static final int SECONDS_FOR_ANSWERS = 2;

  private final com.sun.net.httpserver.HttpServer server;
  private final ExecutorService threads;
  private final Access access;
  private final Routes routes = new Routes();

  /**
   * @param metrics text of {@code /metrics}
   * @throws ValidationException if the host is not there, or reaches beyond this machine without a
   *     token
   * @throws IOException if the port cannot be had
   */
  public HttpServer(HttpOptions options, DaemonControl control, Supplier<String> metrics)
      throws IOException {
    InetAddress address = address(options);
    access =
        new Access(
            address.isLoopbackAddress() ? Access.Reach.THIS_MACHINE : Access.Reach.NETWORK,
            options.token());
    new Reads(control, access).addTo(routes, metrics);
    new Commands(control).addTo(routes);
    Page.addTo(routes);
    boundTimes();
    server = listen(new InetSocketAddress(address, options.port()));
    threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "orcacid-http");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  private static InetAddress address(HttpOptions options) {
    InetAddress address;
    try {
      address = InetAddress.getByName(options.host());
    } catch (UnknownHostException e) {
      throw new ValidationException(
          "The HTTP host is no interface of this machine: 127.0.0.1 is always there",
          e,
          "host",
          options.host());
    }
    if (!address.isLoopbackAddress() && options.token().isEmpty()) {
      throw new ValidationException(
          "Without a token the daemon listens on the loopback interface only: set"
              + " orcacid.daemon.http.token.file, or orcacid.daemon.http.host to 127.0.0.1",
          "host",
          options.host());
    }
    return address;
  }

  /**
   * A client that sends or takes nothing would hold a thread for ever. The server has no setters
   * for this, and reads the properties once.
   */
  private static void boundTimes() {
    System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "10");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", "60");
  }

  private static com.sun.net.httpserver.HttpServer listen(InetSocketAddress address)
      throws IOException {
    try {
      return com.sun.net.httpserver.HttpServer.create(address, BACKLOG);
    } catch (BindException e) {
      throw new IOException(
          "Cannot listen on "
              + address
              + ": "
              + e.getMessage()
              + ". Choose another"
              + " orcacid.daemon.http.port, or 0 for any",
          e);
    }
  }

  /** Begins to answer. */
  public void start() {
    server.start();
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Stops listening, and lets the answers go out that are under way. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(SECONDS_FOR_ANSWERS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
    // A delay of its own would always last to its end.
    server.stop(0);
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      send(exchange, answer(exchange));
    } catch (IOException e) {
      LOG.debug("A client went before it had its answer", e);
    }
  }

  private Response answer(HttpExchange exchange) {
    try {
      Request request = Request.of(exchange);
      access.check(request, Access.Subject.PUBLIC);
      Routes.Route route = routes.route(request);
      access.check(request, route.subject());
      return route.endpoint().answer(request);
    } catch (HttpFailure e) {
      return e.response();
    } catch (OrcAcidException e) {
      return Response.error(status(e), e.code(), e.getMessage());
    } catch (UncheckedIOException e) {
      return storageFailed(exchange, e.getCause());
    } catch (IOException e) {
      return storageFailed(exchange, e);
    } catch (RuntimeException e) {
      LOG.error("Could not answer {}", exchange.getRequestURI().getPath(), e);
      return Response.error(500, "INTERNAL", "The daemon failed to answer: its log says why");
    }
  }

  private static Response storageFailed(HttpExchange exchange, IOException failure) {
    LOG.warn("Could not answer {}", exchange.getRequestURI().getPath(), failure);
    return Response.error(500, "IO", "The storage failed: " + failure.getMessage());
  }

  private static int status(OrcAcidException failure) {
    if (failure instanceof ValidationException || failure instanceof UnsupportedTableException) {
      return 400;
    }
    boolean conflict =
        failure instanceof WriteConflictException
            || failure instanceof TransactionAbortedException
            || failure instanceof CommitStateUnknownException;
    return conflict ? 409 : 500;
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set(
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    response.headers().forEach(headers::set);
    byte[] body = response.body();
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(response.status(), -1);
    } else {
      exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
