package io.orcacid.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.daemon.view.Examples;
import io.orcacid.daemon.view.FakeControl;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Makes the pictures of docs/operations.md when it is told where: {@code
 * -Dorcacid.daemon.screenshots=DIRECTORY}.
 */
@EnabledIfSystemProperty(named = "orcacid.daemon.screenshots", matches = ".+")
class ScreenshotsTest {
  private static final String TOKEN = "a-token-for-pictures";
  private static final int MOST_BYTES = 200_000;

  /** View, an element of it, colours, width, end of the picture's name. */
  private static final String[][] PICTURES = {
    {"tables", "#tables", "light", "1280", ""},
    {"table", ".lane", "light", "1280", ""},
    {"queue", "#queue", "light", "1280", ""},
    {"cleaner", "#leases", "light", "1280", ""},
    {"history", "#history", "light", "1280", ""},
    {"table", ".lane", "dark", "1280", "-dark"},
    {"tables", "#tables", "light", "375", "-phone"},
  };

  private final Path directory =
      Path.of(System.getProperty("orcacid.daemon.screenshots", "")).toAbsolutePath();

  @Test
  void every_view_has_its_picture() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    FakeControl control = new FakeControl(Examples.workingDay(Instant.now()));
    try (HttpServer server =
            new HttpServer(new HttpOptions("127.0.0.1", 0, Optional.of(TOKEN)), control, () -> "");
        Chromium browser = Chromium.start();
        Tab tab = browser.tab()) {
      server.start();
      String address = "http://127.0.0.1:" + server.port() + "/";
      tab.open(address);
      tab.await("document.querySelector('#tables')");
      tab.evaluate("sessionStorage.setItem('orcacid.token', '" + TOKEN + "')");
      String clicks = "table/" + URLEncoder.encode(Examples.CLICKS, StandardCharsets.UTF_8);
      for (String[] view : PICTURES) {
        tab.scheme(view[2]);
        tab.size(Integer.parseInt(view[3]), 700);
        show(tab, address, view[0].equals("table") ? clicks : view[0], view[1]);
        if (view[0].equals("table")) {
          tab.click("[data-key=base_0000080_v0008123]");
          tab.await("document.querySelector('#file')");
        }
        save(tab, view[0] + view[4]);
      }
    }
  }

  private static void show(Tab tab, String address, String view, String element)
      throws InterruptedException {
    tab.open("about:blank");
    tab.await("location.href === 'about:blank'");
    tab.open(address + "#/" + view);
    tab.await("document.querySelector('" + element + "')");
    tab.evaluate("document.fonts.ready.then(() => 1)");
  }

  private void save(Tab tab, String name) throws IOException {
    tab.evaluate("scrollTo(0, 0)");
    byte[] picture = Palette.reduce(tab.screenshot());
    Files.write(directory.resolve("daemon-" + name + ".png"), picture);
    assertThat(picture.length).as(name).isLessThan(MOST_BYTES);
  }
}
