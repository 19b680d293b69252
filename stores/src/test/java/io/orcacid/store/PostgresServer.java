package io.orcacid.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL of its own in a directory, run by a user who is not root. */
public final class PostgresServer {
  private static final String UNPRIVILEGED = "postgres";
  private static final long PATIENCE_SECONDS = 60;

  private final String url;
  private final Process process;

  private PostgresServer(String url, Process process) {
    this.url = url;
    this.process = process;
  }

  /** Directory of the newest installed version's programs. */
  public static Optional<Path> programs() throws IOException {
    Path installed = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(installed)) {
      return Optional.empty();
    }
    try (var versions = Files.list(installed)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(java.util.Comparator.comparing(Path::toString));
    }
  }

  static PostgresServer start(Path directory) throws Exception {
    Path bin = programs().orElseThrow();
    if (isRoot()) {
      run(directory, List.of("chown", UNPRIVILEGED, directory.toString()));
    }
    Path data = directory.resolve("data");
    run(
        directory,
        unprivileged(
            bin.resolve("initdb").toString(),
            "-D",
            data.toString(),
            "-U",
            "orcacid",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "-N"));
    int port = freePort();
    Process server =
        new ProcessBuilder(
                unprivileged(
                    bin.resolve("postgres").toString(),
                    "-D",
                    data.toString(),
                    "-p",
                    Integer.toString(port),
                    "-c",
                    "listen_addresses=127.0.0.1",
                    "-k",
                    directory.toString(),
                    // Answers before a commit is on the disk: what the store must not rest on.
                    "-c",
                    "synchronous_commit=off"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    awaitConnection(url, server);
    return new PostgresServer(url, server);
  }

  private static void awaitConnection(String url, Process server) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try (Connection connection = DriverManager.getConnection(url, "orcacid", "")) {
        return;
      } catch (SQLException e) {
        if (!server.isAlive() || System.nanoTime() > end) {
          server.destroy();
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  private static List<String> unprivileged(String... command) {
    List<String> whole = new ArrayList<>();
    if (isRoot()) {
      whole.addAll(List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--regid=" + UNPRIVILEGED));
      whole.add("--clear-groups");
    }
    whole.addAll(List.of(command));
    return whole;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static void run(Path directory, List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(command + " failed: " + said);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Address of a database; the user is {@code orcacid}, without a password. */
  public String url() {
    return url;
  }

  /** Asks it by SIGINT: at SIGTERM it would wait until every client has gone, and ours never go. */
  void stop() {
    try {
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
    } catch (IOException e) {
      process.destroyForcibly();
    }
    try {
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
