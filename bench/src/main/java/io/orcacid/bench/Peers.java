package io.orcacid.bench;

import java.util.List;
import java.util.Optional;

/** The programs that the engine is compared to, each in a module of its own. */
final class Peers {
  /** What Hive's module calls its faster reader. */
  static final String HIVE_VECTORISED = "hive-vectorised";

  /** Hive's module. */
  static final String HIVE = "hive";

  /** Heap of each, as the flag has it. */
  static final String HEAP = "2g";

  /**
   * One way in which a peer reads.
   *
   * @param module its module below {@code bench/peers}
   * @param operation what the module's program calls it
   * @param load operation that makes its table; empty if it reads ours
   */
  record Reader(String module, String operation, Optional<String> load) {}

  static final List<Reader> READERS =
      List.of(
          new Reader(HIVE, "scan", Optional.empty()),
          new Reader(HIVE, "scan-rows", Optional.empty()),
          new Reader("paimon", "scan", Optional.of("load")),
          new Reader("paimon", "scan-merging", Optional.of("load")),
          new Reader("iceberg", "scan", Optional.of("load")));

  static final List<String> WRITERS = List.of(HIVE, "paimon", "iceberg");

  private Peers() {}
}
