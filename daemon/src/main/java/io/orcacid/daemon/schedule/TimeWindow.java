package io.orcacid.daemon.schedule;

import io.orcacid.error.ValidationException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When compactions that nobody asked for may begin. Immutable.
 *
 * <p>A time of the day is what clocks show: a night in which they are put forward is shorter.
 */
public final class TimeWindow {
  private static final Pattern SPAN =
      Pattern.compile(
          "(?:(?<from>[a-z]{3})(?:-(?<to>[a-z]{3}))?\\s+)?"
              + "(?<start>\\d{1,2}:\\d{2})\\s*-\\s*(?<end>\\d{1,2}:\\d{2})");

  /** Minutes of a day. */
  private static final int DAY = 24 * 60;

  private final List<Span> spans;
  private final ZoneId zone;

  /**
   * Part of a window.
   *
   * @param days on which it starts
   * @param start minute of the day
   * @param end minute of the day, up to 1,440; one before the start is on the next day
   */
  private record Span(Set<DayOfWeek> days, int start, int end) {
    boolean holds(ZonedDateTime time) {
      int minute = time.getHour() * 60 + time.getMinute();
      if (start < end) {
        return days.contains(time.getDayOfWeek()) && minute >= start && minute < end;
      }
      return days.contains(time.getDayOfWeek()) && minute >= start
          || days.contains(time.getDayOfWeek().minus(1)) && minute < end;
    }
  }

  private TimeWindow(List<Span> spans, ZoneId zone) {
    this.spans = List.copyOf(spans);
    this.zone = zone;
  }

  /**
   * A window from its text.
   *
   * @param key setting that it is the value of, for the message
   * @param text such as {@code 22:00-06:00, sat-sun 00:00-24:00}; blank for always
   * @throws ValidationException for another text
   */
  public static TimeWindow parse(String key, String text, ZoneId zone) {
    List<Span> spans = new ArrayList<>();
    for (String part : Texts.parts(text)) {
      Matcher matcher = SPAN.matcher(part.toLowerCase(java.util.Locale.ROOT));
      if (!matcher.matches()) {
        throw wrong(key, part);
      }
      int start = minute(key, part, matcher.group("start"));
      int end = minute(key, part, matcher.group("end"));
      if (start == end || start == DAY) {
        throw wrong(key, part);
      }
      spans.add(new Span(days(key, part, matcher.group("from"), matcher.group("to")), start, end));
    }
    return new TimeWindow(spans, zone);
  }

  /** Days from one to another, over the end of the week too; all if none is named. */
  static Set<DayOfWeek> days(String key, String part, String from, String to) {
    if (from == null) {
      return EnumSet.allOf(DayOfWeek.class);
    }
    DayOfWeek first = day(key, part, from);
    DayOfWeek last = to == null ? first : day(key, part, to);
    Set<DayOfWeek> days = EnumSet.of(first);
    for (DayOfWeek day = first; day != last; day = day.plus(1)) {
      days.add(day.plus(1));
    }
    return days;
  }

  private static DayOfWeek day(String key, String part, String name) {
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().toLowerCase(java.util.Locale.ROOT).startsWith(name)) {
        return day;
      }
    }
    throw wrong(key, part);
  }

  static int minute(String key, String part, String text) {
    int colon = text.indexOf(':');
    int hour = Integer.parseInt(text.substring(0, colon));
    int minute = Integer.parseInt(text.substring(colon + 1));
    int both = hour * 60 + minute;
    if (minute > 59 || both > DAY) {
      throw wrong(key, part);
    }
    return both;
  }

  private static ValidationException wrong(String key, String part) {
    return new ValidationException(
        "Not a span of time: such as 22:00-06:00 or sat-sun 00:00-24:00",
        "key",
        key,
        "value",
        part);
  }

  /** Whether an automatic compaction may begin. */
  public boolean isOpen(Instant now) {
    ZonedDateTime time = now.atZone(zone);
    return spans.isEmpty() || spans.stream().anyMatch(span -> span.holds(time));
  }

  /** A sentence for people: whether it is open, and until when or from when. */
  public String describe(Instant now) {
    if (spans.isEmpty()) {
      return "always open";
    }
    boolean open = isOpen(now);
    // Whole minutes decide, and every minute of the week repeats after seven days.
    Instant turn = now.atZone(zone).withSecond(0).withNano(0).toInstant();
    for (int minutes = 0; minutes <= 8 * DAY && isOpen(turn) == open; minutes++) {
      turn = turn.plus(Duration.ofMinutes(1));
    }
    if (isOpen(turn) == open) {
      return open ? "always open" : "never open";
    }
    ZonedDateTime when = turn.atZone(zone);
    LocalTime clock = when.toLocalTime();
    String day = when.getDayOfWeek().name().substring(0, 3).toLowerCase(java.util.Locale.ROOT);
    return (open ? "open until " : "closed until ") + day + " " + clock;
  }
}
