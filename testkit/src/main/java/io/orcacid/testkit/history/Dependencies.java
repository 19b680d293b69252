package io.orcacid.testkit.history;

import io.orcacid.testkit.history.DependencyGraph.Kind;
import io.orcacid.testkit.history.Operation.Seen;
import io.orcacid.testkit.history.Writers.Written;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What committed transactions depend on: by the order of commits where they wrote, and by what they
 * truly saw where they read.
 */
final class Dependencies {
  private final List<RecordedTransaction> nodes;
  private final Writers writers;
  private final DependencyGraph graph;
  private final Map<RecordedTransaction, Integer> numbers = new IdentityHashMap<>();
  private final Map<Long, Chain> chains = new HashMap<>();

  /** The commits that changed a row, in order, and what each left. */
  private static final class Chain {
    private final List<Integer> writers = new ArrayList<>();
    private final List<Long> versions = new ArrayList<>();
    private final List<Boolean> gone = new ArrayList<>();

    /** Place of the last change by a node; -1 if it made none. */
    int placeOf(int node, int from) {
      for (int place = from; place >= 0; place--) {
        if (writers.get(place) == node) {
          return place;
        }
      }
      return -1;
    }

    /** Place of the last change up to a version; -1 for none. */
    int upTo(long version) {
      int low = 0;
      int high = versions.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (versions.get(middle) <= version) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low - 1;
    }

    boolean isGone() {
      return gone.isEmpty() || gone.get(gone.size() - 1);
    }
  }

  Dependencies(List<RecordedTransaction> nodes, Writers writers) {
    this.nodes = nodes;
    this.writers = writers;
    this.graph = new DependencyGraph(nodes.size());
  }

  DependencyGraph graph() {
    for (int node = 0; node < nodes.size(); node++) {
      numbers.put(nodes.get(node), node);
      if (nodes.get(node).position().isPresent()) {
        write(node, nodes.get(node));
      }
    }
    for (int node = 0; node < nodes.size(); node++) {
      read(node, nodes.get(node));
    }
    return graph;
  }

  private void write(int node, RecordedTransaction transaction) {
    Map<Long, Boolean> changed = new HashMap<>();
    for (Operation operation : transaction.operations()) {
      if (operation instanceof Operation.Append append) {
        changed.put(append.key(), false);
      } else if (operation instanceof Operation.Delete delete) {
        changed.put(delete.key(), true);
      } else if (operation instanceof Operation.Clear clear) {
        chains.forEach(
            (key, chain) -> {
              if (!chain.isGone() && clear.keys().test(key)) {
                changed.put(key, true);
              }
            });
      }
    }
    long version = transaction.position().orElseThrow().version();
    changed.forEach(
        (key, gone) -> {
          Chain chain = chains.computeIfAbsent(key, any -> new Chain());
          if (gone && chain.isGone()) {
            // Added and deleted again: who misses the row sees what is there before and after.
            return;
          }
          if (!chain.writers.isEmpty()) {
            graph.add(chain.writers.get(chain.writers.size() - 1), node, Kind.WRITE_WRITE, key);
          }
          chain.writers.add(node);
          chain.versions.add(version);
          chain.gone.add(gone);
        });
  }

  private void read(int node, RecordedTransaction transaction) {
    Set<Long> own = new TreeSet<>();
    boolean cleared = false;
    for (Operation operation : transaction.operations()) {
      if (operation instanceof Operation.Append append) {
        own.add(append.key());
      } else if (operation instanceof Operation.Delete delete) {
        own.add(delete.key());
      } else if (operation instanceof Operation.Clear) {
        cleared = true;
      } else if (operation instanceof Operation.Read read && !cleared) {
        read(node, transaction.readVersion(), read, own);
      }
    }
  }

  private void read(int node, long version, Operation.Read read, Set<Long> own) {
    Set<Long> seen = new TreeSet<>();
    for (Seen row : read.rows()) {
      seen.add(row.key());
      if (!own.contains(row.key())) {
        saw(node, version, row);
      }
    }
    if (read.keys().length > 0) {
      for (long key : read.keys()) {
        if (!seen.contains(key) && !own.contains(key)) {
          missed(node, key, version);
        }
      }
    } else {
      for (long key : chains.keySet()) {
        if (!seen.contains(key) && !own.contains(key)) {
          missed(node, key, version);
        }
      }
    }
  }

  private void saw(int node, long version, Seen row) {
    int before = -1;
    for (long value : row.values()) {
      int writer = writers.of(value).map(Written::writer).map(numbers::get).orElse(-1);
      if (before > writer && writer >= 0) {
        graph.add(before, writer, Kind.WRITE_WRITE, row.key());
      }
      before = writer;
    }
    Chain chain = chains.get(row.key());
    if (before < 0 || chain == null) {
      return;
    }
    graph.add(before, node, Kind.WRITE_READ, row.key());
    int near = chain.placeOf(before, chain.upTo(version));
    int place = near >= 0 ? near : chain.placeOf(before, chain.writers.size() - 1);
    overwritten(node, chain, place, row.key());
  }

  /** What was not seen was not there: before it was written first, or after it was deleted. */
  private void missed(int node, long key, long version) {
    Chain chain = chains.get(key);
    if (chain == null) {
      return;
    }
    int place = chain.upTo(version);
    while (place >= 0 && !chain.gone.get(place)) {
      place--;
    }
    if (place >= 0) {
      graph.add(chain.writers.get(place), node, Kind.WRITE_READ, key);
    }
    overwritten(node, chain, place, key);
  }

  private void overwritten(int node, Chain chain, int place, long key) {
    Optional.of(place + 1)
        .filter(next -> next < chain.writers.size())
        .ifPresent(next -> graph.add(node, chain.writers.get(next), Kind.READ_WRITE, key));
  }
}
