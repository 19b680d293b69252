package io.orcacid.daemon.http;

import static io.orcacid.daemon.http.Access.Subject.PUBLIC;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The page's files, which know no table; what they show comes from the interface. */
final class Page {
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final Map<String, String> FILES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "page.css", "text/css; charset=utf-8",
          "page.js", SCRIPT,
          "views.js", SCRIPT,
          "axis.js", SCRIPT,
          "elements.js", SCRIPT,
          "icon.svg", "image/svg+xml");

  private Page() {}

  static void addTo(Routes routes) {
    FILES.forEach(
        (name, type) -> {
          Response response = Response.file(type, load(name));
          routes.read("/" + name, PUBLIC, request -> response);
          if (name.equals("index.html")) {
            routes.read("/", PUBLIC, request -> response);
          }
        });
  }

  private static byte[] load(String name) {
    try (InputStream in = Page.class.getResourceAsStream("/io/orcacid/daemon/page/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the page's file is missing: " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
