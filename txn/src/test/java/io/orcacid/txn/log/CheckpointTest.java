package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
  private static final Author AUTHOR = new Author("user", "host", "");

  /** Partitions of a large table, about twenty parts of a checkpoint. */
  private static final int MANY = 20_000;

  @TempDir Path directory;
  private String path;
  private CommitLog log;
  private long writeId;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    log =
        CommitLog.create(
            Storage.local(),
            path,
            TableMetadata.of("struct<id:bigint>")
                .partitionedBy(List.of(new PartitionColumn("p", "int")))
                .bucketedBy(new Bucketing(List.of("id"), 4, 2))
                .keyedBy(List.of("id")),
            LogOptions.defaults());
  }

  private LogTransaction transaction(List<PartitionChange> changes) {
    return new LogTransaction(
        "commit-" + writeId,
        Operation.INSERT,
        OptionalLong.of(writeId),
        0,
        "hive",
        AUTHOR,
        changes,
        "");
  }

  private void commit(List<Long> aborts, String... partitions) throws IOException {
    List<PartitionChange> changes = new ArrayList<>();
    for (String partition : partitions) {
      changes.add(new PartitionChange(partition, List.of(Deltas.of(writeId)), List.of(), "", ""));
    }
    TableState base = log.loaded();
    LogEntry entry = log.propose(base, List.of(transaction(changes)), Fence.ofWriteIds(aborts));
    assertThat(log.append(base, entry)).isEqualTo(CommitLog.Appended.COMMITTED);
  }

  /** So many commits; each fourth write id is aborted, each fifth never resolved. */
  private void commits(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      writeId++;
      List<Long> aborts = List.of();
      if (writeId % 4 == 0) {
        aborts = List.of(writeId++);
      }
      if (writeId % 5 == 0) {
        writeId++;
      }
      commit(aborts, "p=" + writeId % 7);
      log.checkpointIfDue();
    }
  }

  private CommitLog open() throws IOException {
    return CommitLog.open(Storage.local(), path, LogOptions.defaults());
  }

  private Path checkpointDirectory() {
    return Path.of(path, CommitLog.DIRECTORY, CheckpointRoot.DIRECTORY);
  }

  private static long versionOf(Path checkpoint) {
    return CheckpointRoot.versionOf(CheckpointRoot.DIRECTORY + "/" + checkpoint.getFileName());
  }

  private List<Path> checkpoints() throws IOException {
    try (Stream<Path> files = Files.list(checkpointDirectory())) {
      return files.filter(file -> file.getFileName().toString().startsWith("_v")).sorted().toList();
    }
  }

  @Test
  void opening_reads_one_checkpoint_and_a_short_tail_and_every_checkpoint_gives_the_same_state()
      throws IOException {
    commits(350);
    CommitLog opened = open();
    TableState newest = opened.newest();
    assertThat(newest.version()).isEqualTo(350);
    assertThat(opened.statistics().checkpointsRead()).isEqualTo(1);
    assertThat(opened.statistics().entriesRead()).isLessThanOrEqualTo(120);
    assertThat(newest).isEqualTo(log.newest());
    List<VersionInfo> history = opened.history().versions();
    assertThat(history).hasSize(351).isEqualTo(log.history().versions());
    assertThat(history).extracting(VersionInfo::version).isSorted().doesNotHaveDuplicates();
    assertThat(opened.history().find("commit-1")).isPresent();

    while (!checkpoints().isEmpty()) {
      CommitLog fromOlder = open();
      assertThat(fromOlder.newest()).isEqualTo(newest);
      assertThat(fromOlder.newest().snapshot("t")).isEqualTo(newest.snapshot("t"));
      assertThat(fromOlder.history().versions()).isEqualTo(history);
      for (long version : new long[] {0, 1, 100, 101, 102, 203, 349}) {
        assertThat(fromOlder.stateAt(version)).isEqualTo(opened.stateAt(version));
      }
      Files.delete(checkpoints().get(checkpoints().size() - 1));
    }
    assertThat(open().newest()).isEqualTo(newest);
  }

  @Test
  void a_damaged_checkpoint_is_passed_over_for_an_older_one() throws IOException {
    commits(220);
    assertThat(checkpoints()).hasSize(2);
    TableState newest = log.newest();
    Path last = checkpoints().get(1);
    byte[] bytes = Files.readAllBytes(last);
    bytes[bytes.length / 2] ^= 1;
    Files.write(last, bytes);
    CommitLog opened = open();
    assertThat(opened.newest()).isEqualTo(newest);
    assertThat(opened.statistics().checkpointsRejected()).isEqualTo(1);
    assertThat(opened.statistics().checkpointsRead()).isEqualTo(1);
  }

  @Test
  void a_damaged_part_makes_the_loader_take_the_entries() throws IOException {
    commits(110);
    TableState newest = log.newest();
    try (Stream<Path> files = Files.list(checkpointDirectory())) {
      for (Path part :
          files.filter(file -> file.getFileName().toString().startsWith("_part-")).toList()) {
        byte[] bytes = Files.readAllBytes(part);
        bytes[10] ^= 4;
        Files.write(part, bytes);
      }
    }
    CommitLog opened = open();
    assertThat(opened.newest()).isEqualTo(newest);
    assertThat(opened.statistics().checkpointsRejected()).isEqualTo(1);
  }

  @Test
  void a_damaged_checkpoint_above_all_entries_left_is_corruption_and_not_an_older_table()
      throws IOException {
    commits(110);
    Path only = checkpoints().get(0);
    Files.write(only, new byte[10]);
    long version = versionOf(only);
    for (long expired = 0; expired <= 110; expired++) {
      Files.delete(Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(expired)));
    }
    assertThat(version).isPositive();
    assertThatThrownBy(this::open).isInstanceOf(CorruptFileException.class);
  }

  @Test
  void entries_below_the_checkpoint_may_expire_and_old_versions_then_say_so() throws IOException {
    commits(110);
    TableState newest = log.newest();
    long checkpoint = versionOf(checkpoints().get(0));
    for (long expired = 0; expired <= 50; expired++) {
      Files.delete(Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(expired)));
    }
    CommitLog opened = open();
    assertThat(opened.newest()).isEqualTo(newest);
    assertThat(opened.history().versions()).hasSize(111);
    assertThatThrownBy(() -> opened.stateAt(60)).isInstanceOf(SnapshotTooOldException.class);
    assertThat(opened.stateAt(checkpoint).version()).isEqualTo(checkpoint);
    assertThat(opened.stateAt(109).version()).isEqualTo(109);
  }

  @Test
  void a_won_put_below_a_checkpoint_that_does_not_have_it_is_not_committed() throws IOException {
    commits(50);
    CommitLog paused = open();
    TableState old = paused.loaded();
    writeId = 1000;
    commits(60);
    for (long expired = 0; expired <= 60; expired++) {
      Files.delete(Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(expired)));
    }
    writeId = 2000;
    LogEntry zombie =
        paused.propose(
            old,
            List.of(
                transaction(
                    List.of(
                        new PartitionChange("p=1", List.of(Deltas.of(2000)), List.of(), "", "")))),
            Fence.NONE);
    assertThat(paused.append(old, zombie)).isEqualTo(CommitLog.Appended.TAKEN);
    assertThat(paused.newest()).isEqualTo(log.newest());
    assertThat(paused.newest().isCommitted(2000)).isFalse();
  }

  @Test
  void a_commit_in_a_table_of_very_many_partitions_leaves_most_parts_as_they_are()
      throws IOException {
    log = CommitLog.open(Storage.local(), path, LogOptions.defaults().withCheckpointEntries(1));
    String[] partitions = new String[MANY];
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = "p=" + i;
    }
    writeId = 1;
    commit(List.of(), partitions);
    writeId = 2;
    commit(List.of(), "p=5");
    assertThat(log.checkpointIfDue()).isTrue();
    Set<CheckpointRoot.Part> first = parts();
    writeId = 3;
    commit(List.of(), "p=17777");
    writeId = 4;
    commit(List.of(), "p=17777");
    assertThat(log.checkpointIfDue()).isTrue();
    Set<CheckpointRoot.Part> changed = parts();
    changed.removeAll(first);
    assertThat(first).hasSizeGreaterThan(10);
    assertThat(changed).hasSize(1);

    CommitLog opened = open();
    assertThat(opened.newest()).isEqualTo(log.newest());
    assertThat(opened.newest().partitions()).hasSize(MANY);
    assertThat(opened.statistics().entriesRead()).isZero();
    checkpoints().forEach(root -> assertThat(root.toFile().delete()).isTrue());
    CommitLog fromEntries = open();
    assertThat(fromEntries.newest()).isEqualTo(opened.newest());
    VersionInfo large = fromEntries.history().versions().get(1);
    assertThat(large.partitionCount()).isEqualTo(MANY);
    assertThat(large.partitions()).hasSize(VersionInfo.MOST_PARTITIONS);
  }

  private Set<CheckpointRoot.Part> parts() throws IOException {
    return new HashSet<>(log.loaded().lineage.checkpoint().orElseThrow().partitions());
  }

  @Test
  void a_damaged_side_manifest_is_corruption_with_its_path() throws IOException {
    String[] partitions = new String[1001];
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = "p=" + i;
    }
    writeId = 1;
    commit(List.of(), partitions);
    assertThat(open().newest().partitions()).hasSize(1001);
    Path manifest = Path.of(path, CommitLog.DIRECTORY, "_manifest-commit-1.orc");
    byte[] bytes = Files.readAllBytes(manifest);
    bytes[100] ^= 1;
    Files.write(manifest, bytes);
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("_manifest-commit-1.orc");
    Files.delete(manifest);
    assertThatThrownBy(this::open).isInstanceOf(CorruptFileException.class);
  }
}
