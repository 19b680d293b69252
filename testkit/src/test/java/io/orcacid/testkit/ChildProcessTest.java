package io.orcacid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path directory;

  /** Says what it got, and ends as told. */
  static final class Talker {
    public static void main(String[] arguments) throws Exception {
      System.out.println("hello " + String.join(" ", arguments));
      System.err.println("limit " + System.getProperty("limit"));
      if (arguments[0].equals("wait")) {
        Thread.sleep(Long.MAX_VALUE);
      }
      System.exit(Integer.parseInt(arguments[0]));
    }
  }

  /** Answers each line with the same one. */
  static final class Echo {
    public static void main(String[] arguments) {
      Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
      while (in.hasNextLine()) {
        System.out.println("said " + in.nextLine());
      }
    }
  }

  /** Forces a file and says how that went. */
  static final class Forcer {
    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.force(true);
        System.out.println("forced");
      } catch (IOException e) {
        System.out.println("failed");
      }
    }
  }

  @Test
  void outputErrorsAndExitCodeAreKept() {
    try (ChildProcess child =
        ChildProcess.of(Talker.class, "7", "x").withJvmOptions("-Dlimit=3").start()) {
      assertThat(child.exitCode(LONG)).isEqualTo(7);
      assertThat(child.out()).isEqualTo("hello 7 x\n");
      assertThat(child.err()).contains("limit 3\n");
    }
  }

  @Test
  void aConversationGoesLineByLine() {
    try (ChildProcess child = ChildProcess.of(Echo.class).start()) {
      child.tell("one");
      child.tell("two");
      assertThat(child.nextLine(LONG)).isEqualTo("said one");
      assertThat(child.nextLine(LONG)).isEqualTo("said two");
      assertThatThrownBy(() -> child.nextLine(Duration.ofMillis(20)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("said two");
    }
  }

  @Test
  void aPausedProcessAnswersOnlyAfterItGoesOn() {
    try (ChildProcess child = ChildProcess.of(Echo.class).start()) {
      child.tell("awake");
      assertThat(child.nextLine(LONG)).isEqualTo("said awake");
      child.pause();
      child.tell("asleep");
      assertThatThrownBy(() -> child.nextLine(Duration.ofMillis(200)))
          .isInstanceOf(AssertionError.class);
      child.resume();
      assertThat(child.nextLine(LONG)).isEqualTo("said asleep");
    }
  }

  @Test
  void aWaitingProcessIsKilled() {
    try (ChildProcess child = ChildProcess.of(Talker.class, "wait").start()) {
      child.awaitLine("hello wait", LONG);
      child.kill();
      assertThat(child.exitCode(LONG)).isEqualTo(ChildProcess.KILLED);
    }
  }

  @Test
  void aLineThatNeverComesIsAFailureOfTheTest() {
    try (ChildProcess child = ChildProcess.of(Talker.class, "0").start()) {
      assertThatThrownBy(() -> child.awaitLine("bye", LONG))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("hello 0");
    }
  }

  @Test
  void systemCallsAreSeenInTheirOrder() {
    assumeTrue(Strace.isAvailable());
    Path file = directory.resolve("forced");
    Strace strace = Strace.watching(directory.resolve("log"), "fsync", "fdatasync");
    try (ChildProcess child =
        ChildProcess.of(Forcer.class, file.toString()).under(strace.prefix()).start()) {
      assertThat(child.exitCode(LONG)).isZero();
      assertThat(child.out()).isEqualTo("forced\n");
    }
    assertThat(strace.calls())
        .anyMatch(call -> call.name().equals("fsync") && call.arguments().contains("" + file));
  }

  @Test
  void aSystemCallFailsWhereAFaultSaysSo() {
    assumeTrue(Strace.isAvailable());
    Strace strace =
        Strace.watching(directory.resolve("log"), "fsync").withFault("fsync:error=EIO:when=1");
    String file = directory.resolve("forced").toString();
    try (ChildProcess child = ChildProcess.of(Forcer.class, file).under(strace.prefix()).start()) {
      assertThat(child.exitCode(LONG)).isZero();
      assertThat(child.out()).isEqualTo("failed\n");
    }
    assertThat(strace.calls()).anyMatch(Strace.Call::isInjected);
  }

  @Test
  void aCallThatAnotherThreadInterruptedIsReadAsOne() {
    List<Strace.Call> calls =
        Strace.parse(
            List.of(
                "10 fsync(5</a> <unfinished ...>",
                "11 rename(\"/b\", \"/c\") = 0",
                "10 <... fsync resumed>) = 0",
                "11 +++ exited with 0 +++"));
    assertThat(calls)
        .containsExactly(
            new Strace.Call(11, "rename", "\"/b\", \"/c\"", "0"),
            new Strace.Call(10, "fsync", "5</a>", "0"));
  }
}
