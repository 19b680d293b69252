package io.orcacid.txn;

/** Where a partition's directory is. */
final class PartitionPlace {
  private PartitionPlace() {}

  static String of(String tablePath, String partition) {
    return partition.isEmpty() ? tablePath : tablePath + "/" + partition;
  }
}
