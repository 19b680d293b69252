package io.orcacid.simulation.planted;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.testkit.MemoryDirectories;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineBugsTest {
  @TempDir(factory = MemoryDirectories.class)
  Path directory;

  @ParameterizedTest
  @EnumSource
  void every_promise_is_kept(Promise promise) throws Exception {
    promise.check(directory);
  }

  @ParameterizedTest
  @EnumSource
  void a_bug_in_the_engine_breaks_its_promise(EngineBug bug) throws Exception {
    try (EngineBug.Planted planted = bug.plant()) {
      assertThatThrownBy(() -> bug.promise().check(directory))
          .as("a promise is broken by %s", bug)
          .isInstanceOf(Throwable.class);
    }
  }
}
