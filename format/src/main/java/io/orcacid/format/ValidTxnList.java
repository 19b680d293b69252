package io.orcacid.format;

import static io.orcacid.format.IdExceptions.Kind.ABORTED;
import static io.orcacid.format.IdExceptions.Kind.OPEN;

import io.orcacid.error.ValidationException;
import java.util.Objects;

/**
 * Which transactions count as committed; they decide the {@code _vT} directories that compactions
 * leave. Text form {@code highWaterMark:minOpen:open:aborted} as in Hive: runs of five and more as
 * {@code a-b}, the empty text means everything (FORMAT.md §11.1). Immutable.
 */
public final class ValidTxnList {
  private final IdExceptions exceptions;

  private ValidTxnList(IdExceptions exceptions) {
    this.exceptions = exceptions;
  }

  /**
   * @param highWaterMark the greatest transaction that can be valid, 0 or more
   * @param open exceptions that may still be committed
   * @param aborted exceptions that never will be
   */
  public static ValidTxnList of(long highWaterMark, long[] open, long[] aborted) {
    long minOpen = IdExceptions.NONE_OPEN;
    for (long id : open) {
      minOpen = Math.min(minOpen, id);
    }
    return new ValidTxnList(IdExceptions.of(highWaterMark, minOpen, open, aborted, "transactions"));
  }

  /** A list that holds every transaction as committed; only for callers that say so aloud. */
  public static ValidTxnList everything() {
    return of(Long.MAX_VALUE, new long[0], new long[0]);
  }

  /**
   * Reads Hive's text form.
   *
   * @throws ValidationException if the text is none
   */
  public static ValidTxnList parse(String text) {
    if (text.isBlank()) {
      return everything();
    }
    String[] fields = text.trim().split(":", -1);
    if (fields.length < 2 || fields.length > 4) {
      throw new ValidationException(
          "A valid transaction list is highWaterMark:minOpen:open:aborted", "list", text);
    }
    long[] open = fields.length > 2 ? IdListText.parse(fields[2], text) : new long[0];
    long[] aborted = fields.length > 3 ? IdListText.parse(fields[3], text) : new long[0];
    return new ValidTxnList(
        IdExceptions.of(
            IdListText.parseNumber(fields[0], text),
            IdListText.parseNumber(fields[1], text),
            open,
            aborted,
            text));
  }

  /** Greatest transaction that can be valid. */
  public long highWaterMark() {
    return exceptions.highWaterMark;
  }

  /** Smallest open transaction, or {@link Long#MAX_VALUE}. */
  public long minOpen() {
    return exceptions.minOpen;
  }

  /**
   * Whether what the transaction did is visible. Transaction 0 stands for "no {@code _v} suffix"
   * and always is.
   */
  public boolean isValid(long transaction) {
    return transaction == 0 || exceptions.isValid(transaction);
  }

  /** Whether the transaction is known as aborted. */
  public boolean isAborted(long transaction) {
    return exceptions.isAborted(transaction);
  }

  /** Every exception, open or aborted, ascending. */
  public long[] exceptions() {
    return exceptions.select(IdExceptions.Kind.ANY);
  }

  /** Hive's text form, which {@link #parse(String)} reads back. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder()
            .append(exceptions.highWaterMark)
            .append(':')
            .append(exceptions.minOpen)
            .append(':');
    IdListText.appendRuns(text, exceptions.select(OPEN));
    text.append(':');
    IdListText.appendRuns(text, exceptions.select(ABORTED));
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValidTxnList that && exceptions.equals(that.exceptions);
  }

  @Override
  public int hashCode() {
    return Objects.hash(exceptions);
  }
}
