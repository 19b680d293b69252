package io.orcacid.simulation.concurrent;

import io.orcacid.txn.policy.ConflictPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What a seed decides beforehand.
 *
 * @param policy the table's conflict policy
 * @param partitions how many it has; 1 for an unpartitioned table
 * @param buckets how many it has; 0 for none
 * @param checkpointEntries entries after which its log writes a checkpoint
 * @param switchesIn one of so many calls hands over to another process
 * @param transactions how many all writers together run
 * @param faults which kinds happen
 */
record Plan(
    ConflictPolicy policy,
    int partitions,
    int buckets,
    int checkpointEntries,
    int switchesIn,
    int transactions,
    Faults faults) {
  static final int WRITERS = 4;
  static final int READERS = 2;

  /** Rows with these keys are there from the beginning; of them nothing is deleted. */
  static final int ACCOUNTS = 4;

  /**
   * Faults in a million calls, or of a million transactions or puts.
   *
   * @param crash a process dies
   * @param power the machine does
   * @param pause a process stands still for long
   * @param jump a process's clock is set
   * @param disk a call of the disk goes wrong, by transaction
   * @param store a put goes wrong
   * @param foreign somebody else writes a file
   */
  record Faults(int crash, int power, int pause, int jump, int disk, int store, int foreign) {
    static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0);

    /** Each kind is there in half of the seeds. */
    static Faults of(Random random) {
      return new Faults(
          random.nextBoolean() ? 0 : 100 + random.nextInt(400),
          random.nextInt(3) > 0 ? 0 : 50 + random.nextInt(100),
          random.nextBoolean() ? 0 : 200 + random.nextInt(800),
          random.nextInt(3) > 0 ? 0 : 100 + random.nextInt(200),
          random.nextBoolean() ? 0 : 50_000 + random.nextInt(150_000),
          random.nextBoolean() ? 0 : 20_000 + random.nextInt(80_000),
          random.nextInt(3) > 0 ? 0 : 200 + random.nextInt(300));
    }
  }

  /** All policies but the one by keys, whose tables are written otherwise. */
  static List<ConflictPolicy> policies() {
    List<ConflictPolicy> policies = new ArrayList<>(List.of(ConflictPolicy.values()));
    policies.remove(ConflictPolicy.NBCC);
    return policies;
  }

  static Plan of(Random random, int transactions) {
    List<ConflictPolicy> policies = policies();
    return new Plan(
        policies.get(random.nextInt(policies.size())),
        1 + random.nextInt(3),
        random.nextInt(3),
        2 + random.nextInt(12),
        2 + random.nextInt(30),
        transactions,
        Faults.of(random));
  }

  boolean isPartitioned() {
    return partitions > 1;
  }

  /** Accounts have a partition of their own, if there are several. */
  int partitionOf(long key) {
    return key < ACCOUNTS || !isPartitioned() ? 0 : 1 + (int) (key % (partitions - 1));
  }

  String pathOf(int partition) {
    return isPartitioned() ? "p=" + partition : "";
  }

  /** Whether nothing but transfers changes accounts. */
  boolean keepsAccounts() {
    return isPartitioned();
  }
}
