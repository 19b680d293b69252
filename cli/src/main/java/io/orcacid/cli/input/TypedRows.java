package io.orcacid.cli.input;

import java.io.Closeable;
import java.io.IOException;
import org.apache.orc.TypeDescription;

/** The rows of a file that says of what types its columns are. Not safe for several threads. */
interface TypedRows extends Closeable {
  /** The columns, a struct of types that tables have. */
  TypeDescription schema();

  /**
   * Reads the next row.
   *
   * @param values takes one value per column of the file
   * @return false if there are no more rows
   * @throws InvalidValueException if a value of the row cannot be read; the next call goes on with
   *     the row after it
   * @throws io.orcacid.error.CorruptFileException if the file is damaged
   */
  boolean next(Object[] values) throws IOException, InvalidValueException;

  /** Rows of the file, those read too. */
  long rowCount();
}
