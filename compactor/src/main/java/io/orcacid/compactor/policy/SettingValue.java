package io.orcacid.compactor.policy;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of a setting, read without a guess. */
record SettingValue(String key, String text) {
  private static final Pattern TIME = Pattern.compile("([-+]?\\d{1,18})\\s*([a-z]*)");

  long wholeNumber(long least, long most) {
    try {
      long value = Long.parseLong(text.trim());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused("a whole number of " + least + ".." + most);
    }
    throw refused("a whole number of " + least + ".." + most);
  }

  /** A share as Hive reads it: in single precision, so that both decide alike at the border. */
  float share() {
    try {
      float value = Float.parseFloat(text.trim());
      if (value >= 0 && value <= Float.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw refused("a number of 0 or more, such as 0.1");
    }
    throw refused("a number of 0 or more, such as 0.1");
  }

  /** A time of Hive: a number and a unit, hours without one; empty if it is negative. */
  Optional<Duration> time() {
    Matcher time = TIME.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!time.matches()) {
      throw refused("a whole number and d, h, m, s, ms, us or ns, such as 12h");
    }
    long number = Long.parseLong(time.group(1));
    try {
      Duration duration = unit(time.group(2)).multipliedBy(number);
      return duration.isNegative() ? Optional.empty() : Optional.of(duration);
    } catch (ArithmeticException e) {
      throw refused("a time of less than 2^63 seconds");
    }
  }

  /** The spellings of HiveConf.unitFor. */
  private Duration unit(String unit) {
    return switch (unit) {
      case "d", "day", "days" -> Duration.ofDays(1);
      case "", "l", "h", "hour", "hours" -> Duration.ofHours(1);
      case "m", "min", "mins", "minute", "minutes" -> Duration.ofMinutes(1);
      case "s", "sec", "secs", "second", "seconds" -> Duration.ofSeconds(1);
      case "ms", "msec", "msecs", "millisecond", "milliseconds" -> Duration.ofMillis(1);
      case "us", "usec", "usecs", "microsecond", "microseconds" -> Duration.ofNanos(1000);
      case "ns", "nsec", "nsecs", "nanosecond", "nanoseconds" -> Duration.ofNanos(1);
      default -> throw refused("a whole number and d, h, m, s, ms, us or ns, such as 12h");
    };
  }

  private ValidationException refused(String allowed) {
    return new ValidationException(
        "Not a value of a setting of compaction", "key", key, "value", text, "allowed", allowed);
  }
}
