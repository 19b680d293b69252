package io.orcacid.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A Java program in a process of its own, with this one's class path: what dies in it, dies alone.
 * Output and errors are kept as they come. Thread-safe; closing kills what still runs.
 */
public final class ChildProcess implements AutoCloseable {
  /** Exit code of a process that {@code SIGKILL} ended. */
  public static final int KILLED = 128 + 9;

  private final Process process;
  private final Capture out;
  private final Capture err;

  private ChildProcess(Process process) {
    this.process = process;
    this.out = new Capture(process.getInputStream());
    this.err = new Capture(process.getErrorStream());
  }

  /** What to start. Immutable; each method gives a changed copy. */
  public record Program(
      Class<?> main,
      List<String> prefix,
      List<String> jvmOptions,
      List<String> arguments,
      Optional<ClassArchive> archive) {
    public Program {
      prefix = List.copyOf(prefix);
      jvmOptions = List.copyOf(jvmOptions);
      arguments = List.copyOf(arguments);
    }

    /** Words before the command, such as those of {@link Strace}. */
    public Program under(List<String> words) {
      return new Program(main, words, jvmOptions, arguments, archive);
    }

    /** Options of the JVM, such as {@code -Xmx64m} or {@code -Da=b}. */
    public Program withJvmOptions(String... options) {
      return new Program(main, prefix, List.of(options), arguments, archive);
    }

    /** Takes classes from an archive. */
    public Program withArchive(ClassArchive classes) {
      return new Program(main, prefix, jvmOptions, arguments, Optional.of(classes));
    }

    /** Starts it. */
    public ChildProcess start() {
      List<String> command = new ArrayList<>(prefix);
      command.add(java());
      command.addAll(jvmOptions);
      archive.ifPresent(used -> command.add("-XX:SharedArchiveFile=" + used.archive()));
      command.add("-cp");
      command.add(
          archive.map(ClassArchive::classPath).orElse(System.getProperty("java.class.path")));
      command.add(main.getName());
      command.addAll(arguments);
      try {
        return new ChildProcess(new ProcessBuilder(command).start());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The program of the virtual machine that runs this test. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A class with a main method, and its arguments. */
  public static Program of(Class<?> main, String... arguments) {
    return new Program(main, List.of(), List.of(), List.of(arguments), Optional.empty());
  }

  /** Its process id; under a prefix that of the prefix's program. */
  public long pid() {
    return process.pid();
  }

  /**
   * Waits for its end and gives the exit code, {@link #KILLED} after {@link #kill}.
   *
   * @throws AssertionError if it still runs after the given time; it is killed then
   */
  public int exitCode(Duration atMost) {
    try {
      if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new AssertionError("still running after " + atMost + "; " + output());
      }
      out.await();
      err.await();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a process", e);
    }
  }

  /**
   * Waits until a line of its output is exactly this one: how a test knows where the program
   * stands.
   *
   * @throws AssertionError if it ends without the line, or the time is over
   */
  public void awaitLine(String line, Duration atMost) {
    if (!out.awaitLine(line, atMost)) {
      throw new AssertionError("no line '" + line + "' within " + atMost + "; " + output());
    }
  }

  /**
   * Gives it a line on its standard input.
   *
   * @throws UncheckedIOException if it no longer reads
   */
  public void tell(String line) {
    try {
      Writer in = process.outputWriter(StandardCharsets.UTF_8);
      in.write(line + "\n");
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("it no longer reads; " + output(), e);
    }
  }

  /**
   * Waits for the next whole line of its output that no call of this method gave before.
   *
   * @throws AssertionError if it ends without one, or the time is over
   */
  public String nextLine(Duration atMost) {
    return out.nextLine(atMost)
        .orElseThrow(() -> new AssertionError("no line within " + atMost + "; " + output()));
  }

  /** Stops all its threads, as a machine that stalls does, until {@link #resume}. */
  public void pause() {
    signal("STOP");
    // The signal is sent, but a thread on another processor may still be running.
    Path state = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      while (Files.exists(state) && !Files.readString(state).matches("(?s).*\\) [TtZX] .*")) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets it go on after {@link #pause}. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int exit =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill -" + name + " ended with " + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while sending a signal", e);
    }
  }

  /** Asks it to end, by SIGTERM. {@link Process#destroy} would close its output too. */
  public void terminate() {
    signal("TERM");
  }

  /** Sends it SIGHUP, at which services read their settings again. */
  public void hangUp() {
    signal("HUP");
  }

  /** Ends it, and the programs it started, as {@code kill -9} does: no shutdown hook runs. */
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** What it wrote to its standard output so far. */
  public String out() {
    return out.text();
  }

  /** What it wrote to its standard error so far. */
  public String err() {
    return err.text();
  }

  private String output() {
    return "out: " + out() + "; err: " + err();
  }

  /** Kills it if it still runs. */
  @Override
  public void close() {
    kill();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads one stream to its end, so that the program never waits for a full pipe. */
  private static final class Capture {
    private final StringBuilder text = new StringBuilder();
    private final Thread thread;
    private boolean ended;
    private int taken;

    Capture(InputStream in) {
      thread = new Thread(() -> read(in), "output of a child process");
      thread.setDaemon(true);
      thread.start();
    }

    private void read(InputStream in) {
      try (var reader = new java.io.InputStreamReader(in, StandardCharsets.UTF_8)) {
        char[] buffer = new char[8192];
        for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
          append(buffer, count);
        }
      } catch (IOException closedByKill) {
        // The process is gone; what came before counts.
      } finally {
        end();
      }
    }

    private synchronized void append(char[] buffer, int count) {
      text.append(buffer, 0, count);
      notifyAll();
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    void await() throws InterruptedException {
      thread.join();
    }

    synchronized String text() {
      return text.toString();
    }

    synchronized boolean awaitLine(String line, Duration atMost) {
      return await(() -> hasLine(line), atMost);
    }

    synchronized Optional<String> nextLine(Duration atMost) {
      if (!await(() -> text.indexOf("\n", taken) >= 0, atMost)) {
        return Optional.empty();
      }
      int end = text.indexOf("\n", taken);
      String line = text.substring(taken, end);
      taken = end + 1;
      return Optional.of(line);
    }

    private boolean await(BooleanSupplier condition, Duration atMost) {
      long deadline = System.nanoTime() + atMost.toNanos();
      while (!condition.getAsBoolean()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (ended || left <= 0) {
          return false;
        }
        try {
          wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return true;
    }

    /** Only lines that are whole: the last one may still grow. */
    private boolean hasLine(String line) {
      return ("\n" + text).contains("\n" + line + "\n");
    }
  }
}
