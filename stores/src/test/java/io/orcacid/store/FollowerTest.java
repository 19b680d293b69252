package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Address;
import io.orcacid.Change;
import io.orcacid.ChangeFollower;
import io.orcacid.Changes;
import io.orcacid.Inserter;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.RowId;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database follows a table, its cursor in the same transaction as its rows. System properties:
 * {@code orcacid.follower.runs}, {@code orcacid.follower.commits} of each writer.
 */
class FollowerTest {
  private static final int RUNS = Integer.getInteger("orcacid.follower.runs", 20);
  private static final int COMMITS = Integer.getInteger("orcacid.follower.commits", 6);
  private static final int WRITERS = 4;
  private static final AtomicInteger TABLES = new AtomicInteger();

  @TempDir(factory = MemoryDirectories.class)
  Path directory;

  private int kills;
  private int restarts;
  private long versions;

  @Test
  void a_database_that_follows_a_busy_table_ends_equal_to_it_however_often_it_is_killed() {
    Seeds.forEach(RUNS, this::run);
    System.out.printf(
        "FollowerTest: %d versions followed, %d kills, %d new beginnings%n",
        versions, kills, restarts);
  }

  private void run(Random random) throws Exception {
    String name = "t" + TABLES.incrementAndGet();
    String path = directory.resolve(name).toString();
    TableDefinition definition = TableDefinition.of("id bigint, n int, p int");
    definition = random.nextBoolean() ? definition.partitionedBy("p") : definition;
    definition = random.nextBoolean() ? definition.key("id") : definition;
    // Where rows are compared, updates and deletes share versions.
    definition =
        random.nextBoolean() ? definition.property("orcacid.conflict.policy", "row") : definition;
    AcidTable.create(path, definition).close();
    Duration retention = random.nextBoolean() ? Duration.ZERO : Duration.ofDays(1);

    AtomicBoolean writing = new AtomicBoolean(true);
    AtomicBoolean busy = new AtomicBoolean(true);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Database database = new Database(name);
        AcidTable shared = AcidTable.open(path)) {
      boolean sharing = random.nextBoolean();
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Random own = new Random(random.nextLong());
        writers.add(threads.submit(() -> sharing ? write(shared, own) : write(path, own)));
      }
      Random compacting = new Random(random.nextLong());
      List<Future<?>> upkeep = new ArrayList<>();
      upkeep.add(threads.submit(() -> compact(path, writing, compacting)));
      upkeep.add(threads.submit(() -> clean(path, writing, retention)));
      Random following = new Random(random.nextLong());
      Future<?> follower =
          threads.submit(() -> new Following(path, database, busy, following).run());
      for (Future<?> writer : writers) {
        writer.get(2, TimeUnit.MINUTES);
      }
      writing.set(false);
      for (Future<?> one : upkeep) {
        one.get(2, TimeUnit.MINUTES);
      }
      busy.set(false);
      follower.get(2, TimeUnit.MINUTES);
      try (AcidTable table = AcidTable.open(path)) {
        assertThat(database.content()).isEqualTo(content(table));
        assertThat(database.cursor()).isLessThanOrEqualTo(table.version());
        versions += table.version();
      }
    } finally {
      writing.set(false);
      busy.set(false);
      threads.shutdown();
    }
  }

  private static Map<String, String> content(AcidTable table) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Rows rows = table.scan().withRowId().rows()) {
      for (Row row : rows) {
        content.put(text(row.address().orElseThrow()), row.toString());
      }
    }
    return content;
  }

  private static String text(Address address) {
    RowId id = address.rowId();
    return address.partition() + "/" + id.writeId() + "/" + id.bucketProperty() + "/" + id.rowId();
  }

  private static Void write(String path, Random random) throws IOException {
    try (AcidTable table = AcidTable.open(path)) {
      return write(table, random);
    }
  }

  private static Void write(AcidTable table, Random random) throws IOException {
    for (int i = 0; i < COMMITS; i++) {
      try {
        writeOnce(table, random);
      } catch (WriteConflictException lost) {
        // Another writer was faster: that this one changed nothing is what is tested.
        continue;
      }
    }
    return null;
  }

  private static void writeOnce(AcidTable table, Random random) throws IOException {
    String some = "id % 5 = " + random.nextInt(5);
    switch (random.nextInt(8)) {
      case 0 -> table.update("n = n + 1", some);
      case 1 -> table.delete(some);
      case 2 -> {
        try (Transaction transaction = table.begin()) {
          rows(transaction.insert(), random);
          transaction.update("n = n + 1", some);
          transaction.commit();
        }
      }
      case 3 -> {
        try (Transaction transaction = table.begin()) {
          rows(transaction.overwriteTouched(), random);
          transaction.commit();
        }
      }
      default -> {
        try (Transaction transaction = table.begin()) {
          rows(transaction.insert(), random);
          transaction.commit();
        }
      }
    }
  }

  private static void rows(Inserter inserter, Random random) throws IOException {
    for (int i = random.nextInt(10); i >= 0; i--) {
      inserter.row(random.nextLong(40), random.nextInt(100), random.nextInt(3));
    }
  }

  private static Void compact(String path, AtomicBoolean writing, Random random)
      throws IOException {
    try (AcidTable table = AcidTable.open(path)) {
      while (writing.get()) {
        if (random.nextInt(3) == 0) {
          table.compaction().major().run();
        } else {
          table.compaction().minor().run();
        }
      }
    }
    return null;
  }

  private static Void clean(String path, AtomicBoolean writing, Duration retention)
      throws Exception {
    try (AcidTable table = AcidTable.open(path)) {
      while (writing.get()) {
        table.clean().retentionWithoutForeignReaders(retention).run();
        Thread.sleep(5);
      }
    }
    return null;
  }

  /** Follows until nothing is busy any more; dies and begins again now and then. */
  private final class Following {
    private final String path;
    private final Database database;
    private final AtomicBoolean busy;
    private final Random random;

    /** Of killed ones, which take nothing back that they pinned. */
    private final List<AcidTable> dead = new ArrayList<>();

    Following(String path, Database database, AtomicBoolean busy, Random random) {
      this.path = path;
      this.database = database;
      this.busy = busy;
      this.random = random;
    }

    Void run() throws Exception {
      boolean done = false;
      while (!done) {
        AcidTable table = AcidTable.open(path);
        try {
          done = follow(table);
        } catch (Killed killed) {
          kills++;
        } catch (SnapshotTooOldException away) {
          restarts++;
          begin(table);
        }
        dead.add(table);
        if (random.nextBoolean()) {
          table.close();
        }
      }
      for (AcidTable table : dead) {
        table.close();
      }
      return null;
    }

    /** The connection of a killed one is gone, and with it what was not committed. */
    private boolean follow(AcidTable table) throws Exception {
      try (Connection connection = database.connect()) {
        long cursor = database.cursor();
        ChangeFollower follower = table.changes().afterVersion(cursor).follow(Duration.ZERO);
        while (true) {
          boolean last = !busy.get();
          Optional<Changes> changes = follower.poll();
          if (changes.isPresent()) {
            apply(connection, changes.get());
          } else if (last) {
            follower.close();
            return true;
          } else {
            Thread.sleep(1);
          }
        }
      }
    }

    private void apply(Connection connection, Changes changes) throws SQLException {
      for (Change change : changes) {
        if (random.nextInt(40) == 0) {
          throw new Killed();
        }
        database.apply(connection, change);
        if (changes.cursor().isPresent()) {
          database.advance(connection, changes.cursor().getAsLong());
          connection.commit();
        }
      }
    }

    /** All rows of a version, and its number. */
    private void begin(AcidTable table) throws Exception {
      while (true) {
        long version = table.version();
        try (Connection connection = database.connect();
            Rows rows = table.scanAsOfVersion(version).withRowId().rows()) {
          database.clear(connection);
          for (Row row : rows) {
            database.put(connection, row.address().orElseThrow(), row);
          }
          database.advance(connection, version);
          connection.commit();
          return;
        } catch (SnapshotTooOldException overtaken) {
          continue;
        }
      }
    }
  }

  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The rows by their addresses, and the version that they are of. */
  private static final class Database implements AutoCloseable {
    private final String url;
    private final Connection keeper;

    Database(String name) throws SQLException {
      this.url = "jdbc:h2:mem:follower-" + name;
      this.keeper = DriverManager.getConnection(url);
      try (Statement statement = keeper.createStatement()) {
        statement.execute("create table content (address varchar primary key, texts varchar)");
        statement.execute("create table progress (version bigint)");
        statement.execute("insert into progress values (0)");
      }
    }

    Connection connect() throws SQLException {
      Connection connection = DriverManager.getConnection(url);
      connection.setAutoCommit(false);
      return connection;
    }

    void apply(Connection connection, Change change) throws SQLException {
      switch (change.kind()) {
        case INSERT, UPDATE_AFTER -> put(connection, change.address(), change.row());
        case DELETE, UPDATE_BEFORE -> {
          try (PreparedStatement statement =
              connection.prepareStatement("delete from content where address = ? and texts = ?")) {
            statement.setString(1, text(change.address()));
            statement.setString(2, change.row().toString());
            assertThat(statement.executeUpdate()).as("rows that went by %s", change).isOne();
          }
        }
        default -> throw new AssertionError(change.kind());
      }
    }

    void put(Connection connection, Address address, Row row) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement("insert into content values (?, ?)")) {
        statement.setString(1, text(address));
        statement.setString(2, row.toString());
        statement.executeUpdate();
      }
    }

    void advance(Connection connection, long version) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement("update progress set version = ?")) {
        statement.setLong(1, version);
        statement.executeUpdate();
      }
    }

    void clear(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("delete from content");
      }
    }

    long cursor() throws SQLException {
      try (Statement statement = keeper.createStatement();
          ResultSet result = statement.executeQuery("select version from progress")) {
        result.next();
        return result.getLong(1);
      }
    }

    Map<String, String> content() throws SQLException {
      Map<String, String> content = new TreeMap<>();
      try (Statement statement = keeper.createStatement();
          ResultSet result = statement.executeQuery("select address, texts from content")) {
        while (result.next()) {
          content.put(result.getString(1), result.getString(2));
        }
      }
      return content;
    }

    @Override
    public void close() throws SQLException {
      keeper.close();
    }
  }
}
