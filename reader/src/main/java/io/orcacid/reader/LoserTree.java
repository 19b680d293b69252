package io.orcacid.reader;

import java.util.List;

/**
 * Merges many sorted sources: a tournament whose losers stay where they lost, so that finding the
 * next least costs one comparison per level. Sources compare themselves; one at its end compares as
 * greater than every other. Not thread-safe.
 */
final class LoserTree<S extends LoserTree.Source<S>> {
  private final List<S> sources;
  private final int[] losers;
  private int winner;

  /** A sorted source that stands on an element, or at its end. */
  interface Source<S> {
    /** Whether this source's element comes before another's; an ended source never does. */
    boolean comesBefore(S other);
  }

  LoserTree(List<S> sources) {
    this.sources = List.copyOf(sources);
    this.losers = new int[Math.max(1, sources.size())];
    this.winner = sources.isEmpty() ? -1 : build(1);
  }

  /** Winner of the sub-tree of a node; leaves are the nodes from {@code size} on. */
  private int build(int node) {
    int size = sources.size();
    if (node >= size) {
      return node - size;
    }
    int left = build(2 * node);
    int right = build(2 * node + 1);
    boolean leftWins = !sources.get(right).comesBefore(sources.get(left));
    losers[node] = leftWins ? right : left;
    return leftWins ? left : right;
  }

  /**
   * The source with the least element; null if there are no sources. It may be at its end: then all
   * are.
   */
  S least() {
    return winner < 0 ? null : sources.get(winner);
  }

  /** The source with the least element of all others; null if there is none. */
  S runnerUp() {
    S best = null;
    for (int node = (winner + sources.size()) / 2; node >= 1; node /= 2) {
      S loser = sources.get(losers[node]);
      if (best == null || loser.comesBefore(best)) {
        best = loser;
      }
    }
    return best;
  }

  /** To be called after the least source moved on. */
  void replay() {
    int current = winner;
    for (int node = (winner + sources.size()) / 2; node >= 1; node /= 2) {
      int loser = losers[node];
      if (sources.get(loser).comesBefore(sources.get(current))) {
        losers[node] = current;
        current = loser;
      }
    }
    winner = current;
  }

  /** All sources, for closing. */
  List<S> sources() {
    return sources;
  }
}
