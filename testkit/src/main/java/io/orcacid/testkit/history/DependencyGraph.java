package io.orcacid.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Edges between numbered nodes, and the strongly connected parts of them. */
final class DependencyGraph {
  private final int nodes;
  private int[] from = new int[1024];
  private int[] to = new int[1024];
  private long[] keys = new long[1024];
  private byte[] kinds = new byte[1024];
  private int count;

  /** Why one transaction comes before another, weakest last. */
  enum Kind {
    /** The second wrote over what the first wrote. */
    WRITE_WRITE,
    /** The second read what the first wrote. */
    WRITE_READ,
    /** The second wrote over what the first read. */
    READ_WRITE
  }

  /** One edge. */
  record Edge(int from, int to, Kind kind, long key) {}

  DependencyGraph(int nodes) {
    this.nodes = nodes;
  }

  void add(int first, int second, Kind kind, long key) {
    if (first == second) {
      return;
    }
    if (count == from.length) {
      from = Arrays.copyOf(from, 2 * count);
      to = Arrays.copyOf(to, 2 * count);
      keys = Arrays.copyOf(keys, 2 * count);
      kinds = Arrays.copyOf(kinds, 2 * count);
    }
    from[count] = first;
    to[count] = second;
    keys[count] = key;
    kinds[count++] = (byte) kind.ordinal();
  }

  /** The edges between nodes of a part. */
  List<Edge> edges(int[] partOf, int part) {
    List<Edge> edges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (partOf[from[i]] == part && partOf[to[i]] == part) {
        edges.add(new Edge(from[i], to[i], Kind.values()[kinds[i]], keys[i]));
      }
    }
    return edges;
  }

  /**
   * The number of the strongly connected part of each node, by Tarjan's algorithm without
   * recursion.
   *
   * @param weakest edges of weaker kinds are left out
   */
  int[] parts(Kind weakest) {
    return new Tarjan(weakest).run();
  }

  private final class Tarjan {
    private final int[] firstEdge = new int[nodes + 1];
    private final int[] targets;
    private final int[] index = new int[nodes];
    private final int[] low = new int[nodes];
    private final int[] part = new int[nodes];
    private final int[] position = new int[nodes];
    private final int[] path = new int[nodes];
    private final int[] open = new int[nodes];
    private int pathLength;
    private int openCount;
    private int visited;
    private int parts;

    Tarjan(Kind weakest) {
      int kept = 0;
      for (int i = 0; i < count; i++) {
        if (kinds[i] <= weakest.ordinal()) {
          firstEdge[from[i] + 1]++;
          kept++;
        }
      }
      for (int node = 0; node < nodes; node++) {
        firstEdge[node + 1] += firstEdge[node];
      }
      targets = new int[kept];
      int[] fill = Arrays.copyOf(firstEdge, nodes);
      for (int i = 0; i < count; i++) {
        if (kinds[i] <= weakest.ordinal()) {
          targets[fill[from[i]]++] = to[i];
        }
      }
      Arrays.fill(part, -1);
    }

    int[] run() {
      for (int node = 0; node < nodes; node++) {
        if (index[node] == 0) {
          enter(node);
          while (pathLength > 0) {
            step(path[pathLength - 1]);
          }
        }
      }
      return part;
    }

    private void enter(int node) {
      index[node] = ++visited;
      low[node] = visited;
      position[node] = firstEdge[node];
      path[pathLength++] = node;
      open[openCount++] = node;
    }

    private void step(int node) {
      if (position[node] < firstEdge[node + 1]) {
        int target = targets[position[node]++];
        if (index[target] == 0) {
          enter(target);
        } else if (part[target] < 0) {
          low[node] = Math.min(low[node], index[target]);
        }
        return;
      }
      pathLength--;
      if (low[node] == index[node]) {
        int member;
        do {
          member = open[--openCount];
          part[member] = parts;
        } while (member != node);
        parts++;
      }
      if (pathLength > 0) {
        int caller = path[pathLength - 1];
        low[caller] = Math.min(low[caller], low[node]);
      }
    }
  }
}
