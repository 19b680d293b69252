package io.orcacid.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Watches the system calls of a program, and makes chosen ones fail, by {@code strace}. Give {@link
 * #prefix} to {@link ChildProcess.Program#under}. Tests ask {@link #isAvailable} first: the tool
 * may be missing, or tracing forbidden. Immutable.
 *
 * @param log file that gets the trace
 * @param systemCalls names of the calls to watch, such as {@code fsync}; a {@code ?} before a name
 *     passes over one that the machine does not have
 * @param faults rules of {@code strace --inject}, such as {@code fsync:error=EIO:when=2}
 */
public record Strace(Path log, List<String> systemCalls, List<String> faults) {
  private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)\\) += (.*)");
  private static final Pattern UNFINISHED =
      Pattern.compile("(\\d+) +(\\w+)\\((.*) <unfinished \\.\\.\\.>");
  private static final Pattern RESUMED =
      Pattern.compile("(\\d+) +<\\.\\.\\. (\\w+) resumed>(.*)\\) += (.*)");

  public Strace {
    systemCalls = List.copyOf(systemCalls);
    faults = List.copyOf(faults);
  }

  /** Watches calls, and injects nothing. */
  public static Strace watching(Path log, String... systemCalls) {
    return new Strace(log, List.of(systemCalls), List.of());
  }

  /** The same with one more fault, a rule of {@code strace --inject}. */
  public Strace withFault(String rule) {
    List<String> more = new ArrayList<>(faults);
    more.add(rule);
    return new Strace(log, systemCalls, more);
  }

  /** Whether the tool is here and may trace. */
  public static boolean isAvailable() {
    try {
      Process process =
          new ProcessBuilder("strace", "-f", "-o", "/dev/null", "true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException notInstalled) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Whether the tool may also trace a program that runs already, which some machines allow only to
   * its parents.
   */
  public static boolean canAttach() {
    try {
      Process sleeper = new ProcessBuilder("sleep", "60").start();
      Path log = Files.createTempFile("attach", ".log");
      try (Attached attached = watching(log, "write").attachTo(sleeper.pid())) {
        return attached.process().isAlive();
      } catch (IllegalStateException denied) {
        return false;
      } finally {
        sleeper.destroyForcibly();
        Files.delete(log);
      }
    } catch (IOException notInstalled) {
      return false;
    }
  }

  /**
   * The tool at work on a program that runs already.
   *
   * @param process the tool; it ends with the program
   */
  public record Attached(Process process) implements AutoCloseable {
    /** Waits for the end, which comes with the program's: the log is whole then. */
    public void await() {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Lets the program go, if it still runs. */
    @Override
    public void close() {
      process.destroy();
      await();
    }
  }

  /**
   * Watches a program that runs already: what it did before costs nothing and is not counted. Comes
   * back when every thread of it is watched.
   *
   * @throws IllegalStateException if the tool may not, or the program is gone
   */
  public Attached attachTo(long pid) {
    List<String> words = new ArrayList<>(prefix());
    words.remove("--seccomp-bpf");
    words.addAll(List.of("-p", Long.toString(pid)));
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      while (!isTraced(pid)) {
        if (!process.isAlive()) {
          throw new IllegalStateException("strace cannot attach to " + pid);
        }
        Thread.sleep(1);
      }
      return new Attached(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while attaching", e);
    }
  }

  private static boolean isTraced(long pid) throws IOException {
    try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path task : (Iterable<Path>) tasks::iterator) {
        if (Files.readString(task.resolve("status")).contains("TracerPid:\t0\n")) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException | UncheckedIOException aThreadEnded) {
      return false;
    }
  }

  /** The words to put before a command; descriptors are shown with their paths. */
  public List<String> prefix() {
    List<String> words =
        new ArrayList<>(
            List.of("strace", "-f", "-q", "-y", "-s", "256", "-o", log.toString(), "-e"));
    if (faults.stream().noneMatch(fault -> fault.contains("signal="))) {
      // The kernel itself passes over calls that nobody watches; signals are lost with it.
      words.add(1, "--seccomp-bpf");
    }
    words.add("trace=" + String.join(",", systemCalls));
    for (String fault : faults) {
      words.add("-e");
      words.add("inject=" + fault);
    }
    return List.copyOf(words);
  }

  /**
   * One system call.
   *
   * @param thread thread that made it
   * @param name its name
   * @param arguments as strace prints them
   * @param result returned value, error and remark such as {@code -1 EIO (Input/output error)
   *     (INJECTED)}
   */
  public record Call(int thread, String name, String arguments, String result) {
    /** Whether the call failed because a fault said so. */
    public boolean isInjected() {
      return result.endsWith("(INJECTED)");
    }
  }

  /** The calls of the log in the order in which they ended; those that never did are left out. */
  public List<Call> calls() {
    try {
      return parse(Files.readAllLines(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Call> parse(List<String> lines) {
    List<Call> calls = new ArrayList<>();
    Map<Integer, String> begun = new HashMap<>();
    for (String line : lines) {
      Matcher unfinished = UNFINISHED.matcher(line);
      Matcher resumed = RESUMED.matcher(line);
      Matcher call = CALL.matcher(line);
      if (unfinished.matches()) {
        begun.put(Integer.valueOf(unfinished.group(1)), unfinished.group(3));
      } else if (resumed.matches()) {
        int thread = Integer.parseInt(resumed.group(1));
        String arguments = begun.getOrDefault(thread, "") + resumed.group(3);
        calls.add(new Call(thread, resumed.group(2), arguments, resumed.group(4)));
      } else if (call.matches()) {
        int thread = Integer.parseInt(call.group(1));
        calls.add(new Call(thread, call.group(2), call.group(3), call.group(4)));
      }
    }
    return List.copyOf(calls);
  }
}
