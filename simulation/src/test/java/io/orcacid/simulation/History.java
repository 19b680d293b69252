package io.orcacid.simulation;

import io.orcacid.TableDefinition;
import java.util.List;

/**
 * A table and what happens to it.
 *
 * @param definition what the table is
 * @param checkpointEntries entries after which its log writes a checkpoint
 * @param steps in order
 */
record History(TableDefinition definition, int checkpointEntries, List<Step> steps) {
  History {
    steps = List.copyOf(steps);
  }
}
