package io.orcacid.format.orc;

import io.orcacid.error.CorruptFileException;

/**
 * The footer key {@code hive.acid.stats}: how many events of each kind a file holds (FORMAT.md
 * §5.5). Statistics only, never needed to read.
 *
 * @param inserts insert events
 * @param updates update events, 0 in every file of Hive 3 and later
 * @param deletes delete events
 */
public record AcidStats(long inserts, long updates, long deletes) {
  /** Name of the footer key. */
  public static final String KEY = "hive.acid.stats";

  /**
   * Reads the text of the footer key.
   *
   * @throws CorruptFileException if it is not three numbers
   */
  public static AcidStats parse(String text) {
    String[] fields = text.split(",", -1);
    try {
      if (fields.length != 3) {
        throw new NumberFormatException("three numbers expected");
      }
      return new AcidStats(
          Long.parseLong(fields[0].trim()),
          Long.parseLong(fields[1].trim()),
          Long.parseLong(fields[2].trim()));
    } catch (NumberFormatException e) {
      throw new CorruptFileException("The footer key " + KEY + " is damaged", e, "text", text);
    }
  }

  /** The text of the footer key. */
  @Override
  public String toString() {
    return inserts + "," + updates + "," + deletes;
  }
}
