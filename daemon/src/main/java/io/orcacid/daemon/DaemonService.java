package io.orcacid.daemon;

import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.daemon.http.HttpOptions;
import io.orcacid.daemon.http.HttpServer;
import io.orcacid.daemon.metrics.DaemonMetrics;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A daemon with its page, its HTTP interface and its metrics. Thread-safe; to be closed. */
public final class DaemonService implements AutoCloseable {
  private final Daemon daemon;
  private final Optional<HttpServer> http;
  private final String host;

  private DaemonService(Daemon daemon, Optional<HttpServer> http, String host) {
    this.daemon = daemon;
    this.http = http;
    this.host = host;
  }

  /**
   * Starts a daemon.
   *
   * @param version of the program, for people
   * @throws io.orcacid.error.ValidationException if it would listen beyond this machine without a
   *     token
   * @throws IOException if its port cannot be had, or its token cannot be read
   */
  public static DaemonService start(String version, DaemonConfig config) throws IOException {
    DaemonMetrics metrics = new DaemonMetrics(Clock.systemUTC());
    Optional<String> token = config.httpToken();
    Daemon daemon = Daemon.of(version, config, metrics);
    Optional<HttpServer> http = Optional.empty();
    if (config.httpPort().isPresent()) {
      HttpOptions options = new HttpOptions(config.httpHost(), config.httpPort().getAsInt(), token);
      // Before anything is begun: a daemon whose port is taken shall do nothing.
      http =
          Optional.of(
              new HttpServer(options, daemon.control(), () -> metrics.text(daemon.control())));
    }
    daemon.start();
    http.ifPresent(HttpServer::start);
    return new DaemonService(daemon, http, config.httpHost());
  }

  /** Address of the page; empty without HTTP. */
  public Optional<String> address() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return http.map(server -> "http://" + name + ":" + server.port() + "/");
  }

  /** Port that it listens at; empty without HTTP. */
  public OptionalInt port() {
    return http.map(server -> OptionalInt.of(server.port())).orElseGet(OptionalInt::empty);
  }

  /** See {@link Daemon#reload}. */
  public List<String> reload(DaemonConfig config) {
    return daemon.reload(config);
  }

  /** Begins nothing more; {@link #awaitDrain} returns. */
  public void drain() {
    daemon.drain();
  }

  /** Waits until somebody says that it shall end. */
  public void awaitDrain() throws InterruptedException {
    daemon.awaitDrain();
  }

  /** Lets what runs end within the drain time, gives the rest up, then stops listening. */
  @Override
  public void close() {
    try {
      daemon.close();
    } finally {
      http.ifPresent(HttpServer::close);
    }
  }
}
