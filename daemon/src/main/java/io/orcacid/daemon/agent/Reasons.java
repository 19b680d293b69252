package io.orcacid.daemon.agent;

import io.orcacid.error.OrcAcidException;
import java.io.UncheckedIOException;

/** What an error says to an operator, in one line. */
final class Reasons {
  private static final int LONGEST = 1_000;

  private Reasons() {}

  static String of(Throwable error) {
    if (error instanceof UncheckedIOException wrapped) {
      return of(wrapped.getCause());
    }
    String message = String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
    String text =
        error instanceof OrcAcidException ours
            ? ours.code() + ": " + message
            : error.getClass().getSimpleName() + ": " + message;
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
  }
}
