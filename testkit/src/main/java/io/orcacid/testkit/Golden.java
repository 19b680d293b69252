package io.orcacid.testkit;

/** Answers measured on Hive 4.0.1's classes, as JSON text. */
public final class Golden {
  private Golden() {}

  /** Which directories of a listing count: 46 cases; their {@code about} says how they read. */
  public static String acidStateCases() {
    return TestResources.text("golden/acid-state-cases.json");
  }

  /** Questions to valid write id lists: 150 vectors. */
  public static String writeIdListVectors() {
    return TestResources.text("golden/write-id-list-vectors.json");
  }
}
