package io.orcacid.compactor.policy;

import java.time.Duration;
import java.util.Locale;

/** Numbers in sentences. */
final class Words {
  private Words() {}

  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String age(Duration age) {
    if (age.toHours() >= 1) {
      return age.toMinutesPart() == 0
          ? age.toHours() + " h"
          : age.toHours() + " h " + age.toMinutesPart() + " min";
    }
    return age.toMinutes() >= 1 ? age.toMinutes() + " min" : age.toSeconds() + " s";
  }
}
