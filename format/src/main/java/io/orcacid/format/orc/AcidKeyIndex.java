package io.orcacid.format.orc;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import java.util.ArrayList;
import java.util.List;

/**
 * The footer key {@code hive.acid.key.index}: the row id of each stripe's last row, as text {@code
 * w,b,r;w,b,r;} (FORMAT.md §5.5). Readers may do without it, and files of HIVE-18817's time lack
 * the last entry.
 *
 * @param lastRows one per stripe, in stripe order
 */
public record AcidKeyIndex(List<RowId> lastRows) {
  /** Name of the footer key. */
  public static final String KEY = "hive.acid.key.index";

  public AcidKeyIndex {
    lastRows = List.copyOf(lastRows);
  }

  /**
   * Reads the text of the footer key.
   *
   * @throws CorruptFileException if an entry is no row id
   */
  public static AcidKeyIndex parse(String text) {
    List<RowId> rows = new ArrayList<>();
    for (String entry : text.split(";")) {
      if (entry.isEmpty()) {
        continue;
      }
      String[] fields = entry.split(",", -1);
      try {
        if (fields.length != 3) {
          throw new NumberFormatException("three numbers expected");
        }
        rows.add(
            new RowId(
                Long.parseLong(fields[0]), Integer.parseInt(fields[1]), Long.parseLong(fields[2])));
      } catch (NumberFormatException e) {
        throw new CorruptFileException("The footer key " + KEY + " is damaged", e, "entry", entry);
      }
    }
    return new AcidKeyIndex(rows);
  }

  /** The text of the footer key, with the trailing {@code ;} that Hive writes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (RowId row : lastRows) {
      text.append(row.writeId())
          .append(',')
          .append(row.bucketProperty())
          .append(',')
          .append(row.rowId())
          .append(';');
    }
    return text.toString();
  }
}
