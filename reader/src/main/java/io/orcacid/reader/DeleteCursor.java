package io.orcacid.reader;

import java.io.Closeable;
import java.io.IOException;

/** Deleted row ids one after the other, rising; an id may come more than once. Not thread-safe. */
interface DeleteCursor extends Closeable {
  /** Goes to the next; false at the end. */
  boolean next() throws IOException;

  long writeId();

  int bucketProperty();

  long rowId();
}
