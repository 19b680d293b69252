package io.orcacid.daemon.schedule;

import io.orcacid.error.ValidationException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of the week at which something is begun. Immutable. */
public final class Timetable {
  private static final Pattern TIME =
      Pattern.compile("(?:(?<from>[a-z]{3})(?:-(?<to>[a-z]{3}))?\\s+)?(?<time>\\d{1,2}:\\d{2})");

  private final List<Entry> entries;
  private final ZoneId zone;

  private record Entry(Set<DayOfWeek> days, int minute) {}

  private Timetable(List<Entry> entries, ZoneId zone) {
    this.entries = List.copyOf(entries);
    this.zone = zone;
  }

  /**
   * A timetable from its text.
   *
   * @param key setting that it is the value of, for the message
   * @param text such as {@code sun 03:00, wed 03:00}; blank for never
   * @throws ValidationException for another text
   */
  public static Timetable parse(String key, String text, ZoneId zone) {
    List<Entry> entries = new ArrayList<>();
    for (String part : Texts.parts(text)) {
      Matcher matcher = TIME.matcher(part.toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new ValidationException(
            "Not a time of the week: such as 03:00 or sun 03:00", "key", key, "value", part);
      }
      entries.add(
          new Entry(
              TimeWindow.days(key, part, matcher.group("from"), matcher.group("to")),
              TimeWindow.minute(key, part, matcher.group("time")) % (24 * 60)));
    }
    return new Timetable(entries, zone);
  }

  /**
   * Whether one of its times lies between two moments. One that clocks skip is when they go on.
   *
   * @param after left out
   * @param upTo taken in
   */
  public boolean strikes(Instant after, Instant upTo) {
    for (Entry entry : entries) {
      LocalDate day = after.atZone(zone).toLocalDate();
      LocalDate last = upTo.atZone(zone).toLocalDate();
      for (; !day.isAfter(last); day = day.plusDays(1)) {
        Instant time =
            day.atTime(LocalTime.ofSecondOfDay(entry.minute() * 60L)).atZone(zone).toInstant();
        if (entry.days().contains(day.getDayOfWeek())
            && time.isAfter(after)
            && !time.isAfter(upTo)) {
          return true;
        }
      }
    }
    return false;
  }
}
