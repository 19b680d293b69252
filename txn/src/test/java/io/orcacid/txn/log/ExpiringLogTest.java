package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that expire while others read or write (PROTOCOL.md R11, R23). */
class ExpiringLogTest {
  @TempDir Path directory;
  private String path;
  private CommitLog log;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    log =
        CommitLog.create(
            Storage.local(),
            path,
            TableMetadata.of("struct<id:bigint>"),
            LogOptions.defaults().withCheckpointEntries(1));
    for (int version = 1; version <= 3; version++) {
      insert(log);
    }
  }

  private CommitLog.Appended insert(CommitLog by) throws IOException {
    TableState state = by.loaded();
    long writeId = state.version() + 1;
    LogTransaction transaction =
        new LogTransaction(
            java.util.UUID.randomUUID().toString(),
            Operation.INSERT,
            OptionalLong.of(writeId),
            0,
            "",
            new Author("user", "host", ""),
            List.of(new PartitionChange("", List.of(Deltas.of(writeId)), List.of(), "", "")),
            "");
    return by.append(state, by.propose(state, List.of(transaction), Fence.NONE));
  }

  private CommitLog open() throws IOException {
    return CommitLog.open(Storage.local(), path, LogOptions.defaults());
  }

  private Path entry(long version) {
    return Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(version));
  }

  @Test
  void an_entry_that_was_put_where_an_expired_one_had_been_counts_for_nobody() throws IOException {
    CommitLog late = open();
    CommitLog other = open();
    for (int version = 4; version <= 6; version++) {
      insert(log);
    }
    assertThat(log.checkpointIfDue()).isTrue();
    // The oldest entries are gone, and the others are about to go.
    for (int version = 0; version <= 4; version++) {
      Files.delete(entry(version));
    }
    assertThat(insert(late)).isEqualTo(CommitLog.Appended.TAKEN);
    assertThat(entry(4)).exists();
    assertThat(entry(5)).exists();

    assertThat(other.newest()).isEqualTo(log.newest());
    assertThat(late.newest()).isEqualTo(log.newest());
    assertThat(open().newest()).isEqualTo(log.newest());
  }

  @Test
  void without_a_checkpoint_an_entry_that_does_not_fit_is_damage() throws IOException {
    CommitLog other = open();
    insert(log);
    insert(log);
    Files.move(entry(5), entry(4), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(other::newest).isInstanceOf(CorruptFileException.class);
  }

  @Test
  void a_version_that_is_read_while_entries_expire_is_read_from_the_newer_checkpoint()
      throws IOException {
    assertThat(log.checkpointIfDue()).isTrue();
    insert(log);
    insert(log);
    TableState five = log.newest();
    CommitLog reading =
        CommitLog.open(Storage.local(), path, new ExpiringWhenListed(), LogOptions.defaults());
    insert(log);
    reading.newest();
    assertThat(reading.stateAt(5)).isEqualTo(five);
    assertThat(entry(4)).doesNotExist();
  }

  /**
   * After the second list of checkpoints a newer one is written, and what it stands for expires.
   */
  private final class ExpiringWhenListed implements ForwardingStore {
    private final AtomicStore store = LocalAtomicStore.open(Path.of(path, CommitLog.DIRECTORY));
    private boolean expired;

    @Override
    public AtomicStore beneath() {
      return store;
    }

    @Override
    public List<String> list(String prefix, String startAfter, int limit) throws IOException {
      List<String> names = store.list(prefix, startAfter, limit);
      boolean lookedFor = prefix.equals(CheckpointRoot.PREFIX) && startAfter.isEmpty();
      if (lookedFor && !expired && log.loaded().version() == 6) {
        expired = true;
        assertThat(checkpointBeforeNewest()).isTrue();
        assertThat(log.expire(5)).isPositive();
      }
      return names;
    }

    /** Of the version before the newest, as a slow process writes it. */
    private boolean checkpointBeforeNewest() throws IOException {
      Path newest = entry(6);
      Path aside = directory.resolve("aside");
      Files.move(newest, aside);
      try {
        return CommitLog.open(Storage.local(), path, LogOptions.defaults().withCheckpointEntries(1))
            .checkpointIfDue();
      } finally {
        Files.move(aside, newest);
      }
    }
  }
}
