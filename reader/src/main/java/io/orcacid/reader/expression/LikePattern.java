package io.orcacid.reader.expression;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A pattern of LIKE: {@code %} stands for any text, {@code _} for one character, {@code \%} and
 * {@code \_} for themselves; every other backslash is a backslash (Hive's rule). Works on UTF-8.
 */
final class LikePattern {
  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  // A byte of the pattern, or one of the two wildcards.
  private final int[] steps;

  private LikePattern(int[] steps) {
    this.steps = steps;
  }

  static LikePattern of(String pattern) {
    byte[] bytes = pattern.getBytes(StandardCharsets.UTF_8);
    int[] steps = new int[bytes.length];
    int count = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte b = bytes[i];
      if (b == '\\' && i + 1 < bytes.length && (bytes[i + 1] == '%' || bytes[i + 1] == '_')) {
        steps[count++] = bytes[++i] & 0xff;
      } else if (b == '%') {
        steps[count++] = ANY_TEXT;
      } else if (b == '_') {
        steps[count++] = ANY_CHARACTER;
      } else {
        steps[count++] = b & 0xff;
      }
    }
    return new LikePattern(Arrays.copyOf(steps, count));
  }

  /** Whether the pattern has no wildcard: it then matches its own text only. */
  boolean isExact() {
    return Arrays.stream(steps).allMatch(step -> step >= 0);
  }

  /** The text that everything that matches starts with. */
  String prefix() {
    int length = 0;
    while (length < steps.length && steps[length] >= 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) steps[i];
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  boolean matches(byte[] text, int start, int end) {
    int at = start;
    int step = 0;
    int retryStep = -1;
    int retryAt = start;
    while (at < end) {
      if (step < steps.length && steps[step] == ANY_TEXT) {
        retryStep = ++step;
        retryAt = at;
      } else if (step < steps.length && steps[step] == ANY_CHARACTER) {
        at = nextCharacter(text, at, end);
        step++;
      } else if (step < steps.length && steps[step] == (text[at] & 0xff)) {
        at++;
        step++;
      } else if (retryStep >= 0) {
        // Only the last % can be given more text: an earlier one has found its shortest match.
        retryAt = nextCharacter(text, retryAt, end);
        at = retryAt;
        step = retryStep;
      } else {
        return false;
      }
    }
    while (step < steps.length && steps[step] == ANY_TEXT) {
      step++;
    }
    return step == steps.length;
  }

  private static int nextCharacter(byte[] text, int at, int end) {
    int next = at + 1;
    while (next < end && (text[next] & 0xc0) == 0x80) {
      next++;
    }
    return next;
  }
}
