package io.orcacid.compactor.clean;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.clean.CleanPlan.Action;
import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a tag keeps from a cleaning (PROTOCOL.md R18). */
class TaggedVersionTest extends CleaningFixture {
  private void tag(String name, long version) throws IOException {
    manager.tableChanges().tag(name, OptionalLong.of(version));
  }

  private List<String> removed(CleanPlan plan) {
    return plan.removals().stream().map(Verdict::name).toList();
  }

  /** Versions 1 and 2 insert, 3 compacts, 4 inserts, 5 compacts. */
  private void twoGenerations() throws IOException {
    create();
    insert(1, 2);
    events.compact(manager, "", CompactionKind.MAJOR);
    insert(3);
    events.compact(manager, "", CompactionKind.MAJOR);
  }

  private CleanPlan plan(List<TaggedVersion> tags) throws IOException {
    TableState state = manager.log().newest();
    return CleanPlanner.plan(
        state,
        DirectoryNames.list(manager.log().storage(), manager.log().tablePath(), state),
        new Holders(List.of(), List.of(), Set.of(), List.of(), tags, List.of()),
        TestTables.AT_ONCE,
        5,
        Fence.NONE);
  }

  @Test
  void a_tag_keeps_what_was_live_at_its_version_and_nothing_that_came_later() throws IOException {
    twoGenerations();
    TableState state = manager.log().newest();
    assertThat(removed(plan(List.of())))
        .containsExactly(
            "base_0000002_v0000001",
            "delta_0000001_0000001_0000",
            "delta_0000002_0000002_0000",
            "delta_0000003_0000003_0000");
    TaggedVersion two = TaggedVersion.of("two", manager.log().stateAt(2), state);
    assertThat(two.needs())
        .isEqualTo(Map.of("", Set.of("delta_0000001_0000001_0000", "delta_0000002_0000002_0000")));
    CleanPlan plan = plan(List.of(two));
    assertThat(removed(plan))
        .containsExactly("base_0000002_v0000001", "delta_0000003_0000003_0000");
    assertThat(reason(plan, "delta_0000001_0000001_0000"))
        .isEqualTo("kept by tag two of version 2");
    assertThat(plan.oldestReadable()).isEqualTo(5);
    assertThat(plan.oldestHonoured()).isEmpty();

    TaggedVersion four = TaggedVersion.of("four", manager.log().stateAt(4), state);
    assertThat(removed(plan(List.of(two, four)))).isEmpty();
    TaggedVersion five = TaggedVersion.of("five", manager.log().stateAt(5), state);
    assertThat(five.needs()).isEmpty();
  }

  @Test
  void a_tag_whose_version_cannot_be_loaded_keeps_all_that_was_replaced_since() throws IOException {
    twoGenerations();
    tag("two", 2);
    TableState state = manager.log().newest();
    CleanPlan plan =
        CleanPlanner.plan(
            state,
            DirectoryNames.list(manager.log().storage(), manager.log().tablePath(), state),
            new Holders(
                List.of(),
                List.of(),
                Set.of(),
                List.of(),
                List.of(),
                List.of(new CleanPlan.Hold(2, "kept by tag two, which cannot be loaded"))),
            TestTables.AT_ONCE,
            5,
            Fence.NONE);
    assertThat(plan.directories()).extracting(Verdict::action).containsOnly(Action.KEEP);

    Files.write(Path.of(table.path(), "_acid_log", LogEntry.nameOf(2)), "no entry".getBytes(UTF_8));
    CleanPlan damaged = table.cleaner(manager, TestTables.AT_ONCE).dryRun();
    assertThat(damaged.removals()).isEmpty();
    assertThat(reason(damaged, "delta_0000001_0000001_0000"))
        .startsWith("kept by tag two of version 2, which cannot be loaded");
  }

  @Test
  void cleaning_after_cleaning_the_tagged_version_stays_and_goes_with_its_tag() throws IOException {
    twoGenerations();
    tag("two", 2);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    assertThat(cleaner.run().directories()).isEqualTo(2);
    assertThat(cleaner.run().directories()).isZero();
    TransactionManager other = table.open();
    assertThat(events.values(other.log().stateAt(2), "")).containsExactly(1L, 2L);
    assertThat(events.listedValues(other.log().stateAt(2), "")).containsExactly(1L, 2L);
    assertThat(events.listedValues(other.log().newest(), "")).containsExactly(1L, 2L, 3L);
    other.tableChanges().dropTag("two");
    assertThat(cleaner.run().directories()).isEqualTo(2);
    assertThat(table.names("")).hasSize(1);
  }

