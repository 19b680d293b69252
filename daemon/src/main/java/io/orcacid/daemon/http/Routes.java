package io.orcacid.daemon.http;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** What is behind which path. Not thread-safe while routes are added. */
final class Routes {
  private final Map<String, Route> routes = new TreeMap<>();

  /** Answers a request that may be answered. */
  interface Endpoint {
    Response answer(Request request) throws IOException;
  }

  /** How a path may be called, by whom, and what it does. */
  record Route(Verb verb, Access.Subject subject, Endpoint endpoint) {}

  /** Two kinds of calls. */
  enum Verb {
    READ("GET, HEAD"),
    WRITE("POST");

    private final String methods;

    Verb(String methods) {
      this.methods = methods;
    }
  }

  void read(String path, Access.Subject subject, Endpoint endpoint) {
    routes.put(path, new Route(Verb.READ, subject, endpoint));
  }

  void command(String path, Endpoint endpoint) {
    routes.put(path, new Route(Verb.WRITE, Access.Subject.COMMAND, endpoint));
  }

  Route route(Request request) {
    Route route = routes.get(request.path());
    if (route == null) {
      throw new HttpFailure(404, "NOT_FOUND", "There is nothing at this path");
    }
    boolean fits =
        route.verb() == Verb.READ ? request.reads() : request.method().equals(route.verb().methods);
    if (!fits) {
      throw new HttpFailure(
          405,
          "METHOD_NOT_ALLOWED",
          "This path takes " + route.verb().methods,
          Map.of("Allow", route.verb().methods));
    }
    return route;
  }
}
