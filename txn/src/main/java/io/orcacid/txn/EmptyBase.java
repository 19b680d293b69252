package io.orcacid.txn;

import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;

/** Writes the base of a partition that is to have no row. */
public interface EmptyBase {
  /**
   * A base of one file without rows, durable in the transaction's temporary directory of the
   * partition.
   *
   * @param partition path of the partition
   */
  DataDirectory write(String partition) throws IOException;
}
