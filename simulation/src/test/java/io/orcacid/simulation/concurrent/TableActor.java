package io.orcacid.simulation.concurrent;

import io.orcacid.AcidTable;
import java.io.IOException;

/** A process that works on the table by its front door. */
abstract class TableActor extends Actor {
  private AcidTable table;

  TableActor(World world, Recorder recorder, int number, long names) {
    super(world, recorder, number, names);
  }

  final AcidTable table() {
    return table;
  }

  @Override
  final void open() throws IOException {
    table = process().openTable();
  }

  @Override
  final void close() throws IOException {
    table.close();
  }
}
