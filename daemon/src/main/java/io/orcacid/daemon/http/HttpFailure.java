package io.orcacid.daemon.http;

import java.util.Map;

/** A request that is answered with an error. */
final class HttpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient Map<String, String> headers;

  HttpFailure(int status, String code, String message) {
    this(status, code, message, Map.of());
  }

  HttpFailure(int status, String code, String message, Map<String, String> headers) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = Map.copyOf(headers);
  }

  Response response() {
    return Response.error(status, code, getMessage()).with(headers);
  }
}
