package io.orcacid.cli;

import io.orcacid.testkit.ClassArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** The classes of the command, archived once for all processes of a test run. */
final class CommandClasses {
  private static ClassArchive archive;

  private CommandClasses() {}

  static synchronized ClassArchive archive() {
    if (archive == null) {
      try {
        Path directory = Files.createTempDirectory("orcacid-classes");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
        archive =
            ClassArchive.of(directory, CommandClasses.class, directory.resolve("table").toString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return archive;
  }

  private static void delete(Path directory) {
    try (var files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads them: most commands, once, on a table of its own. Argument: where that may be made. */
  public static void main(String[] arguments) {
    String table = arguments[0];
    run("create", table, "--schema", "n int, text string");
    run("insert", table, "--values", "(1, 'a'), (2, 'b')");
    run("insert", table, "--values", "(3, 'c')");
    run("update", table, "--set", "text = 'd'", "--where", "n = 2");
    run("delete", table, "--where", "n = 1");
    run("compact", table, "--minor");
    run("compact", table, "--major");
    run("clean", table, "--retention", "0s", "--no-foreign-readers");
    run("verify", table, "--deep");
    run("count", table);
  }

  private static void run(String... words) {
    CommandProcess.Run run = CommandProcess.here(words);
    if (run.exit() != 0) {
      throw new IllegalStateException(run.toString());
    }
  }
}
