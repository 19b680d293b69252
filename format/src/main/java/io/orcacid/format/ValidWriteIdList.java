package io.orcacid.format;

import static io.orcacid.format.IdExceptions.Kind.ABORTED;
import static io.orcacid.format.IdExceptions.Kind.ANY;
import static io.orcacid.format.IdExceptions.Kind.OPEN;

import io.orcacid.error.ValidationException;
import java.util.Objects;

/**
 * Which write ids of one table a reader sees: a high water mark and the exceptions below it, each
 * open or aborted. Text form and answers are Hive's, to the character (FORMAT.md §11.1). Immutable.
 *
 * <p>Text: {@code table:highWaterMark:minOpen:open:aborted}, lists separated by commas. Four
 * fields, the first all digits, are a list without a table: a number is never a table name.
 */
public final class ValidWriteIdList {
  /** {@link #minOpen()} when no write id is open. */
  public static final long NONE_OPEN = IdExceptions.NONE_OPEN;

  private static final String NO_TABLE = "null";

  private final String table;
  private final View view;
  private final IdExceptions exceptions;

  private ValidWriteIdList(String table, View view, IdExceptions exceptions) {
    this.table = Objects.requireNonNull(table);
    this.view = view;
    this.exceptions = exceptions;
  }

  /**
   * Who asks: a compactor and a cleaner answer some questions more carefully than a reader
   * (FORMAT.md §11.1).
   */
  public enum View {
    READER,
    COMPACTOR,
    CLEANER
  }

  /**
   * A reader's list.
   *
   * @param table {@code database.table}, without {@code :} and {@code $}, or {@code null} as text
   *     for none
   * @param highWaterMark the greatest write id that can be valid, 0 or more
   * @param open exceptions that may still be committed, in any order
   * @param aborted exceptions that never will be, in any order
   */
  public static ValidWriteIdList of(String table, long highWaterMark, long[] open, long[] aborted) {
    if (table.indexOf(':') >= 0 || table.indexOf('$') >= 0) {
      throw new ValidationException(
          "A table name in a valid write id list cannot hold ':' or '$'", "table", table);
    }
    long minOpen = NONE_OPEN;
    for (long id : open) {
      minOpen = Math.min(minOpen, id);
    }
    return new ValidWriteIdList(
        table, View.READER, IdExceptions.of(highWaterMark, minOpen, open, aborted, table));
  }

  /** A list that holds every write id as committed; only for callers that say so aloud. */
  public static ValidWriteIdList everything() {
    return of(NO_TABLE, Long.MAX_VALUE, new long[0], new long[0]);
  }

  /** The text's list for a reader; see {@link #parse(String, View)}. */
  public static ValidWriteIdList parse(String text) {
    return parse(text, View.READER);
  }

  /**
   * Reads Hive's text form: three to five fields with a table name, two to four without.
   *
   * @throws ValidationException if the text is none
   */
  public static ValidWriteIdList parse(String text, View view) {
    String[] fields = text.trim().split(":", -1);
    boolean named = !fields[0].matches("\\d+");
    int first = named ? 1 : 0;
    int numbers = fields.length - first;
    if (numbers < 2 || numbers > 4) {
      throw new ValidationException(
          "A valid write id list is table:highWaterMark:minOpen:open:aborted, the table left out where none is known",
          "list",
          text);
    }
    long highWaterMark = IdListText.parseNumber(fields[first], text);
    long minOpen = IdListText.parseNumber(fields[first + 1], text);
    long[] open = numbers > 2 ? IdListText.parse(fields[first + 2], text) : new long[0];
    long[] aborted = numbers > 3 ? IdListText.parse(fields[first + 3], text) : new long[0];
    return new ValidWriteIdList(
        named ? fields[0] : NO_TABLE,
        view,
        IdExceptions.of(highWaterMark, minOpen, open, aborted, text));
  }

  /** {@code database.table}, or the text {@code null}. */
  public String table() {
    return table;
  }

  /** Greatest write id that can be valid. */
  public long highWaterMark() {
    return exceptions.highWaterMark;
  }

  /** Smallest open write id, or {@link #NONE_OPEN}. */
  public long minOpen() {
    return exceptions.minOpen;
  }

  /** Open write ids, ascending; a copy. */
  public long[] open() {
    return exceptions.select(OPEN);
  }

  /** Aborted write ids, ascending; a copy. */
  public long[] aborted() {
    return exceptions.select(ABORTED);
  }

  /**
   * Whether events of the write id are visible. Write id 0, rows older than all transactions,
   * always is.
   */
  public boolean isValid(long writeId) {
    return exceptions.isValid(writeId);
  }

  /**
   * Whether the write id is known as aborted; a compactor's list counts every exception as aborted.
   */
  public boolean isAborted(long writeId) {
    return view == View.COMPACTOR
        ? !exceptions.isEmpty() && exceptions.countIn(writeId, writeId, ANY) > 0
        : exceptions.isAborted(writeId);
  }

  /**
   * Whether a compacted base up to the write id holds nothing that is open or unknown to this list.
   */
  public boolean isValidBase(long writeId) {
    return writeId < exceptions.minOpen && writeId <= exceptions.highWaterMark;
  }

  /** How many write ids of [min, max] are valid. */
  public RangeMatch rangeValid(long min, long max) {
    if (view == View.COMPACTOR) {
      return exceptions.highWaterMark >= max ? RangeMatch.ALL : RangeMatch.NONE;
    }
    if (view == View.CLEANER && max > exceptions.highWaterMark || min > exceptions.highWaterMark) {
      return RangeMatch.NONE;
    }
    if (!exceptions.isEmpty() && exceptions.first() > max) {
      return RangeMatch.ALL;
    }
    long invalid = Math.max(0, max - exceptions.highWaterMark) + exceptions.countIn(min, max, ANY);
    if (invalid == 0) {
      return RangeMatch.ALL;
    }
    return invalid == max - min + 1 ? RangeMatch.NONE : RangeMatch.SOME;
  }

  /** How many write ids of [min, max] are known as aborted. */
  public RangeMatch rangeAborted(long min, long max) {
    if (exceptions.highWaterMark < min) {
      return RangeMatch.NONE;
    }
    long count = exceptions.countIn(min, max, ABORTED);
    if (count == 0) {
      return RangeMatch.NONE;
    }
    return count == max - min + 1 ? RangeMatch.ALL : RangeMatch.SOME;
  }

  /** Hive's text form, which {@link #parse(String)} reads back. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(table)
            .append(':')
            .append(exceptions.highWaterMark)
            .append(':')
            .append(exceptions.minOpen)
            .append(':');
    IdListText.appendCommas(text, open());
    text.append(':');
    IdListText.appendCommas(text, aborted());
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValidWriteIdList that
        && table.equals(that.table)
        && view == that.view
        && exceptions.equals(that.exceptions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(table, view, exceptions);
  }
}
