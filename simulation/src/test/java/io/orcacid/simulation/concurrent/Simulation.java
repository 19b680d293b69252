package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.testkit.history.Operation;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** One seed: a table is made, processes work on it, then it is looked at in peace. */
final class Simulation {
  /** Transactions of a seed. */
  static final int TRANSACTIONS = 50;

  private final long seed;
  private final Plan plan;
  private final World world;
  private final Recorder recorder;
  private final List<Actor> actors = new ArrayList<>();

  Simulation(long seed) {
    this(
        seed,
        Plan.of(new Random(new SplittableRandom(seed).nextLong()), TRANSACTIONS),
        PlantedBug.NONE);
  }

  Simulation(long seed, Plan plan, PlantedBug bug) {
    this.seed = seed;
    this.plan = plan;
    this.world = new World(seed, plan, bug, Plan.WRITERS + Plan.READERS + 2);
    this.recorder = new Recorder(world);
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < Plan.WRITERS; i++) {
      int share =
          plan.transactions() * (i + 1) / Plan.WRITERS - plan.transactions() * i / Plan.WRITERS;
      writers.add(new Writer(world, recorder, i, names(i), share));
    }
    BooleanSupplier done = () -> writers.stream().allMatch(Writer::isDone);
    actors.addAll(writers);
    while (actors.size() < Plan.WRITERS + Plan.READERS) {
      actors.add(new Reader(world, recorder, actors.size(), names(actors.size()), done));
    }
    actors.add(new CompactingActor(world, recorder, actors.size(), names(actors.size()), done));
    actors.add(new CleaningActor(world, recorder, actors.size(), names(actors.size()), done));
  }

  private long names(int actor) {
    return new SplittableRandom(seed + actor).nextLong();
  }

  Figures figures() {
    return world.figures();
  }

  /** Depends on everything that happened. */
  long trace() {
    return world.trace();
  }

  Plan plan() {
    return plan;
  }

  /** Runs it, with the actors in threads of an executor that has one for each. */
  void run(ExecutorService threads) throws IOException, InterruptedException {
    RepeatableNames.seed(names(-1));
    try {
      create();
      List<Future<?>> running = new ArrayList<>();
      for (Actor actor : actors) {
        running.add(threads.submit(actor));
      }
      world.baton().awaitAll();
      world.begin();
      for (Future<?> each : running) {
        each.get();
      }
      if (world.failure() != null) {
        throw new AssertionError(world.failure().getMessage(), world.failure());
      }
      world.quieten();
      new FinalChecks(world, recorder).run();
      world.figures().count(What.SEEDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      RepeatableNames.unseed();
    }
  }

  private void create() throws IOException {
    TableDefinition definition =
        TableDefinition.of("k bigint, p int, n bigint, s string")
            .property(ConflictPolicy.PROPERTY, plan.policy().text());
    if (plan.isPartitioned()) {
      definition = definition.partitionedBy("p");
    }
    if (plan.buckets() > 0) {
      definition = definition.bucketedBy(plan.buckets(), "k");
    }
    try (AcidTable table = world.plainLocation().create(definition, SimulatedProcess.options());
        Transaction transaction = table.begin()) {
      Recording recording = recorder.begin();
      recording.reads(transaction.readVersion());
      Inserter inserter = transaction.insert();
      for (long account = 0; account < Plan.ACCOUNTS; account++) {
        long value = recorder.newValue(100);
        inserter.row(account, plan.partitionOf(account), 100L, String.valueOf(value));
        recording.inserts(account);
        recording.add(new Operation.Append(account, value));
      }
      recording.acknowledge(world.stamp(), transaction.commit().version());
      recording.wroteUnder(transaction.writeId());
      assertThat(recording.version()).isEqualTo(1);
    }
  }
}
