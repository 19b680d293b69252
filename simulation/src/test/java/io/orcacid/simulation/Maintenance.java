package io.orcacid.simulation;

import io.orcacid.AcidTable;
import java.io.IOException;

/**
 * What compacts and cleans the table of a simulation. Neither changes rows; each may make versions,
 * whose rows are those of the version before.
 */
interface Maintenance {
  /** Compacts every partition. */
  void compact(AcidTable table, Step.Kind kind) throws IOException;

  /**
   * Cleans.
   *
   * @return the oldest version that is readable afterwards
   */
  long clean(AcidTable table, int versionsKept) throws IOException;

  /** For histories without such steps. */
  static Maintenance none() {
    return new Maintenance() {
      @Override
      public void compact(AcidTable table, Step.Kind kind) {
        throw new UnsupportedOperationException("the history compacts");
      }

      @Override
      public long clean(AcidTable table, int versionsKept) {
        throw new UnsupportedOperationException("the history cleans");
      }
    };
  }
}
