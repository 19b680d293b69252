package io.orcacid.daemon.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A browser without a window, driven by the DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final long PATIENCE_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final Path profile;
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final WebSocket socket;

  private Chromium(Process process, Path profile, URI address) {
    this.process = process;
    this.profile = profile;
    socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Reader()).join();
  }

  /** Where it is installed. */
  static Optional<Path> executable() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts one with a profile of its own, which goes when it is closed. */
  static Chromium start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("orcacid-chromium");
    Process process =
        new ProcessBuilder(
                executable().orElseThrow().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--lang=en-US",
                "--remote-debugging-port=0",
                "--user-data-dir=" + directory,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path told = directory.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    List<String> lines = List.of();
    while (lines.size() < 2) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException("Chromium did not start");
      }
      Thread.sleep(20);
      lines = Files.exists(told) ? Files.readAllLines(told) : List.of();
    }
    return new Chromium(
        process,
        directory,
        URI.create("ws://127.0.0.1:" + lines.get(0).strip() + lines.get(1).strip()));
  }

  /** A tab with a session of its own. */
  Tab tab() {
    String target =
        call("Target.createTarget", Map.of("url", "about:blank"), "").get("targetId").asText();
    String session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true), "")
            .get("sessionId")
            .asText();
    return new Tab(this, target, session);
  }

  void listen(String session, Consumer<JsonNode> listener) {
    listeners.put(session, listener);
  }

  /** Calls a method of the protocol and waits for what it gives. */
  JsonNode call(String method, Map<String, ?> parameters, String session) {
    int number = numbers.incrementAndGet();
    ObjectNode message = JSON.createObjectNode().put("id", number).put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(number, answer);
    synchronized (socket) {
      socket.sendText(message.toString(), true).join();
    }
    JsonNode told = answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    if (told.has("error")) {
      throw new IllegalStateException(method + ": " + told.get("error"));
    }
    return told.get("result");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    List<ProcessHandle> all = process.descendants().toList();
    process.destroy();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle one : all) {
      one.onExit().orTimeout(5, TimeUnit.SECONDS).exceptionally(late -> one).join();
    }
    MoreFiles.deleteRecursively(profile, RecursiveDeleteOption.ALLOW_INSECURE);
  }

  /** Puts together what comes in pieces, and gives it to who waits. */
  private final class Reader implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        take(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String message) {
      try {
        JsonNode told = JSON.readTree(message);
        if (told.has("id")) {
          waiting.remove(told.get("id").asInt()).complete(told);
        } else if (told.has("sessionId")) {
          listeners.getOrDefault(told.get("sessionId").asText(), event -> {}).accept(told);
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
