package io.orcacid.txn.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessIdentityTest {
  private static final ProcessIdentity SELF = ProcessIdentity.current();

  @Test
  void thisProcessLives() {
    assertThat(SELF.machine()).isNotEmpty();
    assertThat(SELF.hasEnded()).isFalse();
  }

  @Test
  void aProcessThatWasKilledHasEnded() throws IOException, InterruptedException {
    Process child = new ProcessBuilder(List.of("sleep", "60")).start();
    ProcessIdentity running =
        new ProcessIdentity(SELF.machine(), child.pid(), startTicks(child.pid()));
    assertThat(running.hasEnded()).isFalse();
    child.destroyForcibly().waitFor();
    assertThat(running.hasEnded()).isTrue();
  }

  private static long startTicks(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
  }

  @Test
  void anotherProcessOfTheSameNumberIsAnotherProcess() {
    assertThat(new ProcessIdentity(SELF.machine(), SELF.pid(), SELF.started() + 1).hasEnded())
        .isTrue();
  }

  @Test
  void ofAnotherMachineOrBootNothingIsKnown() {
    assertThat(new ProcessIdentity("another", SELF.pid(), 1).hasEnded()).isFalse();
    assertThat(new ProcessIdentity("", 1_000_000_000, 1).hasEnded()).isFalse();
  }
}
