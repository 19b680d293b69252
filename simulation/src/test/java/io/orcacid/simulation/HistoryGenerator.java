package io.orcacid.simulation;

import io.orcacid.TableDefinition;
import io.orcacid.simulation.Change.Delete;
import io.orcacid.simulation.Change.Insert;
import io.orcacid.simulation.Change.Range;
import io.orcacid.simulation.Change.Update;
import io.orcacid.simulation.Step.Clean;
import io.orcacid.simulation.Step.Compact;
import io.orcacid.simulation.Step.Ending;
import io.orcacid.simulation.Step.Finish;
import io.orcacid.simulation.Step.FinishOldest;
import io.orcacid.simulation.Step.Kind;
import io.orcacid.simulation.Step.Reopen;
import io.orcacid.simulation.Step.SwitchProcess;
import io.orcacid.simulation.Step.Transact;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Histories that depend on a seed alone. */
final class HistoryGenerator {
  private static final int PARTITIONS = 3;

  private final Random random;
  private final Set<Ability> abilities;
  private long nextKey = 1;

  /** Steps that not every table can take. */
  enum Ability {
    COMPACT,
    CLEAN
  }

  HistoryGenerator(Random random, Set<Ability> abilities) {
    this.random = random;
    this.abilities = abilities.isEmpty() ? EnumSet.noneOf(Ability.class) : abilities;
  }

  /** A history of so many steps. */
  History next(int steps) {
    List<Step> list = new ArrayList<>();
    list.add(new Transact(List.of(insert(8)), Ending.COMMIT));
    while (list.size() < steps) {
      list.add(step());
    }
    return new History(definition(), 2 + random.nextInt(8), list);
  }

  private TableDefinition definition() {
    TableDefinition definition =
        TableDefinition.of("k bigint, p int, n int, s string")
            .property("orcacid.conflict.policy", random.nextBoolean() ? "hive" : "row");
    if (random.nextBoolean()) {
      definition = definition.partitionedBy("p");
    }
    return random.nextBoolean() ? definition.bucketedBy(1 + random.nextInt(3), "k") : definition;
  }

  private Step step() {
    int chosen = random.nextInt(100);
    if (chosen < 8 && abilities.contains(Ability.COMPACT)) {
      return new Compact(random.nextBoolean() ? Kind.MINOR : Kind.MAJOR);
    }
    if (chosen < 12 && abilities.contains(Ability.CLEAN)) {
      return new Clean(1 + random.nextInt(4));
    }
    if (chosen < 20) {
      return new FinishOldest(Finish.values()[random.nextInt(Finish.values().length)]);
    }
    if (chosen < 23) {
      return new Reopen();
    }
    if (chosen < 30) {
      return new SwitchProcess();
    }
    int changes = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
    List<Change> list = new ArrayList<>();
    for (int i = 0; i < changes; i++) {
      list.add(change());
    }
    int ending = random.nextInt(10);
    return new Transact(
        list, ending == 0 ? Ending.ABORT : ending == 1 ? Ending.LEAVE_OPEN : Ending.COMMIT);
  }

  private Change change() {
    return switch (random.nextInt(4)) {
      case 0 -> new Delete(range(2));
      case 1 -> new Update(range(5), 1 + random.nextInt(9));
      default -> insert(5);
    };
  }

  private Insert insert(int most) {
    List<RowValues> rows = new ArrayList<>();
    for (int i = 1 + random.nextInt(most); i > 0; i--) {
      rows.add(
          new RowValues(
              nextKey++,
              random.nextInt(PARTITIONS),
              random.nextInt(100),
              "x".repeat(random.nextInt(20))));
    }
    return new Insert(rows);
  }

  /** A few rows, of which some are there, none, or all. */
  private Range range(int most) {
    long first = 1 + random.nextInt((int) nextKey);
    return new Range(first, first + random.nextInt(most));
  }
}
