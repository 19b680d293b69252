package io.orcacid.daemon.http;

import io.orcacid.error.ValidationException;
import java.util.Optional;

/**
 * Where a daemon listens and who may change something.
 *
 * @param host name or address of the interface; beyond the machine itself only with a token
 * @param port 0 for any that is free
 * @param token what {@code Authorization: Bearer} has to say, visible ASCII; without it nobody can
 *     change anything
 */
public record HttpOptions(String host, int port, Optional<String> token) {
  private static final int GREATEST_PORT = 65_535;

  public HttpOptions {
    if (host.isBlank()) {
      throw new ValidationException("The HTTP host is empty: 127.0.0.1 is this machine alone");
    }
    if (port < 0 || port > GREATEST_PORT) {
      throw new ValidationException("An HTTP port is a number from 0 to 65535", "port", port);
    }
    token.ifPresent(HttpOptions::check);
  }

  private static void check(String token) {
    if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new ValidationException(
          "The HTTP token is empty or has characters that no header can carry: take what"
              + " 'openssl rand -hex 32' prints");
    }
  }

  /** Without the token, so that no log shows it. */
  @Override
  public String toString() {
    return host + ":" + port + (token.isPresent() ? " with a token" : " without a token");
  }
}
