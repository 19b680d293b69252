package io.orcacid.daemon.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** A program that talks to a daemon on this machine. */
final class Client {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  Client(int port) {
    address = "http://127.0.0.1:" + port;
  }

  HttpResponse<String> read(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(at(path)).build());
  }

  HttpResponse<String> read(String path, String token) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(at(path)).header("Authorization", token).build());
  }

  /** What a path gives as JSON. */
  JsonNode json(String path) throws IOException, InterruptedException {
    return JSON.readTree(read(path).body());
  }

  HttpResponse<String> post(String path, String body, Optional<String> authorization)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at(path)).POST(HttpRequest.BodyPublishers.ofString(body));
    authorization.ifPresent(value -> request.header("Authorization", value));
    return send(request.build());
  }

  HttpResponse<String> call(String method, String path) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(at(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build());
  }

  private URI at(String path) {
    return URI.create(address + path);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Code and message of an error. */
  static String error(HttpResponse<String> response) throws IOException {
    JsonNode told = JSON.readTree(response.body());
    return response.statusCode()
        + " "
        + told.at("/error/code").asText()
        + ": "
        + told.at("/error/message").asText();
  }
}
