package io.orcacid.daemon.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request without its body.
 *
 * @param method in capitals, as it came
 * @param path decoded
 * @param parameters of the query, decoded; each may come once
 * @param host the header {@code Host}
 * @param authorization the header of that name
 * @param body what is read of the body by who needs it
 */
record Request(
    String method,
    String path,
    Map<String, String> parameters,
    Optional<String> host,
    Optional<String> authorization,
    InputStream body) {
  private static final int GREATEST_BODY = 64 << 10;

  static Request of(HttpExchange exchange) {
    return new Request(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        parameters(exchange.getRequestURI().getRawQuery()),
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")),
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")),
        exchange.getRequestBody());
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (query != null && !query.isEmpty()) {
      for (String part : query.split("&", -1)) {
        int equals = part.indexOf('=');
        String name = decode(equals < 0 ? part : part.substring(0, equals));
        String value = decode(equals < 0 ? "" : part.substring(equals + 1));
        if (parameters.put(name, value) != null) {
          throw new HttpFailure(400, "VALIDATION", "The parameter '" + name + "' came twice");
        }
      }
    }
    return parameters;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new HttpFailure(
          400, "VALIDATION", "The query is not encoded as URLs are: write % as %25");
    }
  }

  /** Whether only headers are wanted, or those with a body. */
  boolean reads() {
    return method.equals("GET") || method.equals("HEAD");
  }

  void accept(Set<String> known) {
    for (String name : parameters.keySet()) {
      if (!known.contains(name)) {
        throw new HttpFailure(
            400,
            "VALIDATION",
            "The parameter '" + name + "' is not known here" + Json.alternatives(known));
      }
    }
  }

  String parameter(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new HttpFailure(400, "VALIDATION", "The parameter '" + name + "' is missing");
    }
    return value;
  }

  /** The whole body, which may be empty. */
  byte[] bytes() throws IOException {
    byte[] bytes = body.readNBytes(GREATEST_BODY + 1);
    if (bytes.length > GREATEST_BODY) {
      throw new HttpFailure(
          413,
          "TOO_LARGE",
          "A body has at most " + GREATEST_BODY + " bytes; no command needs more");
    }
    return bytes;
  }
}
