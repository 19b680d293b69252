package io.orcacid.daemon.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is sent back.
 *
 * @param body all of it; for HEAD only its length is told
 */
record Response(int status, Map<String, String> headers, byte[] body) {
  private static final String NEVER_KEPT = "no-store";

  static Response json(Object value) {
    return json(200, value);
  }

  private static Response json(int status, Object value) {
    return of(status, "application/json", NEVER_KEPT, Json.write(value));
  }

  static Response text(int status, String contentType, String text) {
    return of(status, contentType, NEVER_KEPT, text.getBytes(StandardCharsets.UTF_8));
  }

  /** A file of the page, which browsers ask for again each time. */
  static Response file(String contentType, byte[] bytes) {
    return of(200, contentType, "no-cache", bytes);
  }

  static Response error(int status, String code, String message) {
    return json(status, new Failure(new Failure.Error(code, message)));
  }

  private static Response of(int status, String contentType, String caching, byte[] body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", contentType);
    headers.put("Cache-Control", caching);
    return new Response(status, headers, body);
  }

  Response with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new Response(status, all, body);
  }

  /** How each error looks. */
  record Failure(Error error) {
    record Error(String code, String message) {}
  }
}
