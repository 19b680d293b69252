package io.orcacid.daemon.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who may see and do what. */
final class Access {
  /** Names by which a browser on this machine may mean this machine. */
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[^:\\[\\]]+)(:\\d*)?");
  private static final Pattern BEARER =
      Pattern.compile("bearer +(\\S+) *", Pattern.CASE_INSENSITIVE);
  private static final Map<String, String> CHALLENGE =
      Map.of("WWW-Authenticate", "Bearer realm=\"orc-acid daemon\"");

  private final Reach reach;
  private final Optional<String> token;

  Access(Reach reach, Optional<String> token) {
    this.reach = reach;
    this.token = token;
  }

  /** From where the server can be reached. */
  enum Reach {
    THIS_MACHINE,
    NETWORK
  }

  /** What a route is about. */
  enum Subject {
    /** Nothing that has to be kept from anybody. */
    PUBLIC,
    /** What tables are called and how they are. */
    DATA,
    /** Something changes. */
    COMMAND
  }

  void check(Request request, Subject subject) {
    checkHost(request);
    if (subject == Subject.COMMAND && token.isEmpty()) {
      throw unauthorized(
          "Nobody can change anything, since no token is configured: set"
              + " orcacid.daemon.http.token.file and start the daemon again");
    }
    if (subject != Subject.PUBLIC && !sees(request, subject)) {
      throw unauthorized(
          request.authorization().isEmpty()
              ? "The daemon's token is needed: send the header 'Authorization: Bearer' with it"
              : "This is not the daemon's token: it is in orcacid.daemon.http.token.file");
    }
  }

  /** Whether this one may be told what tables are called. */
  boolean seesData(Request request) {
    return sees(request, Subject.DATA);
  }

  private boolean sees(Request request, Subject subject) {
    return subject == Subject.DATA && reach == Reach.THIS_MACHINE || hasToken(request);
  }

  private boolean hasToken(Request request) {
    Matcher bearer = BEARER.matcher(request.authorization().orElse(""));
    return token.isPresent()
        && bearer.matches()
        && MessageDigest.isEqual(bytes(bearer.group(1)), bytes(token.get()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A page of elsewhere whose name was made to lead here still says its own name. */
  private void checkHost(Request request) {
    if (reach == Reach.THIS_MACHINE) {
      Matcher host = HOST.matcher(request.host().orElse(""));
      if (!host.matches() || !isOwn(host.group(1))) {
        throw new HttpFailure(
            403,
            "FORBIDDEN",
            "This daemon listens on the loopback interface and answers to localhost, 127.0.0.1 and"
                + " [::1] only");
      }
    }
  }

  private static boolean isOwn(String name) {
    return OWN_NAMES.stream().anyMatch(name::equalsIgnoreCase);
  }

  private static HttpFailure unauthorized(String message) {
    return new HttpFailure(401, "UNAUTHORIZED", message, CHALLENGE);
  }
}
