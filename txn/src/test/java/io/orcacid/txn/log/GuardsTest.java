package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lock epochs and tokens in entries, states and checkpoints. */
class GuardsTest {
  private static final String LONG_NAME = "é".repeat(1000);

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
            LogOptions.defaults().withCheckpointEntries(4));
  }

  private void commit(String commitId, Optional<Token> token, Map<String, Long> epochs)
      throws IOException {
    TableState base = log.loaded();
    LogTransaction transaction =
        new LogTransaction(
                commitId,
                Operation.INSERT,
                OptionalLong.empty(),
                base.version(),
                "hive",
                Author.current(),
                List.of(),
                "")
            .guardedBy(token, epochs);
    assertThat(log.append(base, log.propose(base, List.of(transaction), Fence.NONE)))
        .isEqualTo(CommitLog.Appended.COMMITTED);
  }

  private CommitLog open() throws IOException {
    return CommitLog.open(Storage.local(), path, LogOptions.defaults());
  }

  @Test
  void the_greatest_of_each_counts_whatever_comes_later() throws IOException {
    commit("a", Optional.of(new Token("app", 5)), Map.of("one", 3L, "other", 1L));
    commit("b", Optional.of(new Token("app", 4)), Map.of("one", 2L));
    commit("c", Optional.empty(), Map.of("other", 9L));
    TableState state = open().newest();
    assertThat(state.lockEpoch("one")).isEqualTo(3);
    assertThat(state.lockEpoch("other")).isEqualTo(9);
    assertThat(state.token("app").orElseThrow().commitId()).isEqualTo("a");
    assertThat(state.token("app").orElseThrow().sequence()).isEqualTo(5);
    assertThat(state.token("app").orElseThrow().version()).isEqualTo(1);
  }

  @Test
  void a_checkpoint_keeps_them_so_that_the_state_is_the_same_without_the_entries()
      throws IOException {
    for (int i = 0; i < 7; i++) {
      commit(
          "commit" + i,
          Optional.of(new Token(i % 2 == 0 ? "app" : LONG_NAME, i)),
          Map.of("lock" + i % 3, (long) i + 1, LONG_NAME, 40L + i));
      log.checkpointIfDue();
    }
    TableState whole = log.newest();
    List<VersionInfo> history = log.history().versions();
    for (int version = 0; version <= 4; version++) {
      Files.delete(Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(version)));
    }
    TableState loaded = open().newest();
    assertThat(loaded).isEqualTo(whole);
    assertThat(loaded.lockEpoch(LONG_NAME)).isEqualTo(46);
    assertThat(loaded.lockEpoch("lock2")).isEqualTo(6);
    assertThat(loaded.token("app").orElseThrow().sequence()).isEqualTo(6);
    assertThat(loaded.token(LONG_NAME).orElseThrow().commitId()).isEqualTo("commit5");
    assertThat(open().history().versions()).isEqualTo(history);
    assertThat(history.get(7).token()).contains(new Token("app", 6));
    assertThat(history.get(7).lockEpochs()).containsEntry("lock0", 7L);
  }

  @Test
  void what_is_known_already_changes_nothing() throws IOException {
    TableState state = log.loaded();
    Guards some = Guards.NONE.plus(entryOf(state), guarded());
    assertThat(some).isNotEqualTo(Guards.NONE);
    assertThat(some.plus(entryOf(state), guarded())).isSameAs(some);
  }

  private LogTransaction guarded() {
    return new LogTransaction(
            "g", Operation.INSERT, OptionalLong.empty(), 0, "hive", Author.current(), List.of(), "")
        .guardedBy(Optional.of(new Token("app", 1)), Map.of("lock", 1L));
  }

  private LogEntry entryOf(TableState state) {
    return log.propose(state, List.of(guarded()), Fence.NONE);
  }

  @Test
  void only_writers_must_know_them() throws IOException {
    commit("plain", Optional.empty(), Map.of());
    assertThat(log.loaded().minWriterVersion()).isEqualTo(1);
    commit("guarded", Optional.of(new Token("app", 1)), Map.of());
    LogEntry entry = open().entry(2).orElseThrow();
    assertThat(entry.minWriterVersion()).isEqualTo(3);
    assertThat(entry.minReaderVersion()).isEqualTo(1);
    for (int i = 0; i < 4; i++) {
      commit("more" + i, Optional.empty(), Map.of());
    }
    assertThat(log.checkpointIfDue()).isTrue();
    assertThat(open().newest().minWriterVersion()).isEqualTo(3);
  }
}
