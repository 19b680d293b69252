package io.orcacid.txn;

/** Where a partition's directory is. */
public final class PartitionPlace {
  private PartitionPlace() {}

  public static String of(String tablePath, String partition) {
    return partition.isEmpty() ? tablePath : tablePath + "/" + partition;
  }
}
