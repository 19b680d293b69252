package io.orcacid.reader;

import java.io.Closeable;
import java.io.IOException;

/**
 * Delete events one after the other, row ids rising; an id may come more than once. Not
 * thread-safe.
 */
public interface DeleteCursor extends Closeable {
  /** Goes to the next; false at the end. */
  boolean next() throws IOException;

  /** Write id of the deleted row. */
  long writeId();

  /** Bucket property of the deleted row. */
  int bucketProperty();

  /** Row number of the deleted row. */
  long rowId();

  /** Write id of the transaction that deleted it. */
  long currentWriteId();
}
