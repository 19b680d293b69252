package io.orcacid.txn.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process, as far as another one of the same machine can tell whether it has ended. Immutable.
 *
 * @param machine boot of the machine and its pid namespace, so that pids of containers are never
 *     mixed up; empty where it cannot be told, as on other systems than Linux
 * @param pid number of the process in its namespace
 * @param started clock ticks between boot and the start of the process; two processes of one pid
 *     differ in it
 */
public record ProcessIdentity(String machine, long pid, long started) {
  private static final Path PROCESSES = Path.of("/proc");
  private static final ProcessIdentity CURRENT = read();

  /** This process. */
  public static ProcessIdentity current() {
    return CURRENT;
  }

  private static ProcessIdentity read() {
    long pid = ProcessHandle.current().pid();
    try {
      String boot = Files.readString(PROCESSES.resolve("sys/kernel/random/boot_id")).strip();
      Path namespace = Files.readSymbolicLink(PROCESSES.resolve("self/ns/pid"));
      return new ProcessIdentity(boot + " " + namespace, pid, Stat.of(pid).started());
    } catch (IOException | RuntimeException notLinux) {
      return new ProcessIdentity("", pid, 0);
    }
  }

  /** Whether it is one of this machine, so that its end would be known. */
  public boolean isOfThisMachine() {
    return !machine.isEmpty() && machine.equals(CURRENT.machine);
  }

  /** Whether it is certain that the process has ended. */
  public boolean hasEnded() {
    if (!isOfThisMachine()) {
      return false;
    }
    if (!Files.exists(PROCESSES.resolve(Long.toString(pid)))) {
      return true;
    }
    try {
      Stat now = Stat.of(pid);
      return now.started() != started || now.isZombie();
    } catch (IOException | RuntimeException justGone) {
      return !Files.exists(PROCESSES.resolve(Long.toString(pid)));
    }
  }

  /** What the kernel says of a process. */
  private record Stat(String state, long started) {
    /** Fields after the name, which may hold blanks and parentheses (proc(5)). */
    private static final int STATE = 0;

    private static final int STARTED = 19;

    static Stat of(long pid) throws IOException {
      String text = Files.readString(PROCESSES.resolve(pid + "/stat"));
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
      return new Stat(fields[STATE], Long.parseLong(fields[STARTED]));
    }

    boolean isZombie() {
      return state.equals("Z") || state.equals("X");
    }
  }
}
