package io.orcacid;

import io.orcacid.error.OrcAcidException;
import io.orcacid.txn.log.CommitLog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A directory below which tables lie, at any depth: found by their commit logs. */
public final class Warehouse {
  /** Levels of directories below it: databases, schemas, tables and some more. */
  private static final int DEEPEST = 8;

  private final AcidOptions options;
  private final Set<String> tables = new TreeSet<>();
  private final Map<String, String> unsearched = new TreeMap<>();

  /**
   * What was found.
   *
   * @param tables paths of tables, in order
   * @param unsearched directories that could not be searched, and why
   */
  public record Found(List<String> tables, Map<String, String> unsearched) {
    public Found {
      tables = List.copyOf(tables);
      unsearched = Map.copyOf(unsearched);
    }
  }

  private Warehouse(AcidOptions options) {
    this.options = options;
  }

  /**
   * Finds the tables below a directory. Looks into no table, and into nothing whose name begins
   * with {@code _} or {@code .}. A table that these settings cannot open is one too.
   *
   * @param directory of this machine, or of HDFS by its address
   * @throws IOException if the directory is not there, such as on a disk that is not mounted
   */
  public static Found search(String directory, AcidOptions options) throws IOException {
    String place = directory.replaceFirst("(?<=.)/+$", "");
    TableLocation location = TableLocation.of(place, options);
    if (!location.storage().exists(location.root())) {
      throw new FileNotFoundException("The warehouse is not there: " + place);
    }
    Warehouse warehouse = new Warehouse(options);
    warehouse.search(place, 0);
    return new Found(new ArrayList<>(warehouse.tables), warehouse.unsearched);
  }

  private void search(String place, int depth) {
    try {
      TableLocation location = TableLocation.of(place, options);
      List<String> names = location.storage().listDirectories(location.root());
      if (names.contains(CommitLog.DIRECTORY)) {
        if (isTable(location)) {
          tables.add(place);
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
    } catch (IOException e) {
      // The others are there all the same.
      unsearched.put(place, String.valueOf(e.getMessage()));
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
