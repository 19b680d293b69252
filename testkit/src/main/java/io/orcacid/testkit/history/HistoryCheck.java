package io.orcacid.testkit.history;

import io.orcacid.testkit.history.Anomaly.Kind;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import io.orcacid.testkit.history.RecordedTransaction.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a history of which the order of commits is known: so that nothing has to be searched for,
 * and the time grows with the number of operations. Immutable.
 */
public final class HistoryCheck {
  private final List<RecordedTransaction> transactions;
  private final List<RecordedTransaction> inOrder;
  private final Writers writers;

  private HistoryCheck(List<RecordedTransaction> transactions) {
    this.transactions = transactions;
    this.inOrder =
        transactions.stream()
            .filter(transaction -> transaction.position().isPresent())
            .sorted(Comparator.comparing(transaction -> transaction.position().orElseThrow()))
            .toList();
    this.writers = new Writers(transactions);
  }

  /** A check of transactions in any order. */
  public static HistoryCheck of(List<RecordedTransaction> transactions) {
    return new HistoryCheck(List.copyOf(transactions));
  }

  /** All that is wrong: {@link #snapshotIsolation}, {@link #cycles} and {@link #realTime}. */
  public List<Anomaly> all(ConflictRule rule) {
    List<Anomaly> cycles = cycles();
    Set<Long> explained = new HashSet<>();
    cycles.forEach(anomaly -> explained.addAll(anomaly.transactions()));
    List<Anomaly> found = new ArrayList<>(cycles);
    for (Anomaly anomaly : snapshotIsolation(rule)) {
      boolean isVague = anomaly.kind() == Kind.WRONG_READ || anomaly.kind() == Kind.FORBIDDEN_PAIR;
      if (!isVague || anomaly.transactions().stream().noneMatch(explained::contains)) {
        found.add(anomaly);
      }
    }
    found.addAll(realTime());
    return found;
  }

  /**
   * Whether outcomes are true, each read is the state of its version, and no two commits that the
   * rule forbids missed each other.
   */
  public List<Anomaly> snapshotIsolation(ConflictRule rule) {
    List<Anomaly> found = new ArrayList<>();
    checkOutcomes(found);
    new Replay(transactions, inOrder, writers).run(found);
    checkPairs(rule, found);
    return found;
  }

  private void checkOutcomes(List<Anomaly> found) {
    for (RecordedTransaction transaction : transactions) {
      boolean inLog = transaction.position().isPresent();
      boolean wrote = transaction.operations().stream().anyMatch(Writers::writes);
      if (transaction.outcome() == Outcome.COMMITTED && wrote && !inLog) {
        found.add(anomaly(Kind.LOST_COMMIT, "acknowledged, but not in the log", transaction));
      }
      if (transaction.outcome() == Outcome.ABORTED && inLog) {
        found.add(anomaly(Kind.FALSE_ABORT, "said to have failed, but in the log", transaction));
      }
    }
  }

  private void checkPairs(ConflictRule rule, List<Anomaly> found) {
    Map<Object, List<RecordedTransaction>> commits = new HashMap<>();
    for (RecordedTransaction later : inOrder) {
      for (Object object : rule.objects(later)) {
        List<RecordedTransaction> earlier =
            commits.computeIfAbsent(object, key -> new ArrayList<>());
        for (int i = earlier.size() - 1; i >= 0; i--) {
          RecordedTransaction one = earlier.get(i);
          if (one.position().orElseThrow().version() <= later.readVersion()) {
            break;
          }
          if (rule.forbids(one, later, object)) {
            found.add(anomaly(Kind.FORBIDDEN_PAIR, "both wrote " + object, one, later));
          }
        }
        earlier.add(later);
      }
    }
  }

  /**
   * Cycles of dependencies between committed transactions, named by what they are made of; {@link
   * Kind#WRITE_SKEW} alone is possible under snapshot isolation.
   */
  public List<Anomaly> cycles() {
    List<RecordedTransaction> nodes = new ArrayList<>(inOrder);
    transactions.stream()
        .filter(RecordedTransaction::isCommitted)
        .filter(transaction -> transaction.position().isEmpty())
        .forEach(nodes::add);
    return new Cycles(nodes, new Dependencies(nodes, writers).graph()).anomalies();
  }

  /** Whether what began after an acknowledgement sees it and comes after it. */
  public List<Anomaly> realTime() {
    List<RecordedTransaction> byBegin = new ArrayList<>(transactions);
    byBegin.removeIf(transaction -> transaction.begin() == 0);
    byBegin.sort(Comparator.comparingLong(RecordedTransaction::begin));
    List<RecordedTransaction> byAcknowledgement = new ArrayList<>(inOrder);
    byAcknowledgement.removeIf(
        transaction -> transaction.acknowledged() == RecordedTransaction.NEVER);
    byAcknowledgement.sort(Comparator.comparingLong(RecordedTransaction::acknowledged));
    List<Anomaly> found = new ArrayList<>();
    RecordedTransaction newest = null;
    int next = 0;
    for (RecordedTransaction transaction : byBegin) {
      while (next < byAcknowledgement.size()
          && byAcknowledgement.get(next).acknowledged() < transaction.begin()) {
        RecordedTransaction acknowledged = byAcknowledgement.get(next++);
        if (newest == null || position(newest).compareTo(position(acknowledged)) < 0) {
          newest = acknowledged;
        }
      }
      if (newest != null && comesBefore(transaction, position(newest))) {
        found.add(
            anomaly(
                Kind.REAL_TIME,
                "acknowledged before the other began, which did not see it",
                newest,
                transaction));
      }
    }
    return found;
  }

  private static boolean comesBefore(RecordedTransaction transaction, Position acknowledged) {
    return transaction.readVersion() < acknowledged.version()
        || transaction.position().filter(own -> own.compareTo(acknowledged) < 0).isPresent();
  }

  private static Position position(RecordedTransaction transaction) {
    return transaction.position().orElseThrow();
  }

  static Anomaly anomaly(Kind kind, String text, RecordedTransaction... about) {
    List<Long> ids = new ArrayList<>();
    for (RecordedTransaction transaction : about) {
      ids.add(transaction.id());
    }
    return new Anomaly(kind, ids, text);
  }
}
