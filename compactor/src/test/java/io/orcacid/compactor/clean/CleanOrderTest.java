package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of R18 and R19, and what a crash between any two calls leaves. */
class CleanOrderTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(300);

  @TempDir Path directory;

  private final List<String> calls = new ArrayList<>();

  /** The process died; no code may catch it. */
  private static final class SimulatedCrash extends Error {
    private static final long serialVersionUID = 1L;

    SimulatedCrash() {
      super("simulated crash", null, false, false);
    }
  }

  private int first(String call) {
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).startsWith(call)) {
        return i;
      }
    }
    return -1;
  }

  private int last(String call) {
    int last = -1;
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).startsWith(call)) {
        last = i;
      }
    }
    return last;
  }

  @Test
  void the_floor_is_put_before_the_leases_that_count_are_listed_and_these_before_the_removal()
      throws IOException {
    TestTables plain = new TestTables(directory);
    TransactionManager writer = plain.createUnpartitioned();
    plain.events().insert(writer, "", 1);
    plain.events().insert(writer, "", 2);
    plain.events().compact(writer, "", CompactionKind.MAJOR);
    HookedStore.Hook record = (call, name) -> calls.add(call + " " + name);
    TestTables hooked = new TestTables(directory, HookedFiles.storage(record));
    TransactionManager cleaning = hooked.open(new HookedStore(hooked.store(), record));
    calls.clear();

    hooked.cleaner(cleaning, TestTables.AT_ONCE).run();

    int floor = first("was put _v00000000000000000004");
    int leases = last("list _leases/");
    int claims = first("list _ids/");
    int removal = first("delete delta_0000001");
    int done = first("put _v00000000000000000005");
    assertThat(floor).isPositive();
    assertThat(leases).isGreaterThan(floor);
    assertThat(calls.subList(floor, removal)).contains("list _ids/", "list _txns/");
    assertThat(claims).isPositive();
    assertThat(removal).isGreaterThan(leases);
    assertThat(done).isGreaterThan(last("was deleted delta_0000002"));
    assertThat(first("remove _ids/")).isGreaterThan(done);
  }

  /** What another process does at the moment of a call of the cleaner. */
  private interface Meanwhile {
    void run() throws IOException;
  }

  private static HookedStore.Hook once(String call, String prefix, Meanwhile meanwhile) {
    return new HookedStore.Hook() {
      private boolean done;

      @Override
      public void on(String made, String name) throws IOException {
        if (!done && made.equals(call) && name.startsWith(prefix)) {
          done = true;
          meanwhile.run();
        }
      }
    };
  }

  private TestTables twoRowsAndAMajor() throws IOException {
    TestTables table = new TestTables(directory);
    TransactionManager writer = table.createUnpartitioned();
    table.events().insert(writer, "", 1);
    table.events().insert(writer, "", 2);
    table.events().delete(writer, "", 1);
    table.events().compact(writer, "", CompactionKind.MAJOR);
    return table;
  }

  @Test
  void a_reader_that_pins_just_before_the_floor_is_raised_keeps_its_directories()
      throws IOException {
    TestTables table = twoRowsAndAMajor();
    List<SnapshotPin> pins = new ArrayList<>();
    TransactionManager reader = table.open();
    // The leases were listed for the intention already; only listing them again sees this one.
    TransactionManager cleaning =
        table.open(
            new HookedStore(table.store(), once("put", "_v", () -> pins.add(reader.pin(2)))));
    CleanResult result = table.cleaner(cleaning, TestTables.AT_ONCE).run();
    assertThat(result.directories()).isZero();
    assertThat(table.events().values(pins.get(0).state(), "")).containsExactly(1L, 2L);
  }

  @Test
  void a_reader_whose_lease_the_cleaner_did_not_see_finds_the_floor_and_starts_over()
      throws IOException {
    TestTables table = twoRowsAndAMajor();
    TransactionManager cleaning = table.open();
    Cleaner cleaner = table.cleaner(cleaning, TestTables.AT_ONCE);
    // The cleaner runs between the reader's first load and its lease.
    TransactionManager asOf =
        table.open(
            new HookedStore(table.store(), once("replace", "_leases/", () -> cleaner.run())));
    assertThatThrownBy(() -> asOf.pin(2)).isInstanceOf(SnapshotTooOldException.class);

    table.events().insert(cleaning, "", 3);
    TransactionManager newest =
        table.open(
            new HookedStore(
                table.store(),
                once(
                    "replace",
                    "_leases/",
                    () -> {
                      table.events().insert(cleaning, "", 4);
                      table.events().compact(cleaning, "", CompactionKind.MAJOR);
                      cleaner.run();
                    })));
    try (SnapshotPin pin = newest.pinNewest()) {
      assertThat(table.events().values(pin.state(), "")).containsExactly(2L, 3L, 4L);
    }
  }

  @Test
  void a_claim_that_comes_between_the_floor_and_the_removal_keeps_what_it_may_read()
      throws IOException {
    TestTables table = twoRowsAndAMajor();
    TransactionManager other = table.open();
    TransactionHandle early = other.begin(BeginOptions.of(Operation.INSERT).atVersion(3));
    TransactionManager cleaning =
        table.open(new HookedStore(table.store(), once("put", "_v", early::writeId)));
    assertThat(table.cleaner(cleaning, TestTables.AT_ONCE).run().directories()).isZero();
    assertThat(table.events().values(early.state(), "")).containsExactly(2L);
    table.events().addInsert(early, "", 9);
    assertThat(early.commit().version()).isEqualTo(6);
  }

  @Test
  void a85_a_compaction_that_began_before_the_floor_keeps_its_inputs() throws IOException {
    TestTables table = twoRowsAndAMajor();
    TransactionManager writer = table.open();
    table.events().insert(writer, "", 3);
    CompactionHandle slow = table.open().beginCompaction("", CompactionKind.MAJOR);
    table.events().insert(writer, "", 4);
    table.events().compact(writer, "", CompactionKind.MINOR);
    Cleaner cleaner = table.cleaner(writer, TestTables.AT_ONCE);
    cleaner.run();
    assertThat(table.events().rewrite(slow)).hasSize(1);
    slow.close();
    cleaner.run();
    assertThat(table.names(""))
        .containsExactly("base_0000003_v0000001", "delta_0000004_0000005_v0000003");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void after_a_crash_at_any_call_the_next_run_makes_good_and_no_row_is_lost(boolean trash)
      throws IOException {
    CleanOptions options =
        trash ? TestTables.AT_ONCE.withTrash(Duration.ofHours(1)) : TestTables.AT_ONCE;
    TestTables prepared = new TestTables(directory.resolve("prepared"));
    TransactionManager writer = prepared.createUnpartitioned();
    for (int value = 1; value <= 3; value++) {
      prepared.events().insert(writer, "", value);
    }
    TransactionHandle aborted = writer.begin(BeginOptions.of(Operation.INSERT));
    prepared.events().addInsert(aborted, "", 77);
    aborted.abort();
    prepared.events().delete(writer, "", 2);
    prepared.events().compact(writer, "", CompactionKind.MINOR);
    prepared.events().compact(writer, "", CompactionKind.MAJOR);
    SnapshotPin pin = prepared.open().pinNewest();
    prepared.events().insert(writer, "", 4);
    int crashes = 0;
    for (int call = 1; ; call++) {
      Path own = directory.resolve("crash-" + call);
      TestTables table = prepared.copyTo(own);
      if (!crash(own, call, options)) {
        break;
      }
      crashes++;
      assertRows(table);
      assertThat(table.events().values(pin.state(), "")).containsExactly(1L, 3L);
      Cleaner cleaner = table.cleaner(table.open(), options);
      cleaner.run();
      assertRows(table);
      assertThat(table.names(""))
          .containsExactlyElementsOf(
              new TreeSet<>(List.of("base_0000005_v0000002", "delta_0000006_0000006_0000")));
      TableState newest = table.open().log().newest();
      assertThat(newest.retired("")).isEmpty();
      assertThat(newest.isAborted(4)).isTrue();
    }
    assertThat(crashes).isGreaterThan(20);
  }

  private static void assertRows(TestTables table) throws IOException {
    TableState newest = table.open().log().newest();
    assertThat(table.events().values(newest, "")).containsExactly(1L, 3L, 4L);
    assertThat(table.events().listedValues(newest, "")).containsExactly(1L, 3L, 4L);
  }

  /** Dies before or after the so many-th call that changes something. */
  private static HookedStore.Hook crashAt(int call) {
    return new HookedStore.Hook() {
      private int calls;

      @Override
      public void on(String made, String name) {
        if (!made.startsWith("list") && !made.equals("was listed")) {
          calls++;
          if (calls >= call) {
            throw new SimulatedCrash();
          }
        }
      }
    };
  }

  /** Whether the run died; not if it had fewer calls. */
  private static boolean crash(Path own, int call, CleanOptions options) throws IOException {
    HookedStore.Hook hook = crashAt(call);
    TestTables process = new TestTables(own, HookedFiles.storage(hook));
    try {
      TransactionManager cleaning = process.open(new HookedStore(process.store(), hook));
      process.cleaner(cleaning, options).run();
      return false;
    } catch (SimulatedCrash died) {
      return true;
    }
  }

  @Test
  void a_compaction_that_dies_at_any_call_leaves_what_the_cleaner_makes_good() throws IOException {
    TestTables prepared = new TestTables(directory.resolve("prepared"));
    TransactionManager writer = prepared.createUnpartitioned();
    for (int value = 1; value <= 3; value++) {
      prepared.events().insert(writer, "", value);
    }
    prepared.events().delete(writer, "", 2);
    int crashes = 0;
    for (int call = 1; ; call++) {
      Path own = directory.resolve("compaction-" + call);
      TestTables table = prepared.copyTo(own);
      if (!crashCompaction(own, table, call)) {
        break;
      }
      crashes++;
      TableState newest = table.open().log().newest();
      assertThat(table.events().values(newest, "")).containsExactly(1L, 3L);
      assertThat(table.events().listedValues(newest, "")).containsExactly(1L, 3L);
      Cleaner cleaner = table.cleaner(table.open(), TestTables.AT_ONCE);
      cleaner.run();
      table.pass(TIMEOUT);
      cleaner.run();
      cleaner.run();
      newest = table.open().log().newest();
      assertThat(table.events().values(newest, "")).containsExactly(1L, 3L);
      assertThat(table.names("")).hasSameSizeAs(newest.directories(""));
      if (newest.directories("").size() > 1) {
        table.events().compact(table.open(), "", CompactionKind.MAJOR);
      }
      newest = table.open().log().newest();
      assertThat(newest.directories("")).hasSize(1);
      assertThat(table.events().listedValues(newest, "")).containsExactly(1L, 3L);
    }
    assertThat(crashes).isGreaterThan(10);
  }

  private static boolean crashCompaction(Path own, TestTables table, int call) throws IOException {
    HookedStore.Hook hook = crashAt(call);
    TestTables process = new TestTables(own, HookedFiles.storage(hook));
    try {
      TransactionManager manager = process.open(new HookedStore(process.store(), hook));
      CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MAJOR);
      compaction.publish(table.events().rewrite(compaction));
      return false;
    } catch (SimulatedCrash died) {
      return true;
    }
  }

  @Test
  void a_scan_that_may_not_write_runs_without_a_pin_and_says_why() throws IOException {
    TestTables table = twoRowsAndAMajor();
    HookedStore.Hook refuse =
        (call, name) -> {
          if (call.equals("replace")) {
            throw new java.nio.file.AccessDeniedException(name);
          }
        };
    TransactionManager reader = table.open(new HookedStore(table.store(), refuse));
    try (SnapshotPin pin = reader.pinNewest()) {
      assertThat(pin.unprotectedBecause().orElseThrow()).contains("AccessDenied");
      assertThat(table.events().values(pin.state(), "")).containsExactly(2L);
    }
  }

  @Test
  void scans_of_one_version_share_a_pin() throws IOException {
    TestTables table = twoRowsAndAMajor();
    TransactionManager reader =
        table.open(new HookedStore(table.store(), (call, name) -> calls.add(call + " " + name)));
    for (int scan = 0; scan < 50; scan++) {
      reader.pinNewest().close();
    }
    assertThat(calls.stream().filter(call -> call.startsWith("replace _leases/"))).hasSize(1);
    assertThat(calls.stream().filter(call -> call.startsWith("replace _sessions/"))).hasSize(1);
    Optional<String> lease = table.store().list("_leases/", "", 10).stream().findFirst();
    assertThat(lease).isPresent();
    reader.close();
    assertThat(table.store().list("_leases/", "", 10)).isEmpty();
    assertThat(Path.of(table.path(), CommitLog.DIRECTORY, "_sessions")).isNotEmptyDirectory();
  }
}
