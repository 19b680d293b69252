package io.orcacid.cli.output;

import io.orcacid.Address;
import java.util.Optional;

/**
 * Prints rows to a stream. Rows may stay in memory until {@link #finish}, which leaves the stream
 * open. Not safe for several threads.
 */
public interface RowPrinter {
  /**
   * Prints a row.
   *
   * @param values in the order of the columns, of the Java types of package {@code
   *     io.orcacid.format.value}; not kept
   * @param address where the row is; must be there if the printer was made to print it, and is
   *     passed over if not
   * @throws java.io.UncheckedIOException if the stream takes no more
   */
  void print(Object[] values, Optional<Address> address);

  /**
   * Prints what is held back. A printer of no rows prints its header, if the format has one.
   *
   * @throws java.io.UncheckedIOException if the stream takes no more
   */
  void finish();
}
