package io.orcacid.bench.program;

import java.util.List;

/** What came of starting a program. */
public sealed interface Outcome {
  /** Name of the program. */
  String program();

  /**
   * It ran.
   *
   * @param program its name
   * @param results at least one
   */
  record Finished(String program, List<ProgramResult> results) implements Outcome {
    public Finished {
      results = List.copyOf(results);
    }
  }

  /**
   * It did not run, or failed.
   *
   * @param program its name
   * @param reason why, in one line
   */
  record Missing(String program, String reason) implements Outcome {}
}
