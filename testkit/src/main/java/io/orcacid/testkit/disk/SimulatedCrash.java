package io.orcacid.testkit.disk;

/** The process died; no code may catch it, and nothing that it still tries works. */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash() {
    super("simulated crash", null, false, false);
  }
}
