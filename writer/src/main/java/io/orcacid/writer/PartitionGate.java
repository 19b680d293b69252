package io.orcacid.writer;

/** Which partitions a statement may write to. */
public interface PartitionGate {
  /** Lets every partition pass. */
  PartitionGate OPEN = partition -> {};

  /**
   * Asked once for each partition, before anything is written to it.
   *
   * @throws io.orcacid.error.ValidationException if the statement may not write there
   */
  void check(String partition);
}
