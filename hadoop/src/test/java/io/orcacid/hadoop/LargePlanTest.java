package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand deltas fit the memory of a small client, and their splits a message. */
class LargePlanTest {
  private static final int DELTAS = 10_000;

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  /** Files of one row, and of its deletion, as the writer makes them. */
  private Map<Boolean, byte[]> files() throws IOException {
    Path small = directory.resolve("small");
    try (AcidTable table = AcidTable.create(small.toString(), TableDefinition.of("id bigint"))) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row(1L);
        transaction.commit();
      }
      table.delete("id = 1");
    }
    Map<Boolean, byte[]> files = new HashMap<>();
    try (Stream<Path> found = Files.walk(small)) {
      for (Path file : found.filter(path -> path.endsWith("bucket_00000")).toList()) {
        files.put(
            file.getParent().getFileName().toString().startsWith("delete_"),
            Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static void write(Path table, AcidDirectory name, byte[] bytes) throws IOException {
    Path place = Files.createDirectories(table.resolve(name.name()));
    Files.write(place.resolve("bucket_00000"), bytes);
  }

  private Map<String, Long> plan(Path table) {
    try (ChildProcess child =
        ChildProcess.of(LargePlan.class, table.toString(), directory.toString())
            .withJvmOptions("-Xmx256m", "-XX:+UseSerialGC")
            .start()) {
      assertThat(child.exitCode(Duration.ofMinutes(2))).as(child.err()).isZero();
      Map<String, Long> figures = new HashMap<>();
      child
          .out()
          .lines()
          .map(line -> line.split(" "))
          .filter(words -> words.length == 2 && words[1].matches("\\d+"))
          .forEach(words -> figures.put(words[0], Long.valueOf(words[1])));
      return figures;
    }
  }

  @Test
  void ten_thousand_deltas_with_as_many_delete_deltas() throws IOException {
    Map<Boolean, byte[]> files = files();
    Path table = directory.resolve("t");
    for (int i = 1; i <= DELTAS; i++) {
      write(table, AcidDirectory.Delta.ofStatement(i, 0), files.get(false));
      write(table, AcidDirectory.DeleteDelta.ofStatement(i, 0), files.get(true));
    }
    Map<String, Long> figures = plan(table);
    System.out.println("planned: " + figures);
    assertThat(figures.get("bytes")).isEqualTo((long) DELTAS * files.get(false).length);
    assertThat(figures.get("splits")).isBetween(10L, 100L);
    assertThat(figures.get("deletes")).isEqualTo(DELTAS);
    assertThat(figures.get("longest")).isLessThan(1 << 20);
    assertThat(directory.toFile().list((place, name) -> name.startsWith("_orcacid_deletes")))
        .as("lists that travel by themselves")
        .isNotEmpty();
  }
}