  /** What another process does at the moment of a call of the cleaner. */
  private interface Meanwhile {
    void run() throws IOException;
  }

  private CleanResult cleanWhile(String call, String prefix, Meanwhile meanwhile)
      throws IOException {
    boolean[] done = {false};
    TransactionManager cleaning =
        table.open(
            new HookedStore(
                table.store(),
                (made, name) -> {
                  if (!done[0] && made.equals(call) && name.startsWith(prefix)) {
                    done[0] = true;
                    meanwhile.run();
                  }
                }));
    CleanResult result = table.cleaner(cleaning, TestTables.AT_ONCE).run();
    assertThat(done[0]).isTrue();
    return result;
  }

  @Test
  void a_tag_that_is_set_before_the_floor_is_seen_and_one_after_it_is_refused() throws IOException {
    twoGenerations();
    TransactionManager other = table.open();
    cleanWhile("put", "_v", () -> other.tableChanges().tag("two", OptionalLong.of(2)));
    assertThat(events.values(other.log().stateAt(2), "")).containsExactly(1L, 2L);
    insert(4);
    events.compact(manager, "", CompactionKind.MAJOR);
    long inserted = manager.log().newest().version() - 1;
    cleanWhile(
        "was put",
        "_v",
        () ->
            assertThatThrownBy(() -> other.tableChanges().tag("late", OptionalLong.of(inserted)))
                .isInstanceOf(SnapshotTooOldException.class));
    assertThat(events.values(other.log().stateAt(2), "")).containsExactly(1L, 2L);
  }

  @Test
  void a_reader_that_pinned_a_tagged_version_keeps_it_when_the_tag_goes_at_any_moment()
      throws IOException {
    for (String moment : List.of("put", "was put", "list", "was listed")) {
      directory = Files.createDirectory(directory.resolve(moment.replace(' ', '_')));
      twoGenerations();
      tag("two", 2);
      table.cleaner(manager, TestTables.AT_ONCE).run();
      insert(4);
      events.compact(manager, "", CompactionKind.MAJOR);
      TransactionManager reader = table.open();
      List<SnapshotPin> pins = new ArrayList<>();
      cleanWhile(
          moment,
          moment.endsWith("put") ? "_v" : "_leases/",
          () -> {
            pins.add(reader.pin(2));
            reader.tableChanges().dropTag("two");
          });
      assertThat(events.values(pins.get(0).state(), "")).as(moment).containsExactly(1L, 2L);
      pins.get(0).close();
      reader.close();
      table.cleaner(manager, TestTables.AT_ONCE).run();
      assertThat(table.names("")).as(moment).hasSize(1);
    }
  }

  @Test
  void the_log_expires_around_a_tagged_version() throws IOException {
    create();
    manager =
        TestTables.manager(
            CommitLog.open(
                Storage.local(),
                table.path(),
                table.store(),
                table.logOptions().withCheckpointEntries(4)));
    for (int i = 1; i <= 6; i++) {
      insert(i);
    }
    tag("three", 3);
    for (int i = 7; i <= 14; i++) {
      insert(i);
    }
    events.compact(manager, "", CompactionKind.MAJOR);
    insert(15, 16, 17, 18, 19, 20, 21, 22);
    table.clock().move(Duration.ofDays(8));
    manager.beat();
    CleanResult result = table.cleaner(manager, CleanOptions.defaults()).run();
    assertThat(result.expiredEntries()).isGreaterThan(10);
    TransactionManager fresh = table.open();
    assertThat(events.values(fresh.log().stateAt(3), "")).containsExactly(1L, 2L, 3L);
    assertThat(events.listedValues(fresh.log().stateAt(3), "")).containsExactly(1L, 2L, 3L);
    assertThat(fresh.log().newest()).isEqualTo(manager.log().newest());
  }
}
