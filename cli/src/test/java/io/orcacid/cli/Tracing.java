package io.orcacid.cli;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Strace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The command under {@code strace}: what it asks of the kernel, and runs in which that fails. */
final class Tracing {
  /** Calls that change what is on the disk; not every machine has all of them. */
  static final List<String> CALLS =
      List.of("fsync", "?link", "linkat", "?rename", "?renameat", "?mkdir", "?unlink", "write");

  static final List<String> CALLS_AND_RMDIR =
      Stream.concat(CALLS.stream(), Stream.of("?rmdir")).toList();

  private static final Supplier<Boolean> CAN_ATTACH = remembered(Strace::canAttach);

  private Tracing() {}

  private static Supplier<Boolean> remembered(Supplier<Boolean> asked) {
    FutureTask<Boolean> answer = new FutureTask<>(asked::get);
    return () -> {
      answer.run();
      try {
        return answer.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /**
   * A call of a calm run, by which a fault can be put at the same place of another run.
   *
   * @param place how many calls of this name the thread had made, this one included
   */
  record Step(String name, int place, String arguments) {
    /** A rule of strace that lets this call, of whichever thread, fare so. */
    String faring(String fate) {
      return name + ":" + fate + ":when=" + place;
    }
  }

  static void assumeAvailable() {
    boolean available = Strace.isAvailable();
    if (!available) {
      System.err.println("SKIPPED: strace is missing or may not trace; nothing was verified here");
    }
    assumeThat(available).as("strace works here").isTrue();
  }

  /** Runs the command to its end under strace. */
  static CommandProcess.Run run(Strace strace, Path temporary, List<String> arguments) {
    try (ChildProcess process =
        CommandProcess.command(temporary, arguments.toArray(new String[0]))
            .under(strace.prefix())
            .start()) {
      return CommandProcess.Run.of(process);
    }
  }

  /**
   * Runs the command to its end under strace, which looks on from where the command begins: the
   * start of the virtual machine costs nothing more. Where a running program may not be traced,
   * strace starts it: slower, and calls are counted from there.
   *
   * @param rehearsed table on which the command runs before, unwatched
   */
  static CommandProcess.Run runOnCue(
      Strace strace, Path temporary, Path rehearsed, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of(rehearsed.toString()));
    words.addAll(arguments);
    ChildProcess.Program program =
        CommandProcess.program(CommandOnCue.class, temporary, words.toArray(new String[0]));
    boolean attach = CAN_ATTACH.get();
    try (ChildProcess process = (attach ? program : program.under(strace.prefix())).start()) {
      process.awaitLine(CommandOnCue.READY, CommandProcess.PATIENCE);
      if (!attach) {
        process.tell("");
        return cutReady(CommandProcess.Run.of(process));
      }
      try (Strace.Attached attached = strace.attachTo(process.pid())) {
        process.tell("");
        CommandProcess.Run run = CommandProcess.Run.of(process);
        attached.await();
        return cutReady(run);
      }
    }
  }

  private static CommandProcess.Run cutReady(CommandProcess.Run run) {
    return new CommandProcess.Run(
        run.exit(), run.out().substring(CommandOnCue.READY.length() + 1), run.err());
  }

  /** The calls of a trace whose arguments name a path, or one below it. */
  static List<Step> steps(Strace strace, Path below) {
    Map<String, Integer> places = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    for (Strace.Call call : strace.calls()) {
      int place = places.merge(call.thread() + call.name(), 1, Integer::sum);
      if (call.arguments().contains(below.toString())) {
        steps.add(new Step(call.name(), place, call.arguments()));
      }
    }
    return steps;
  }
}
