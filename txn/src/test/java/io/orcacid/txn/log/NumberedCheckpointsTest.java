package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose readers list nothing (PROTOCOL.md R11, R21, R23). */
class NumberedCheckpointsTest {
  @TempDir(factory = MemoryDirectories.class)
  Path directory;

  private String path;
  private CommitLog log;

  /** A store that readers do not list. */
  private class Unlisted implements ForwardingStore {
    private final AtomicStore store = LocalAtomicStore.open(Path.of(path, CommitLog.DIRECTORY));

    @Override
    public AtomicStore beneath() {
      return store;
    }

    @Override
    public Lookup lookup() {
      return Lookup.NUMBERED;
    }
  }

  /** One that cannot even. */
  private final class Unlistable extends Unlisted {
    @Override
    public List<String> list(String prefix, String startAfter, int limit) {
      throw new AssertionError("listed " + prefix + " after " + startAfter);
    }
  }

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    LocalAtomicStore.create(
        Path.of(path, CommitLog.DIRECTORY), List.of("_ids", "_txns", "_checkpoints"));
    log =
        CommitLog.create(
            Storage.local(),
            path,
            new Unlistable(),
            TableMetadata.of("struct<id:bigint>"),
            LogOptions.defaults().withCheckpointEntries(1));
  }

  private CommitLog.Appended insert(CommitLog by) throws IOException {
    TableState state = by.loaded();
    long writeId = state.version() + 1;
    LogTransaction transaction =
        new LogTransaction(
            UUID.randomUUID().toString(),
            Operation.INSERT,
            OptionalLong.of(writeId),
            0,
            "",
            new Author("user", "host", ""),
            List.of(new PartitionChange("", List.of(Deltas.of(writeId)), List.of(), "", "")),
            "");
    return by.append(state, by.propose(state, List.of(transaction), Fence.NONE));
  }

  private void insertUpTo(long version) throws IOException {
    while (log.newest().version() < version) {
      insert(log);
    }
  }

  /** Lets a checkpoint follow each of some versions. */
  private void checkpointAt(long... versions) throws IOException {
    for (long version : versions) {
      insertUpTo(version);
      assertThat(log.checkpointIfDue()).isTrue();
    }
  }

  private CommitLog open(AtomicStore store) throws IOException {
    return CommitLog.open(
        Storage.local(), path, store, LogOptions.defaults().withCheckpointEntries(1));
  }

  private Path file(String name) {
    return Path.of(path, CommitLog.DIRECTORY, name);
  }

  private static String number(long number) {
    return String.format("_checkpoints/_n%020d", number);
  }

  private static List<String> found(AtomicStore store) throws IOException {
    List<String> names = new ArrayList<>();
    CheckpointNames.of(store)
        .newestFirst(
            "",
            name -> {
              names.add(name);
              return Optional.empty();
            });
    return names;
  }

  private static List<Long> versions(List<String> names) {
    return names.stream().map(CheckpointRoot::versionOf).toList();
  }

  @Test
  void a_log_is_written_and_opened_without_a_listing() throws IOException {
    checkpointAt(3, 9, 20);
    insertUpTo(22);
    assertThat(file(number(3))).exists();
    CommitLog reader = open(new Unlistable());
    assertThat(reader.newest()).isEqualTo(log.newest());
    assertThat(reader.statistics().checkpointsRead()).isEqualTo(1);
    assertThat(versions(found(new Unlistable()))).containsExactly(20L, 9L, 3L);
  }

  @Test
  void the_hint_is_only_one() throws IOException {
    checkpointAt(3, 9, 20);
    byte[] hint = Files.readAllBytes(file("_checkpoints/_last"));
    for (String content :
        List.of("{", "{\"number\":0}", new String(hint, java.nio.charset.StandardCharsets.UTF_8))) {
      Files.writeString(file("_checkpoints/_last"), content);
      assertThat(versions(found(new Unlistable()))).containsExactly(20L, 9L, 3L);
    }
    Files.delete(file("_checkpoints/_last"));
    assertThat(versions(found(new Unlistable()))).containsExactly(20L, 9L, 3L);
  }

  @Test
  void an_entry_that_was_put_where_an_expired_one_had_been_counts_for_nobody() throws IOException {
    insertUpTo(3);
    CommitLog late = open(new Unlistable());
    CommitLog other = open(new Unlistable());
    checkpointAt(6);
    // The oldest entries are gone, and the others are about to go.
    for (long version = 0; version <= 4; version++) {
      Files.delete(file(LogEntry.nameOf(version)));
    }
    assertThat(insert(late)).isEqualTo(CommitLog.Appended.TAKEN);
    assertThat(file(LogEntry.nameOf(4))).exists();
    assertThat(other.newest()).isEqualTo(log.newest());
    assertThat(late.newest()).isEqualTo(log.newest());
    assertThat(open(new Unlistable()).newest()).isEqualTo(log.newest());
  }

  @Test
  void entries_expire_only_after_everybody_can_find_the_checkpoint() throws IOException {
    insertUpTo(9);
    // Written by a process that died before it could say so.
    CommitLog died =
        CommitLog.open(
            Storage.local(),
            path,
            LocalAtomicStore.open(Path.of(path, CommitLog.DIRECTORY)),
            LogOptions.defaults().withCheckpointEntries(1));
    died.newest();
    assertThat(died.checkpointIfDue()).isTrue();
    assertThat(found(new Unlistable())).isEmpty();
    CommitLog cleaner = open(new Unlisted());
    assertThat(cleaner.expirable(9)).hasValue(9);
    assertThat(cleaner.expire(9)).isEqualTo(10);
    assertThat(versions(found(new Unlistable()))).containsExactly(9L);
    assertThat(open(new Unlistable()).newest()).isEqualTo(log.newest());
    assertThat(CommitLog.exists(new Unlistable())).isTrue();
  }

  @Test
  void a_damaged_checkpoint_is_passed_over_for_the_one_before() throws IOException {
    checkpointAt(3, 9);
    String newest = found(new Unlistable()).get(0);
    Files.write(file(newest), new byte[] {1});
    assertThat(open(new Unlistable()).newest()).isEqualTo(log.newest());
    Files.delete(file(number(1)));
    assertThatThrownBy(() -> open(new Unlistable()))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(number(1));
  }

  @Test
  void a_slower_process_does_not_announce_an_older_checkpoint_after_a_newer_one()
      throws IOException {
    checkpointAt(3);
    CheckpointNames slow = CheckpointNames.of(new Unlistable());
    String old = found(new Unlistable()).get(0);
    checkpointAt(9);
    slow.announce(old);
    assertThat(versions(found(new Unlistable()))).containsExactly(9L, 3L);
    assertThat(slow.isOneAfter(8)).isTrue();
    assertThat(slow.isOneAfter(9)).isFalse();
  }

  /** Answers get lost, before the step and after it; lost ones are repeated by the client. */
  private final class Lossy extends Unlisted {
    private final Random random;

    Lossy(long seed) {
      this.random = new Random(seed);
    }

    @Override
    public synchronized Outcome putIfAbsent(String name, byte[] content) throws IOException {
      return switch (random.nextInt(5)) {
        case 0 -> Outcome.UNKNOWN;
        case 1 -> {
          super.putIfAbsent(name, content);
          yield Outcome.UNKNOWN;
        }
        case 2 -> {
          super.putIfAbsent(name, content);
          yield Outcome.LOST;
        }
        default -> super.putIfAbsent(name, content);
      };
    }
  }

  @Test
  void many_processes_that_lose_answers_number_their_checkpoints_without_gap_in_order()
      throws Exception {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("many_processes_that_lose_answers: -Dorcacid.seed=" + seed);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<Void>> announcers = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        CheckpointNames own = CheckpointNames.of(new Lossy(31 * seed + thread));
        int first = thread;
        announcers.add(
            pool.submit(
                () -> {
                  for (long version = first; version < 200; version += 4) {
                    own.announce(CheckpointRoot.nameOf(version, "0".repeat(32)));
                    assertThat(own.isOneAfter(version - 1)).isTrue();
                  }
                  return null;
                }));
      }
      for (Future<Void> announcer : announcers) {
        announcer.get();
      }
    } finally {
      pool.shutdownNow();
    }
    List<Long> versions = new ArrayList<>(versions(found(new Unlistable())));
    assertThat(versions.get(0)).isEqualTo(199);
    assertThat(versions).isSortedAccordingTo(java.util.Comparator.reverseOrder());
    assertThat(versions).doesNotHaveDuplicates();
  }
}
