package io.orcacid.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Starts a program on a wrong date, by libfaketime. Give {@link #prefix} to {@link
 * ChildProcess.Program#under}. Only the date is wrong: waiting takes as long as ever. Tests ask
 * {@link #isAvailable} first: the library may be missing. Immutable.
 *
 * <p>The library names what it shares with its children by the process id, and refuses to start
 * when the name exists. A killed program leaves its names behind, and so does a program of another
 * process namespace that has the same {@code /dev/shm}; so the names of the id that the program is
 * going to have are removed first.
 *
 * @param offset how far the date is off, such as {@code -2h} or {@code +25s}
 */
public record WrongClock(String offset) {
  private static final String START =
      "rm -f /dev/shm/sem.faketime_sem_$$ /dev/shm/faketime_shm_$$; exec \"$@\"";

  /** Words before a command. */
  public List<String> prefix() {
    Path library =
        library().orElseThrow(() -> new IllegalStateException("libfaketime is not installed"));
    return List.of(
        "sh",
        "-c",
        START,
        "sh",
        "env",
        "FAKETIME_DONT_FAKE_MONOTONIC=1",
        "FAKETIME=" + offset,
        "LD_PRELOAD=" + library);
  }

  /** Whether the library is here. */
  public static boolean isAvailable() {
    return library().isPresent();
  }

  /** Where Debian and its like put it: {@code /usr/lib/x86_64-linux-gnu/faketime}. */
  private static Optional<Path> library() {
    try (DirectoryStream<Path> machines = Files.newDirectoryStream(Path.of("/usr/lib"))) {
      for (Path machine : machines) {
        Path library = machine.resolve("faketime").resolve("libfaketimeMT.so.1");
        if (Files.exists(library)) {
          return Optional.of(library);
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
