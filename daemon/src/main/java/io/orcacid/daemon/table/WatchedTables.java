package io.orcacid.daemon.table;

import io.orcacid.Warehouse;
import io.orcacid.daemon.config.DaemonConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The tables that a daemon looks after. Thread-safe. */
public final class WatchedTables implements AutoCloseable {
  private final Map<String, WatchedTable> tables = new TreeMap<>();
  private final Map<String, String> unsearched = new TreeMap<>();
  private DaemonConfig config;

  /** Those that a configuration names; warehouses are searched by {@link #discover}. */
  public WatchedTables(DaemonConfig config) {
    this.config = config;
    config.tables().forEach(path -> tables.put(path, new WatchedTable(path, config)));
  }

  /**
   * Searches the warehouses. A table that is gone from them is forgotten; those of a warehouse that
   * cannot be searched stay.
   *
   * @return the tables that are forgotten
   */
  public List<WatchedTable> discover() {
    DaemonConfig current = config();
    Set<String> wanted = new LinkedHashSet<>(current.tables());
    Map<String, String> failed = new TreeMap<>();
    for (String warehouse : current.warehouses()) {
      try {
        Warehouse.Found found = Warehouse.search(warehouse, current.engine());
        wanted.addAll(found.tables());
        failed.putAll(found.unsearched());
      } catch (IOException | RuntimeException e) {
        failed.put(warehouse, String.valueOf(e.getMessage()));
      }
    }
    // Below what could not be searched nothing is known to be gone.
    for (WatchedTable table : all()) {
      if (failed.keySet().stream().anyMatch(place -> isBelow(table.path(), place))) {
        wanted.add(table.path());
      }
    }
    return keep(wanted, failed, current);
  }

  private static boolean isBelow(String path, String place) {
    return path.equals(place) || path.startsWith(place.endsWith("/") ? place : place + "/");
  }

  private List<WatchedTable> keep(
      Set<String> wanted, Map<String, String> failed, DaemonConfig searchedBy) {
    List<WatchedTable> gone = exchange(wanted, failed, searchedBy);
    gone.forEach(WatchedTable::close);
    return gone;
  }

  private synchronized List<WatchedTable> exchange(
      Set<String> wanted, Map<String, String> failed, DaemonConfig searchedBy) {
    unsearched.clear();
    unsearched.putAll(failed);
    List<WatchedTable> gone = new ArrayList<>();
    if (searchedBy == config) {
      tables
          .values()
          .removeIf(
              table -> {
                boolean leaves = !wanted.contains(table.path());
                if (leaves) {
                  gone.add(table);
                }
                return leaves;
              });
    }
    wanted.forEach(path -> tables.computeIfAbsent(path, one -> new WatchedTable(one, config)));
    return gone;
  }

  private synchronized DaemonConfig config() {
    return config;
  }

  /** Goes by another configuration: every table is opened anew. */
  public void reconfigure(DaemonConfig newConfig) {
    List<WatchedTable> known;
    synchronized (this) {
      config = newConfig;
      newConfig
          .tables()
          .forEach(path -> tables.computeIfAbsent(path, one -> new WatchedTable(one, newConfig)));
      known = List.copyOf(tables.values());
    }
    known.forEach(table -> table.reconfigure(newConfig));
  }

  /** All tables by path. */
  public synchronized List<WatchedTable> all() {
    return List.copyOf(tables.values());
  }

  /** The table of a path. */
  public synchronized Optional<WatchedTable> find(String path) {
    return Optional.ofNullable(tables.get(path));
  }

  /** Warehouses that could not be searched the last time, and why. */
  public synchronized Map<String, String> unsearched() {
    return Map.copyOf(unsearched);
  }

  @Override
  public void close() {
    all().forEach(WatchedTable::close);
  }
}
