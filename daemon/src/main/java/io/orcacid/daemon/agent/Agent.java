package io.orcacid.daemon.agent;

/** Something that works in pieces. Called by one thread at a time. */
public interface Agent {
  /** Its name, for threads and messages. */
  String name();

  /**
   * Does what there is to do now, at most for one table. A failure of a table is that table's and
   * is not thrown.
   *
   * @return pieces of work that were done; 0 says that a pause is in place
   */
  int doWork();
}
