package io.orcacid.cli.input;

import java.io.Closeable;
import java.io.IOException;

/** The rows of one file, one after the other. Not safe for several threads. */
public interface RowSource extends Closeable {
  /**
   * Reads the next row.
   *
   * @param values takes one value per column of the table, of the Java types of package {@code
   *     io.orcacid.format.value}, each within the range of its type; null for NULL and for columns
   *     that the row lacks. Its content is undefined unless the answer is true
   * @return false if there are no more rows
   * @throws BadRowException if the row cannot be read; the next call goes on with the row after it
   * @throws io.orcacid.error.ValidationException if the rest of the file cannot be read as rows
   * @throws IOException if the storage fails
   */
  boolean next(Object[] values) throws IOException;

  /**
   * Number of the line, from 1, on which the last row began, good or bad; of the row in a file that
   * has no lines.
   */
  long line();

  /** Bytes of the file read so far, as stored; may be ahead of the rows. */
  long bytesRead();

  /** Size of the file in bytes as stored, -1 if it is not known. */
  long totalBytes();
}
