package io.orcacid.format.orc;

import java.util.List;
import java.util.Locale;
import org.apache.orc.TypeDescription;

/**
 * The schema of an ACID file (FORMAT.md §5.1): five hidden columns, then the user's row as a
 * struct. Column ids are fixed: 0 root, 1 to 5 the hidden columns, 6 the row, 7 and up the user's
 * columns.
 */
public final class AcidSchema {
  /** Index of {@code operation} in the root struct: 0 insert, 2 delete. */
  public static final int OPERATION = 0;

  /** Index of {@code originalTransaction}: the write id that inserted the row. */
  public static final int ORIGINAL_WRITE_ID = 1;

  /** Index of {@code bucket}, see {@link io.orcacid.format.BucketProperty}. */
  public static final int BUCKET = 2;

  /** Index of {@code rowId}. */
  public static final int ROW_ID = 3;

  /** Index of {@code currentTransaction}: the write id of the event. */
  public static final int CURRENT_WRITE_ID = 4;

  /** Index of {@code row}. */
  public static final int ROW = 5;

  /** ORC column id of the row struct. */
  public static final int ROW_COLUMN_ID = 6;

  /** {@code operation} of an insert event. */
  public static final int INSERT = 0;

  /** {@code operation} of an update event: ACID v1 only, never written by Hive 3 and later. */
  public static final int UPDATE_V1 = 1;

  /** {@code operation} of a delete event. */
  public static final int DELETE = 2;

  private static final List<String> NAMES =
      List.of("operation", "originalTransaction", "bucket", "rowId", "currentTransaction", "row");

  private AcidSchema() {}

  /** The file schema of a user's row, in the exact spelling that every engine accepts. */
  public static TypeDescription of(TypeDescription row) {
    return TypeDescription.createStruct()
        .addField(NAMES.get(OPERATION), TypeDescription.createInt())
        .addField(NAMES.get(ORIGINAL_WRITE_ID), TypeDescription.createLong())
        .addField(NAMES.get(BUCKET), TypeDescription.createInt())
        .addField(NAMES.get(ROW_ID), TypeDescription.createLong())
        .addField(NAMES.get(CURRENT_WRITE_ID), TypeDescription.createLong())
        .addField(NAMES.get(ROW), row.clone());
  }

  /**
   * Whether a file's schema is an ACID one; names in any case, as some writers lower them
   * (IMPALA-10115).
   */
  public static boolean isAcid(TypeDescription fileSchema) {
    if (fileSchema.getCategory() != TypeDescription.Category.STRUCT
        || fileSchema.getFieldNames().size() != NAMES.size()) {
      return false;
    }
    for (int i = 0; i < NAMES.size(); i++) {
      String name = fileSchema.getFieldNames().get(i);
      if (!name.toLowerCase(Locale.ROOT).equals(NAMES.get(i).toLowerCase(Locale.ROOT))) {
        return false;
      }
    }
    return fileSchema.getChildren().get(ROW).getCategory() == TypeDescription.Category.STRUCT;
  }

  /** The user's row of an ACID file's schema. */
  public static TypeDescription row(TypeDescription acidSchema) {
    return acidSchema.getChildren().get(ROW);
  }
}
