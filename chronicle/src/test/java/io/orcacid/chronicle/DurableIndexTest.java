package io.orcacid.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.KeyIndexStatus;
import io.orcacid.TableDefinition;
import io.orcacid.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index in files is there for the next process, and is never believed more than the table. */
class DurableIndexTest {
  private static final int KILLS = Integer.getInteger("orcacid.index.kills", 8);

  @TempDir Path directory;
  private String path;
  private AcidOptions options;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    options = Upserter.options(directory.resolve("indexes").toString());
    AcidTable.create(path, TableDefinition.of("id bigint, n int").key("id")).close();
  }

  private static List<Object[]> rows(int from, int to, int n) {
    List<Object[]> rows = new ArrayList<>();
    for (long id = from; id < to; id++) {
      rows.add(new Object[] {id, n});
    }
    return rows;
  }

  private static KeyIndexStatus status(AcidTable table) throws IOException {
    return table.keyIndexStatus().orElseThrow();
  }

  private static void requireEachKeyOnce(AcidTable table) throws IOException {
    Set<Long> keys = new HashSet<>();
    try (var rows = table.scan().select("id").rows()) {
      rows.forEach(row -> assertThat(keys.add(row.get("id", Long.class))).isTrue());
    }
  }

  private ChildProcess.Program program(String what) {
    return ChildProcess.of(Upserter.class, path, directory.resolve("indexes").toString(), what)
        .withJvmOptions(
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");
  }

  @Test
  void the_next_process_opens_it_and_follows_what_happened_meanwhile() throws Exception {
    try (AcidTable table = AcidTable.open(path, options)) {
      table.upsert(rows(0, 100, 1));
      assertThat(table.awaitKeyIndex()).isTrue();
      table.upsert(rows(50, 150, 2));
    }
    try (AcidTable without = AcidTable.open(path)) {
      without.upsert(rows(140, 160, 3));
    }
    try (AcidTable table = AcidTable.open(path, options)) {
      table.upsert(rows(155, 165, 4));
      assertThat(status(table).builds()).isZero();
      assertThat(status(table).answers()).isEqualTo(1);
      assertThat(table.awaitKeyIndex()).isTrue();
      assertThat(status(table).keys()).isEqualTo(165);
      requireEachKeyOnce(table);
    }
  }

  @Test
  void a_second_process_does_without_it() throws Exception {
    try (AcidTable table = AcidTable.open(path, options);
        AcidTable other = AcidTable.open(path, options)) {
      table.upsert(rows(0, 10, 1));
      assertThat(table.awaitKeyIndex()).isTrue();
      assertThat(other.awaitKeyIndex()).isFalse();
      try (ChildProcess third = program("await").start()) {
        assertThat(third.exitCode(Duration.ofMinutes(2))).isZero();
        assertThat(third.out()).contains("index: false");
      }
      other.upsert(rows(5, 15, 2));
      table.upsert(rows(8, 20, 3));
      requireEachKeyOnce(table);
      assertThat(table.scan().count()).isEqualTo(20);
    }
  }

  @Test
  void damaged_files_are_made_anew() throws Exception {
    try (AcidTable table = AcidTable.open(path, options)) {
      table.upsert(rows(0, 100, 1));
      assertThat(table.awaitKeyIndex()).isTrue();
    }
    for (String name : List.of("state", "keys")) {
      try (Stream<Path> files = Files.walk(directory.resolve("indexes"))) {
        for (Path file : files.filter(one -> one.endsWith(name)).toList()) {
          byte[] bytes = Files.readAllBytes(file);
          for (int i = 0; i < Math.min(bytes.length, 4000); i++) {
            bytes[i] ^= 0x55;
          }
          Files.write(file, bytes);
        }
      }
      try (AcidTable table = AcidTable.open(path, options)) {
        table.upsert(rows(50, 150, 2));
        assertThat(table.awaitKeyIndex()).as(name).isTrue();
        assertThat(status(table).builds()).as(name).isEqualTo(1);
        table.upsert(rows(90, 110, 3));
        assertThat(status(table).answers()).isEqualTo(1);
        requireEachKeyOnce(table);
      }
    }
  }

  @Test
  void after_a_kill_it_recovers_or_is_built_anew_and_no_key_is_there_twice() throws Exception {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("after_a_kill: -Dorcacid.seed=" + seed);
    Random random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      ChildProcess process = program("upsert").start();
      try {
        process.awaitLine("round 0", Duration.ofMinutes(2));
        Thread.sleep(random.nextInt(400));
      } finally {
        process.kill();
        process.exitCode(Duration.ofMinutes(1));
        process.close();
      }
      try (AcidTable table = AcidTable.open(path, options)) {
        assertThat(table.awaitKeyIndex()).isTrue();
        table.upsert(rows(kill * 50, kill * 50 + 100, -kill));
        assertThat(status(table).answers()).isEqualTo(1);
        requireEachKeyOnce(table);
      }
    }
  }
}
