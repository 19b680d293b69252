package io.orcacid.bench;

/** How much trouble a benchmark takes. */
enum Effort {
  /** What counts: what the compiler made of the code differs from one JVM to the next. */
  FULL(3, 5, 3, "1g"),
  QUICK(1, 3, 1, "1g"),
  /** Whether it runs at all. */
  SMOKE(0, 1, 1, "256m");

  private final int warmUps;
  private final int runs;
  private final int forks;
  private final String heap;

  Effort(int warmUps, int runs, int forks, String heap) {
    this.warmUps = warmUps;
    this.runs = runs;
    this.forks = forks;
    this.heap = heap;
  }

  /** Runs that do not count. */
  int warmUps() {
    return warmUps;
  }

  /** Runs that do, odd. */
  int runs() {
    return runs;
  }

  /** JVMs, odd. */
  int forks() {
    return forks;
  }

  /** Of each JVM, as the flag has it. */
  String heap() {
    return heap;
  }
}
