package io.orcacid;

import io.orcacid.error.OrcAcidException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CommitLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A directory below which tables lie, at any depth: found by their commit logs. */
public final class Warehouse {
  /** Levels of directories below it: databases, schemas, tables and some more. */
  private static final int DEEPEST = 8;

  private final AcidOptions options;
  private final Set<String> found = new TreeSet<>();

  private Warehouse(AcidOptions options) {
    this.options = options;
  }

  /**
   * Paths of the tables below a directory, in order. Looks into no table, and into nothing whose
   * name begins with {@code _} or {@code .}. A table that these settings cannot open is one too.
   *
   * @param directory of this machine, or of HDFS by its address
   * @throws IOException if a directory cannot be listed
   */
  public static List<String> tables(String directory, AcidOptions options) throws IOException {
    Warehouse warehouse = new Warehouse(options);
    warehouse.search(directory.replaceFirst("(?<=.)/+$", ""), 0);
    return new ArrayList<>(warehouse.found);
  }

  private void search(String place, int depth) throws IOException {
    TableLocation location = TableLocation.of(place, options);
    Storage storage = location.storage();
    List<String> names = storage.listDirectories(location.root());
    if (names.contains(CommitLog.DIRECTORY)) {
      if (isTable(location)) {
        found.add(place);
      }
      return;
    }
    if (depth < DEEPEST) {
      for (String name : names) {
        if (!name.startsWith("_") && !name.startsWith(".")) {
          search(place + "/" + name, depth + 1);
        }
      }
    }
  }

  private static boolean isTable(TableLocation location) throws IOException {
    try {
      return location.hasTable();
    } catch (OrcAcidException unreadable) {
      // It is there; who opens it is told why that cannot be done.
      return true;
    }
  }
}
