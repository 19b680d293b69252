package io.orcacid.daemon.metrics;

import java.util.Locale;

/** Values of labels that come from a fixed list. */
final class Labels {
  private Labels() {}

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
