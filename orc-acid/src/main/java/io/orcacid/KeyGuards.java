package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.WrittenKeys;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Several sets of keys, each of its own columns. */
record KeyGuards(Collection<KeyGuard> guards) implements WrittenKeys {
  @Override
  public boolean areIn(String partition, List<DataDirectory> added) throws IOException {
    for (KeyGuard guard : guards) {
      if (guard.areIn(partition, added)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean haveRows(String partition) {
    return guards.stream().anyMatch(guard -> guard.haveRows(partition));
  }

  @Override
  public boolean haveAnyOf(String partition, RowIdSet deleted) {
    return guards.stream().anyMatch(guard -> guard.haveAnyOf(partition, deleted));
  }
}
