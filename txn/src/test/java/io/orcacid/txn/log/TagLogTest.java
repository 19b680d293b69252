package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.TableChanges;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tags and alterations in entries, states and checkpoints (PROTOCOL.md R18, R23, R24). */
class TagLogTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private String path;
  private CommitLog log;
  private TransactionManager manager;
  private TableChanges changes;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    log =
        CommitLog.create(
            Storage.local(),
            path,
            TableMetadata.of("struct<id:bigint>"),
            LogOptions.defaults().withCheckpointEntries(4));
    manager = manager(log);
    changes = manager.tableChanges();
  }

  @AfterEach
  void close() throws IOException {
    manager.close();
  }

  private static TransactionManager manager(CommitLog log) {
    return new TransactionManager(
        log, TransactionOptions.defaults().withHeartbeats(TransactionOptions.Heartbeats.MANUAL));
  }

  private CommitLog open() throws IOException {
    return CommitLog.open(Storage.local(), path, LogOptions.defaults());
  }

  private Path entry(long version) {
    return Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(version));
  }

  private void property(String value) throws IOException {
    changes.alter(newest -> newest.withProperties(Map.of("a", value)));
  }

  private static LogTransaction cleaning(TableState base) {
    return new LogTransaction(
        UUID.randomUUID().toString(),
        Operation.CLEAN,
        OptionalLong.empty(),
        base.version(),
        "",
        Author.current(),
        List.of(),
        "");
  }

  private static void raiseFloor(CommitLog by, long floor) throws IOException {
    TableState base = by.newest();
    assertThat(
            by.append(
                base, by.propose(base, cleaning(base), Fence.NONE, Cleaning.announced(floor))))
        .isEqualTo(CommitLog.Appended.COMMITTED);
  }

  @Test
  void tagsAreThereHoweverAStateWasLoaded() throws IOException {
    property("1");
    assertThat(changes.tag("one", OptionalLong.empty())).isEqualTo(1);
    assertThat(changes.tag("zero", OptionalLong.of(0))).isZero();
    property("2");
    TableState folded = open().newest();
    assertThat(folded.metadata().tags()).containsOnlyKeys("one", "zero");
    assertThat(folded).isEqualTo(log.newest());
    for (int i = 0; i < 10; i++) {
      property("many " + i);
    }
    TableState loaded = open().newest();
    assertThat(loaded.lineage.checkpoint()).isPresent();
    assertThat(loaded).isEqualTo(log.newest());
    assertThat(loaded.metadata().tags()).isEqualTo(folded.metadata().tags());
    changes.dropTag("zero");
    assertThat(open().newest().metadata().tags()).containsOnlyKeys("one");
  }

  @Test
  void olderVersionsOfTheEngineAreKeptOut() throws IOException {
    changes.tag("zero", OptionalLong.of(0));
    LogEntry tagged = log.entry(1).orElseThrow();
    assertThat(tagged.minReaderVersion()).isEqualTo(EntryCodec.ALTERED_FORMAT);
    assertThat(tagged.minWriterVersion()).isEqualTo(EntryCodec.ALTERED_FORMAT);
    assertThat(tagged.changesData()).isFalse();
    raiseFloor(log, 0);
    LogEntry later = log.entry(2).orElseThrow();
    assertThat(later.minReaderVersion()).isEqualTo(EntryCodec.MAINTAINED_FORMAT);
    assertThat(later.minWriterVersion()).isEqualTo(EntryCodec.ALTERED_FORMAT);
  }

  @Test
  void aTaggedVersionIsReadBelowTheFloorAndATagIsNotGivenThere() throws IOException {
    property("1");
    property("2");
    property("3");
    changes.tag("one", OptionalLong.of(1));
    // Its state is older than the floor that another process has put.
    TransactionManager stale = manager(open());
    raiseFloor(log, 3);
    assertThat(log.stateAt(1).metadata().properties()).containsEntry("a", "1");
    assertThat(log.newest().isReadable(1)).isTrue();
    assertThatThrownBy(() -> log.stateAt(2)).isInstanceOf(SnapshotTooOldException.class);
    assertThatThrownBy(() -> stale.tableChanges().tag("two", OptionalLong.of(2)))
        .isInstanceOf(SnapshotTooOldException.class);
    assertThat(stale.tableChanges().tag("again", OptionalLong.of(1))).isEqualTo(1);
    stale.tableChanges().dropTag("one");
    assertThat(log.stateAt(1).version()).isEqualTo(1);
    changes.dropTag("again");
    assertThatThrownBy(() -> log.stateAt(1)).isInstanceOf(SnapshotTooOldException.class);
    stale.close();
  }

  @Test
  void aTimeWhoseVersionsAreBelowTheFloorIsReadByATagAmongThem() throws IOException {
    property("1");
    Instant one = log.newest().time();
    changes.tag("other", OptionalLong.of(0));
    changes.tag("two", OptionalLong.of(2));
    property("2");
    raiseFloor(log, 4);
    assertThat(log.stateAt(one).version()).isEqualTo(2);
    assertThat(log.stateAt(one).metadata().properties()).containsEntry("a", "1");
    changes.dropTag("two");
    assertThatThrownBy(() -> log.stateAt(one)).isInstanceOf(SnapshotTooOldException.class);
  }

  @Test
  void entriesExpireOnlyWhenEachTaggedVersionHasACheckpoint() throws IOException {
    for (int i = 1; i <= 12; i++) {
      property("" + i);
    }
    changes.tag("two", OptionalLong.of(2));
    changes.tag("seven", OptionalLong.of(7));
    TableState two = log.stateAt(2);
    long checkpoint = log.expirable(log.newest().version()).orElseThrow();
    assertThat(checkpoint).isGreaterThan(7);
    raiseFloor(log, checkpoint);
    LogExpiry expiry =
        new LogExpiry(
            LocalAtomicStore.open(Path.of(path, CommitLog.DIRECTORY)),
            new CheckpointReader(log.store(), path + "/" + CommitLog.DIRECTORY),
            null,
            CheckpointNames.of(log.store()));
    assertThat(expiry.expire(checkpoint, log.newest().metadata().taggedVersions())).isZero();
    assertThat(entry(0)).exists();

    assertThat(log.expire(checkpoint)).isEqualTo((int) checkpoint + 1);
    assertThat(entry(3)).doesNotExist();
    CommitLog fresh = open();
    assertThat(fresh.stateAt(2)).isEqualTo(two);
    assertThat(fresh.stateAt(7).metadata().properties()).containsEntry("a", "7");
    assertThat(fresh.newest()).isEqualTo(log.newest());
    assertThat(fresh.history().versions()).hasSize((int) fresh.newest().version() + 1);
    assertThat(fresh.expirable(checkpoint)).isEmpty();
    changes.dropTag("seven");
    // Only what stood for the tag is left to go.
    assertThat(log.expirable(checkpoint)).hasValue(checkpoint);
    assertThat(log.expire(checkpoint)).isZero();
    assertThat(open().stateAt(2)).isEqualTo(two);
    assertThatThrownBy(() -> open().stateAt(7)).isInstanceOf(SnapshotTooOldException.class);
  }

  @Test
  void anEntryThatTakesAFormerSchemaAwayIsDamage() throws IOException {
    TableMetadata known = log.newest().metadata();
    for (TableMetadata wrong :
        List.of(
            known.withUuid(UUID.randomUUID()),
            known.partitionedBy(List.of(new PartitionColumn("p", "int"))),
            TableMetadata.of("struct<id:int>").withUuid(known.uuid()))) {
      assertThatThrownBy(() -> changes.alter(newest -> wrong))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("for good");
      assertThat(entry(1)).doesNotExist();
    }
  }

  @Test
  void aTagThatStandsTwiceOrHasNoNameOfOneIsDamage() throws IOException {
    changes.tag("a", OptionalLong.empty());
    changes.tag("b", OptionalLong.empty());
    byte[] sound = Files.readAllBytes(entry(2));
    for (String name : List.of("a", "b b")) {
      String line = new String(sound, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
      Files.write(
          entry(2),
          Json.seal(
              (ObjectNode)
                  new ObjectMapper()
                      .readTree(line.replace("\"name\":\"b\"", "\"name\":\"" + name + "\""))));
      assertThatThrownBy(this::open).isInstanceOf(CorruptFileException.class);
    }
  }

  @Test
  void aTableHasNoMoreTagsThanAnEntryCanHold() throws IOException {
    changes.alter(
        newest -> {
          Map<String, Tag> tags = new TreeMap<>();
          for (int i = 0; i < TableChanges.MOST_TAGS; i++) {
            String name = "x".repeat(120) + i;
            tags.put(name, new Tag(name, 0, Instant.EPOCH, Author.current()));
          }
          return newest.withTags(tags);
        });
    assertThatThrownBy(() -> changes.tag("more", OptionalLong.empty()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("drop some");
    assertThat(open().newest()).isEqualTo(log.newest());
  }
}
