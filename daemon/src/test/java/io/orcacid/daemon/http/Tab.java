package io.orcacid.daemon.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A page in a {@link Chromium}, used as a person would: by clicks and keys. */
final class Tab implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private final Chromium browser;
  private final String target;
  private final String session;
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
  private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());

  Tab(Chromium browser, String target, String session) {
    this.browser = browser;
    this.target = target;
    this.session = session;
    browser.listen(session, this::hear);
    call("Page.enable", Map.of());
    call("Runtime.enable", Map.of());
    call("Log.enable", Map.of());
    call("Network.enable", Map.of());
    size(1280, 800);
    scheme("light");
  }

  private void hear(JsonNode event) {
    switch (event.get("method").asText()) {
      case "Runtime.exceptionThrown" ->
          complaints.add(event.at("/params/exceptionDetails/exception/description").asText());
      case "Log.entryAdded" -> complaints.add(event.at("/params/entry").toString());
      case "Page.javascriptDialogOpening" -> complaints.add("a dialog of a script opened");
      case "Network.requestWillBeSent" -> requests.add(event.at("/params/request"));
      default -> {}
    }
  }

  /** Errors of scripts, refused loads, breaches of the content policy. */
  List<String> complaints() {
    synchronized (complaints) {
      return List.copyOf(complaints);
    }
  }

  /** Requests that the page sent. */
  List<JsonNode> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  void open(String address) {
    call("Page.navigate", Map.of("url", address));
  }

  void size(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  /** {@code light} or {@code dark}. */
  void scheme(String scheme) {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", scheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** Value of an expression; a promise's result. */
  JsonNode evaluate(String expression) {
    JsonNode told =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (told.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + told.get("exceptionDetails"));
    }
    return told.at("/result/value");
  }

  /** Waits until a condition holds. */
  void await(String condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!evaluate(
            "(() => { try { return Boolean(" + condition + "); } catch { return false; } })()")
        .asBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "never came to be: "
                + condition
                + "\n"
                + complaints()
                + "\n"
                + evaluate("document.body.innerText").asText());
      }
      Thread.sleep(25);
    }
  }

  /** Clicks the middle of the first element that a selector finds, once it is there. */
  void click(String selector) throws InterruptedException {
    clickElement("document.querySelector(" + quoted(selector) + ")");
  }

  /** Clicks the first button or link with a text, inside what a selector finds. */
  void click(String selector, String text) throws InterruptedException {
    clickElement(
        "[...document.querySelectorAll("
            + quoted(selector)
            + ")].flatMap(e => [...e.querySelectorAll('button, a')]).find(e => e.textContent === "
            + quoted(text)
            + ")");
  }

  private void clickElement(String element) throws InterruptedException {
    await(element);
    JsonNode middle =
        evaluate(
            "(() => { const e = "
                + element
                + "; e.scrollIntoView({block: 'center'}); const r = e.getClientRects()[0];"
                + " return [r.x + r.width / 2, r.y + r.height / 2]; })()");
    for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      call(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              middle.get(0).asDouble(),
              "y",
              middle.get(1).asDouble(),
              "button",
              type.equals("mouseMoved") ? "none" : "left",
              "clickCount",
              type.equals("mouseMoved") ? 0 : 1));
    }
  }

  /** Types a text where the focus is. */
  void type(String text) {
    call("Input.insertText", Map.of("text", text));
  }

  /** Presses a key such as {@code Enter} or {@code Tab}. */
  void press(String key, int code) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("key", key);
    event.put("code", key);
    event.put("windowsVirtualKeyCode", code);
    if (key.equals("Enter")) {
      event.put("text", "\r");
    }
    for (String type : List.of("keyDown", "keyUp")) {
      event.put("type", type);
      call("Input.dispatchKeyEvent", event);
    }
  }

  /** The whole page as a picture. */
  byte[] screenshot() {
    JsonNode size = call("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
    JsonNode picture =
        call(
            "Page.captureScreenshot",
            Map.of(
                "format",
                "png",
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x", 0,
                    "y", 0,
                    "width", size.get("width").asInt(),
                    "height", size.get("height").asInt(),
                    "scale", 1)));
    return Base64.getDecoder().decode(picture.get("data").asText());
  }

  private JsonNode call(String method, Map<String, ?> parameters) {
    return browser.call(method, parameters, session);
  }

  /** A string as a script has it. */
  static String quoted(String text) {
    return com.fasterxml.jackson.databind.node.TextNode.valueOf(text).toString();
  }

  @Override
  public void close() {
    browser.call("Target.closeTarget", Map.of("targetId", target), "");
  }
}
