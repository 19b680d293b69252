package io.orcacid.store.jdbc;

import io.orcacid.error.CorruptFileException;
import io.orcacid.store.Listing;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in one table of a database, which many tables share: the atomic step is an insert of one
 * row, a transaction of its own, and the primary key lets one win. Thread-safe.
 *
 * <p>Of an insert that failed only what the database itself said of the statement is proof that
 * nothing was put; a lost connection is not.
 */
final class JdbcAtomicStore implements AtomicStore {
  static final String KIND = "jdbc";

  private static final Logger LOG = LoggerFactory.getLogger(JdbcAtomicStore.class);

  private static final String UNIQUE_VIOLATION = "23505";

  /**
   * Classes of SQLSTATE by which a database refuses a statement itself: data, constraint, read-only
   * transaction, syntax or rights.
   */
  private static final Set<String> REFUSALS = Set.of("22", "23", "25", "42");

  private static final String KEY = " WHERE table_id = ? AND directory = ? AND name = ?";

  private final DataSource database;
  private final Dialect dialect;
  private final Scope scope;
  private final String table;

  JdbcAtomicStore(DataSource database, Dialect dialect, Scope scope, UUID table) {
    this.database = database;
    this.dialect = dialect;
    this.scope = scope;
    this.table = table.toString();
  }

  /** Makes the database's table if it is not there. */
  static void prepare(DataSource database, Dialect dialect) throws IOException {
    try (Connection connection = connect(database)) {
      if (!isThere(connection)) {
        create(connection, dialect);
      }
    } catch (SQLException e) {
      throw new IOException("The table orcacid_log could not be made: " + e.getMessage(), e);
    }
  }

  private static void create(Connection connection, Dialect dialect) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(dialect.createTable());
    } catch (SQLException e) {
      // Of two that make it at once, one may be told so by an error.
      if (!isThere(connection)) {
        throw e;
      }
    }
  }

  private static boolean isThere(Connection connection) {
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery("SELECT name FROM orcacid_log WHERE 1 = 0")) {
      return !none.next();
    } catch (SQLException absent) {
      LOG.debug("No table orcacid_log: {}", absent.toString());
      return false;
    }
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    Key key = key(name);
    Connection connection;
    try {
      connection = connect(database);
    } catch (SQLException e) {
      throw failure(name, e);
    }
    try {
      return insert(connection, key, name, content);
    } finally {
      release(connection);
    }
  }

  private Outcome insert(Connection connection, Key key, String name, byte[] content)
      throws IOException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO orcacid_log (table_id, directory, name, content) VALUES (?, ?, ?, ?)")) {
      key.bind(insert, 1);
      insert.setBytes(4, content);
      if (insert.executeUpdate() != 1) {
        return unknown(name, "the database did not count one row");
      }
      sync(connection);
      return Outcome.WON;
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        return Outcome.LOST;
      }
      if (isRefusal(e)) {
        throw failure(name, e);
      }
      return unknown(name, e.toString());
    } catch (RuntimeException e) {
      return unknown(name, e.toString());
    }
  }

  private static Outcome unknown(String name, String why) {
    LOG.warn("Whether {} was put is unknown: {}", name, why);
    return Outcome.UNKNOWN;
  }

  private static boolean isRefusal(SQLException e) {
    String state = e.getSQLState();
    return state != null && state.length() == 5 && REFUSALS.contains(state.substring(0, 2));
  }

  /**
   * A sync that fails after the insert must not look like a refusal of the insert: its state is not
   * handed on.
   */
  private void sync(Connection connection) throws SQLException {
    if (dialect.syncStatement().isEmpty()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(dialect.syncStatement().get());
    } catch (SQLException e) {
      throw new SQLException("The database could not make a commit durable", "", e);
    }
  }

  /** Changes the row to what it is: the answer comes once this and all before it is durable. */
  @Override
  public void confirm(String name) throws IOException {
    Key key = key(name);
    try (Connection connection = connect(database);
        PreparedStatement update =
            connection.prepareStatement("UPDATE orcacid_log SET name = name" + KEY)) {
      key.bind(update, 1);
      if (update.executeUpdate() != 1) {
        throw new IOException("The name is not in the database: " + name);
      }
      sync(connection);
    } catch (SQLException e) {
      throw failure(name, e);
    }
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    Key key = key(name);
    try (Connection connection = connect(database);
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT octet_length(content), content FROM orcacid_log" + KEY)) {
      key.bind(select, 1);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        if (rows.getLong(1) > LONGEST_CONTENT) {
          throw new CorruptFileException(
              "A content of the log is longer than any can be",
              "path",
              table + "/" + name,
              "bytes",
              rows.getLong(1));
        }
        return Optional.of(rows.getBytes(2));
      }
    } catch (SQLException e) {
      throw failure(name, e);
    }
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    Listing listing = Listing.of(prefix, startAfter, limit);
    try (Connection connection = connect(database);
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT name FROM orcacid_log WHERE table_id = ? AND directory = ?"
                    + " AND name >= ? AND name > ? ORDER BY name LIMIT ?")) {
      select.setString(1, table);
      select.setString(2, listing.directory());
      select.setString(3, listing.prefix());
      select.setString(4, listing.after());
      select.setInt(5, limit);
      try (ResultSet rows = select.executeQuery()) {
        Stream.Builder<String> names = Stream.builder();
        while (rows.next()) {
          names.add(rows.getString(1));
        }
        return listing.of(names.build());
      }
    } catch (SQLException e) {
      throw failure(prefix, e);
    }
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    Key key = key(name);
    try (Connection connection = connect(database);
        PreparedStatement update =
            connection.prepareStatement("UPDATE orcacid_log SET content = ?" + KEY)) {
      update.setBytes(1, content);
      key.bind(update, 2);
      if (update.executeUpdate() > 0) {
        return;
      }
    } catch (SQLException e) {
      throw failure(name, e);
    }
    // Whoever put it in between put a hint as good as this one.
    if (putIfAbsent(name, content) == Outcome.UNKNOWN) {
      throw new IOException("Whether a hint was put is unknown: " + name);
    }
  }

  @Override
  public void remove(String name) throws IOException {
    Key key = key(name);
    try (Connection connection = connect(database);
        PreparedStatement delete = connection.prepareStatement("DELETE FROM orcacid_log" + KEY)) {
      key.bind(delete, 1);
      delete.executeUpdate();
    } catch (SQLException e) {
      throw failure(name, e);
    }
  }

  private static Connection connect(DataSource database) throws SQLException {
    Connection connection = database.getConnection();
    try {
      if (!connection.getAutoCommit()) {
        connection.setAutoCommit(true);
      }
      return connection;
    } catch (SQLException e) {
      release(connection);
      throw e;
    }
  }

  private static void release(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("A connection was not released: {}", e.toString());
    }
  }

  private IOException failure(String name, SQLException e) {
    return new IOException(
        "The database refused or could not be reached for "
            + table
            + "/"
            + name
            + ": "
            + e.getMessage(),
        e);
  }

  private Key key(String name) {
    AtomicStore.requireName(name);
    int slash = name.lastIndexOf('/') + 1;
    return new Key(table, name.substring(0, slash), name.substring(slash));
  }

  private record Key(String table, String directory, String name) {
    void bind(PreparedStatement statement, int first) throws SQLException {
      statement.setString(first, table);
      statement.setString(first + 1, directory);
      statement.setString(first + 2, name);
    }
  }
}
