package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.DiskLocation;
import io.orcacid.DiskTable;
import io.orcacid.Transaction;
import io.orcacid.compactor.clean.CleanOptions;
import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.compactor.clean.Cleaner;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.simulation.concurrent.Recorder.Found;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.testkit.history.Anomaly;
import io.orcacid.testkit.history.HistoryCheck;
import io.orcacid.testkit.history.Operation;
import io.orcacid.testkit.history.RecordedTransaction;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import io.orcacid.testkit.history.RecordedTransaction.Position;
import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.verify.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What must hold once all processes have ended, whatever they went through. */
final class FinalChecks {
  private final World world;
  private final Recorder recorder;

  FinalChecks(World world, Recorder recorder) {
    this.world = world;
    this.recorder = recorder;
  }

  void run() throws IOException {
    try (AcidTable table = world.start().openTable()) {
      readAll(table);
      commit(table);
      compact(table);
    }
    clean();
    try (AcidTable table = world.start().openTable()) {
      read(table, table.version());
    }
    requireNothingLeft();
    requireVerified();
    requireOtherStoresRefused();
    world.audit().look();
    checkHistory();
    world.figures().add(What.VERSIONS, world.audit().newest());
  }

  private void readAll(AcidTable table) throws IOException {
    long newest = table.version();
    read(table, newest);
    long oldest = Math.max(1, world.audit().oldestReadable());
    if (oldest < newest) {
      read(table, oldest);
      read(table, oldest + world.random().nextInt((int) (newest - oldest)));
    }
  }

  private void read(AcidTable table, long version) throws IOException {
    Recording recording = recorder.begin();
    recording.choseVersion();
    recording.reads(version);
    List<Found> found = recorder.read(table.scanAsOfVersion(version));
    recording.add(Operation.Read.all(Recorder.seen(found)));
    recording.end(Outcome.COMMITTED);
    recorder.checkAccounts(found);
  }

  /** With nothing in its way a commit succeeds (I11). */
  private void commit(AcidTable table) throws IOException {
    Recording recording = recorder.begin();
    try (Transaction transaction = table.begin()) {
      recording.reads(transaction.readVersion());
      long key = recorder.newKey();
      long value = recorder.newValue(1);
      transaction.insert().row(key, world.plan().partitionOf(key), 1L, String.valueOf(value));
      recording.inserts(key);
      recording.add(new Operation.Append(key, value));
      recording.acknowledge(world.stamp(), transaction.commit().version());
      recording.wroteUnder(transaction.writeId());
    }
  }

  private void compact(AcidTable table) throws IOException {
    clean();
    table.compaction().major().run();
    read(table, table.version());
  }

  /** Twice with silence between, so that what dead processes hold is seen to be dead. */
  private void clean() throws IOException {
    try (TransactionManager manager = world.start().openManager()) {
      Cleaner cleaner =
          new Cleaner(
              manager, CleanOptions.defaults().withRetention(Duration.ZERO, ForeignReaders.NONE));
      for (int i = 0; i < 3; i++) {
        cleaner.run();
        world.pass(SimulatedProcess.TIMEOUT.multipliedBy(2));
      }
    }
  }

  /** What lies there is what the log names (I10). */
  private void requireNothingLeft() throws IOException {
    TableState state = world.audit().log().newest();
    CrashingDisk disk = world.plainDisk();
    for (int partition = 0; partition < world.plan().partitions(); partition++) {
      String path = world.plan().pathOf(partition);
      String place = path.isEmpty() ? DiskTable.ROOT : DiskTable.ROOT + "/" + path;
      TreeSet<String> there = new TreeSet<>();
      if (disk.exists(place)) {
        disk.names(place).stream()
            .filter(name -> !name.contains(Foreigner.MARK))
            .filter(name -> AcidDirectory.parse(name).isPresent() || name.startsWith("_tmp."))
            .forEach(there::add);
      }
      TreeSet<String> named = new TreeSet<>();
      for (DataDirectory directory : state.directories(path)) {
        named.add(directory.name());
      }
      assertThat(state.retired(path)).as("replaced directories of '%s'", path).isEmpty();
      assertThat(there).as("directories of '%s'", path).isEqualTo(named);
    }
    assertThat(state.lowestUnresolvedWriteId()).as("open write ids").isEmpty();
  }

  private void requireVerified() throws IOException {
    assertThat(
            world.plainLocation().verifyDeeply().findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .filter(finding -> !finding.path().contains(Foreigner.MARK)))
        .as("errors of the verification")
        .isEmpty();
  }

  /** A client that was set up with another store never touches the table (F20). */
  private void requireOtherStoresRefused() {
    DiskLocation plain = world.plainLocation();
    DiskLocation other =
        new DiskLocation(
            plain.disk(),
            plain.log(),
            store ->
                new ForwardingStore() {
                  @Override
                  public AtomicStore beneath() {
                    return store;
                  }

                  @Override
                  public String kind() {
                    return "another";
                  }
                });
    assertThatThrownBy(() -> other.open(SimulatedProcess.options()))
        .isInstanceOf(UnsupportedTableException.class);
  }

  private void checkHistory() {
    Map<Long, Position> positions = world.audit().positions();
    List<RecordedTransaction> transactions = new ArrayList<>();
    for (Recording recording : recorder.recordings()) {
      RecordedTransaction transaction = recording.toTransaction(positions);
      if (recording.counts()) {
        transactions.add(transaction);
      }
      if (recording.version() >= 0
          && recording.writeId().isPresent()
          && transaction.position().isPresent()) {
        assertThat(transaction.position().get().version())
            .as("version of transaction %s", recording.id())
            .isEqualTo(recording.version());
      }
    }
    HistoryCheck check = HistoryCheck.of(transactions);
    List<Anomaly> found =
        new ArrayList<>(
            check.snapshotIsolation(
                new PolicyRule(world.plan(), recorder.recordings(), world.audit())));
    found.addAll(check.realTime());
    for (Anomaly anomaly : check.cycles()) {
      if (anomaly.kind() != Anomaly.Kind.WRITE_SKEW
          || world.plan().policy() == ConflictPolicy.SERIALIZABLE) {
        found.add(anomaly);
      }
    }
    assertThat(found).as("anomalies").isEmpty();
  }
}
