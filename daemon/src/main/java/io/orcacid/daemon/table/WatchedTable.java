package io.orcacid.daemon.table;

import io.orcacid.AcidTable;
import io.orcacid.Cleaning;
import io.orcacid.compactor.clean.CleanPlan;
import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.daemon.schedule.Pool;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table that a daemon looks after: opened when it is first used, shared by all agents, and opened
 * anew after the settings changed. Thread-safe.
 */
public final class WatchedTable {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedTable.class);

  private final String path;

  /** Held while it is opened, which may take long; the state has the object's own lock. */
  private final Object opening = new Object();

  private Opened opened;
  private DaemonConfig config;
  private volatile Optional<Observation> observation = Optional.empty();
  private volatile Optional<String> trouble = Optional.empty();
  private volatile String pool = Pool.DEFAULT;
  private volatile Optional<String> uncleaned = Optional.empty();
  private volatile Optional<CleanPlan> cleanPlan = Optional.empty();

  /** An opened table and how many use it; guarded by the watched table. */
  private static final class Opened {
    private final AcidTable table;
    private final Cleaning cleaning;
    private int users;
    private boolean replaced;

    Opened(AcidTable table, Cleaning cleaning) {
      this.table = table;
      this.cleaning = cleaning;
    }
  }

  /** Somebody's use of the opened table; to be closed. */
  public final class Use implements AutoCloseable {
    private final Opened used;

    private Use(Opened used) {
      this.used = used;
    }

    /** The table. */
    public AcidTable table() {
      return used.table;
    }

    /** The table's cleaning, which remembers from run to run who was silent. */
    public Cleaning cleaning() {
      return used.cleaning;
    }

    @Override
    public void close() {
      release(used);
    }
  }

  WatchedTable(String path, DaemonConfig config) {
    this.path = path;
    this.config = config;
  }

  /** Where it is, as configured or found. */
  public String path() {
    return path;
  }

  /**
   * Uses the table. Who comes while it is being opened waits for that; nobody else does, however
   * long its storage takes.
   *
   * @throws IOException if it cannot be opened
   */
  public Use use() throws IOException {
    synchronized (opening) {
      DaemonConfig by;
      synchronized (this) {
        if (opened != null) {
          opened.users++;
          return new Use(opened);
        }
        by = config;
      }
      AcidTable table = AcidTable.open(path, by.engine());
      return use(new Opened(table, cleaning(table, by)), by);
    }
  }

  private synchronized Use use(Opened fresh, DaemonConfig by) {
    fresh.users++;
    if (by == config) {
      opened = fresh;
    } else {
      // The settings changed meanwhile: this one is for its first user only.
      fresh.replaced = true;
    }
    return new Use(fresh);
  }

  private static Cleaning cleaning(AcidTable table, DaemonConfig by) {
    return by.isForOursOnly()
        ? table.clean().retentionWithoutForeignReaders(by.cleanRetention())
        : table.clean().retention(by.cleanRetention());
  }

  private void release(Opened used) {
    boolean last;
    synchronized (this) {
      used.users--;
      last = used.users == 0 && used.replaced;
    }
    if (last) {
      close(used);
    }
  }

  /** Opens it anew, with other settings, for those who use it from now on. */
  void reconfigure(DaemonConfig newConfig) {
    synchronized (this) {
      config = newConfig;
    }
    close();
  }

  /** Closes it once nobody uses it any more; who uses it later opens it anew. */
  public void close() {
    Opened idle = null;
    synchronized (this) {
      if (opened != null) {
        opened.replaced = true;
        idle = opened.users == 0 ? opened : null;
        opened = null;
      }
    }
    if (idle != null) {
      close(idle);
    }
  }

  private void close(Opened unused) {
    try {
      unused.table.close();
    } catch (IOException e) {
      LOG.warn("{} was not closed well: {}", path, e.toString());
    }
  }

  /** What was last seen of it. */
  public Optional<Observation> observation() {
    return observation;
  }

  /** Says what was seen of it, which also ends its trouble. */
  public void observed(Observation seen) {
    observation = Optional.of(seen);
    trouble = Optional.empty();
  }

  /** Name of the pool whose workers compact it. */
  public String pool() {
    return pool;
  }

  /** Says which pool it is in. */
  public void inPool(String name) {
    pool = name;
  }

  /** Why it could not be looked at the last time; empty if it could. */
  public Optional<String> trouble() {
    return trouble;
  }

  /** Says why it cannot be looked at. */
  public void inTrouble(String reason) {
    trouble = Optional.of(reason);
  }

  /** Why it could not be cleaned the last time; empty if it could. */
  public Optional<String> uncleaned() {
    return uncleaned;
  }

  /** Says why it cannot be cleaned. */
  public void notCleaned(String reason) {
    uncleaned = Optional.of(reason);
  }

  /** What its last cleaning did with each directory, and why. */
  public Optional<CleanPlan> cleanPlan() {
    return cleanPlan;
  }

  /** Another cleaned it: what kept this one from it is over. */
  public void cleanedByAnother() {
    uncleaned = Optional.empty();
  }

  /** Says what a cleaning did. */
  public void cleaned(CleanPlan plan) {
    cleanPlan = Optional.of(plan);
    uncleaned = Optional.empty();
  }
}
