package io.orcacid.daemon.view;

import java.time.Instant;
import java.util.List;

/**
 * The daemon itself.
 *
 * @param version of the program
 * @param host machine it runs on
 * @param processId its process on that machine
 * @param started when it started
 * @param state how it is
 * @param workers compactions that it runs at a time
 * @param working compactions that run now
 * @param waiting compactions that wait
 * @param window whether automatic compactions may run now, as a sentence
 * @param pools its pools
 * @param checks what {@code /readyz} looks at
 */
public record DaemonStatus(
    String version,
    String host,
    long processId,
    Instant started,
    State state,
    int workers,
    int working,
    int waiting,
    String window,
    List<PoolStatus> pools,
    List<Check> checks) {
  public DaemonStatus {
    pools = List.copyOf(pools);
    checks = List.copyOf(checks);
  }

  /** How a daemon is. */
  public enum State {
    RUNNING,
    /** Begins nothing until it is resumed. */
    PAUSED,
    /** Ends once what runs has ended. */
    DRAINING
  }

  /**
   * A pool of compactions.
   *
   * @param weight its share of the workers against other pools that have work
   * @param most compactions that it runs at most at a time
   * @param working compactions of it that run
   * @param waiting compactions of it that wait
   */
  public record PoolStatus(String name, int weight, int most, int working, int waiting) {}

  /**
   * Something that has to be so for the daemon to be of use.
   *
   * @param name such as {@code initiator}
   * @param result whether it is so
   * @param text what was found, and what to do if it is not so
   */
  public record Check(String name, Result result, String text) {
    /** Result of a check. */
    public enum Result {
      OK,
      FAILED
    }
  }
}
