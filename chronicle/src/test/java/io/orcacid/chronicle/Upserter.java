package io.orcacid.chronicle;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process that writes the same keys again and again with an index, until it is killed. */
public final class Upserter {
  static final int KEYS = 300;

  private Upserter() {}

  static AcidOptions options(String indexes) {
    return AcidOptions.of(
        Map.of("orcacid.key.index", "chronicle", "orcacid.key.index.directory", indexes));
  }

  /** Arguments: the table, the directory of its indexes, and {@code await} or {@code upsert}. */
  public static void main(String[] arguments) throws Exception {
    try (AcidTable table = AcidTable.open(arguments[0], options(arguments[1]))) {
      boolean reached = table.awaitKeyIndex();
      if (arguments[2].equals("await")) {
        System.out.println("index: " + reached);
        return;
      }
      for (int round = 0; ; round++) {
        List<Object[]> rows = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
          rows.add(new Object[] {(key * 7 + round) % (2 * KEYS), round});
        }
        table.upsert(rows);
        System.out.println("round " + round);
      }
    }
  }
}
