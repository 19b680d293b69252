package io.orcacid.bench;

import java.util.List;

/** The programs that the engine is compared to, each in a module of its own. */
final class Peers {
  /** Their names, as modules below {@code bench/peers}. */
  static final List<String> READERS = List.of("hive", "paimon", "iceberg");

  /** What Hive's module calls its faster reader. */
  static final String HIVE_VECTORISED = "hive-vectorised";

  static final String HIVE = "hive";

  /** Heap of each, as the flag has it. */
  static final String HEAP = "2g";

  private Peers() {}
}
