package io.orcacid.bench;

import io.orcacid.bench.program.Program;
import java.util.Locale;

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

  /** As the command line has it. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
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

  /** A program of this module. */
  Program program(String name, Class<?> main) {
    return program(name, main, heap);
  }

  /** A program of this module with so much heap, as the flag has it. */
  Program program(String name, Class<?> main, String ofHeap) {
    Program program = Program.own(name, main, ofHeap);
    return this == SMOKE ? program.with("-XX:TieredStopAtLevel=1") : program;
  }
}
