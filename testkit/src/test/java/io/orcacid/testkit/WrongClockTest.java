package io.orcacid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrongClockTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);

  @TempDir Path directory;

  @BeforeEach
  void requireTheLibrary() {
    Assumptions.assumeTrue(WrongClock.isAvailable(), "libfaketime is not installed");
  }

  /** The seconds since 1970 that the program date sees. */
  private Instant dateUnder(List<String> prefix) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("date", "+%s"));
    Path errors = directory.resolve("errors");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Instant.ofEpochSecond(Long.parseLong(out.strip()));
  }

  @Test
  void the_date_is_off_by_the_offset() throws Exception {
    assertThat(dateUnder(new WrongClock("-2h").prefix()))
        .isBetween(
            Instant.now().minus(Duration.ofHours(2)).minus(MINUTES),
            Instant.now().minus(Duration.ofHours(2)).plus(MINUTES));
    assertThat(dateUnder(new WrongClock("+3h").prefix()))
        .isAfter(Instant.now().plus(Duration.ofHours(3)).minus(MINUTES));
  }

  @Test
  void names_that_a_dead_process_of_the_same_id_left_behind_do_not_stop_it() throws Exception {
    String leaveNames = "touch /dev/shm/sem.faketime_sem_$$ /dev/shm/faketime_shm_$$; exec \"$@\"";
    List<String> command = new ArrayList<>(List.of("sh", "-c", leaveNames, "sh"));
    command.addAll(new WrongClock("-2h").prefix());

    assertThat(dateUnder(command)).isBefore(Instant.now().minus(Duration.ofMinutes(115)));
  }
}
