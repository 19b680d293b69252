package io.orcacid.testkit.history;

import io.orcacid.testkit.history.DependencyGraph.Edge;
import io.orcacid.testkit.history.DependencyGraph.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names the cycles of a graph by the strongest kinds of edges that make one. */
final class Cycles {
  private final List<RecordedTransaction> nodes;
  private final DependencyGraph graph;

  Cycles(List<RecordedTransaction> nodes, DependencyGraph graph) {
    this.nodes = nodes;
    this.graph = graph;
  }

  List<Anomaly> anomalies() {
    List<Anomaly> found = new ArrayList<>();
    for (List<Edge> part : partsWithCycles(Kind.READ_WRITE)) {
      found.add(name(part));
    }
    return found;
  }

  private List<List<Edge>> partsWithCycles(Kind weakest) {
    int[] parts = graph.parts(weakest);
    int[] sizes = new int[nodes.size()];
    for (int part : parts) {
      sizes[part]++;
    }
    List<List<Edge>> found = new ArrayList<>();
    for (int part = 0; part < sizes.length; part++) {
      if (sizes[part] > 1) {
        found.add(graph.edges(parts, part));
      }
    }
    return found;
  }

  private Anomaly name(List<Edge> part) {
    for (Kind weakest : List.of(Kind.WRITE_WRITE, Kind.WRITE_READ)) {
      List<Edge> strong =
          part.stream().filter(edge -> edge.kind().compareTo(weakest) <= 0).toList();
      Optional<List<Edge>> cycle =
          strong.stream().map(edge -> cycle(edge, strong)).flatMap(Optional::stream).findFirst();
      if (cycle.isPresent()) {
        return anomaly(
            weakest == Kind.WRITE_WRITE ? Anomaly.Kind.DIRTY_WRITE : Anomaly.Kind.CIRCULAR_READ,
            cycle.get());
      }
    }
    List<Edge> strong = part.stream().filter(edge -> edge.kind() != Kind.READ_WRITE).toList();
    List<List<Edge>> single =
        part.stream()
            .filter(edge -> edge.kind() == Kind.READ_WRITE)
            .map(edge -> cycle(edge, strong))
            .flatMap(Optional::stream)
            .toList();
    for (List<Edge> cycle : single) {
      if (isLostUpdate(cycle)) {
        return anomaly(Anomaly.Kind.LOST_UPDATE, cycle);
      }
    }
    return single.isEmpty()
        ? anomaly(
            Anomaly.Kind.WRITE_SKEW,
            part.stream()
                .map(edge -> cycle(edge, part))
                .flatMap(Optional::stream)
                .findFirst()
                .get())
        : anomaly(Anomaly.Kind.READ_SKEW, single.get(0));
  }

  private static boolean isLostUpdate(List<Edge> cycle) {
    return cycle.size() == 2
        && cycle.get(1).kind() == Kind.WRITE_WRITE
        && cycle.get(0).key() == cycle.get(1).key();
  }

  /** An edge and the shortest way back by other edges, those of the same row preferred. */
  private static Optional<List<Edge>> cycle(Edge first, List<Edge> others) {
    for (Edge other : others) {
      if (other.from() == first.to() && other.to() == first.from() && other.key() == first.key()) {
        return Optional.of(List.of(first, other));
      }
    }
    Map<Integer, List<Edge>> out = new HashMap<>();
    others.forEach(edge -> out.computeIfAbsent(edge.from(), node -> new ArrayList<>()).add(edge));
    Deque<List<Edge>> ways = new ArrayDeque<>(List.of(List.of(first)));
    Set<Integer> reached = new HashSet<>();
    while (!ways.isEmpty()) {
      List<Edge> way = ways.remove();
      int end = way.get(way.size() - 1).to();
      if (end == first.from()) {
        return Optional.of(way);
      }
      if (reached.add(end)) {
        for (Edge edge : out.getOrDefault(end, List.of())) {
          List<Edge> longer = new ArrayList<>(way);
          longer.add(edge);
          ways.add(longer);
        }
      }
    }
    return Optional.empty();
  }

  private Anomaly anomaly(Anomaly.Kind kind, List<Edge> cycle) {
    List<Long> ids = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Edge edge : cycle) {
      long id = nodes.get(edge.from()).id();
      ids.add(id);
      text.append(id).append(" -").append(edge.kind()).append(" key ").append(edge.key());
      text.append("-> ");
    }
    return new Anomaly(kind, ids, text.append(ids.get(0)).toString());
  }
}
