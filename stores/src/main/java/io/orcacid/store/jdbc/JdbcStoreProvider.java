package io.orcacid.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Scope;
import io.orcacid.txn.store.AtomicStoreProvider;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Gives stores in databases. Tables with the same address and user share a pool of connections,
 * which lasts as long as the process; idle connections are given back. Thread-safe.
 */
public final class JdbcStoreProvider implements AtomicStoreProvider {
  private static final int MOST_CONNECTIONS = 8;
  private static final long IDLE_MILLISECONDS = 30_000;

  private static final Map<Address, Database> OPEN = new HashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public JdbcStoreProvider() {}

  /** What a pool is shared by; never printed, for it holds a password. */
  private record Address(String url, String user, String password) {
    @Override
    public String toString() {
      return "a database of user " + user;
    }
  }

  private record Database(HikariDataSource pool, Dialect dialect) {}

  @Override
  public String kind() {
    return JdbcAtomicStore.KIND;
  }

  @Override
  public AtomicStore open(Table table) throws IOException {
    String url = table.settings().get("url");
    if (url == null) {
      throw new ValidationException(
          "The address of the database is missing",
          "set",
          "orcacid.store.jdbc.url",
          "path",
          table.logDirectory());
    }
    Scope scope = scope(url);
    Database database =
        database(
            new Address(
                url,
                table.settings().getOrDefault("user", ""),
                table.settings().getOrDefault("password", "")));
    return new JdbcAtomicStore(database.pool(), database.dialect(), scope, table.id());
  }

  /**
   * A database of H2 in memory belongs to one process. One in files is locked by the first process
   * that opens it, so that others fail before they can put anything.
   */
  static Scope scope(String url) {
    String lower = url.toLowerCase(Locale.ROOT);
    if (lower.matches("jdbc:h2:(.*/)?mem:.*")) {
      return Scope.JVM;
    }
    if (lower.startsWith("jdbc:h2:") && lower.contains("file_lock=no")) {
      throw new UnsupportedTableException(
          "H2 without its lock on the file lets two processes damage it: leave out FILE_LOCK=NO");
    }
    return Scope.STORE;
  }

  private static Database database(Address address) throws IOException {
    synchronized (OPEN) {
      Database open = OPEN.get(address);
      if (open == null) {
        open = connect(address);
        OPEN.put(address, open);
      }
      return open;
    }
  }

  private static Database connect(Address address) throws IOException {
    HikariConfig probing = config(address);
    probing.setMaximumPoolSize(1);
    Dialect dialect;
    try (HikariDataSource probe = pool(probing);
        Connection connection = probe.getConnection()) {
      dialect = Dialect.of(connection.getMetaData().getDatabaseProductName());
    } catch (SQLException e) {
      throw new IOException("The database cannot be reached: " + e.getMessage(), e);
    }
    HikariConfig config = config(address);
    dialect.firstStatement().ifPresent(config::setConnectionInitSql);
    HikariDataSource pool = pool(config);
    try {
      JdbcAtomicStore.prepare(pool, dialect);
    } catch (IOException e) {
      pool.close();
      throw e;
    }
    return new Database(pool, dialect);
  }

  private static HikariConfig config(Address address) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("orc-acid");
    config.setJdbcUrl(address.url());
    if (!address.user().isEmpty()) {
      config.setUsername(address.user());
      config.setPassword(address.password());
    }
    config.setAutoCommit(true);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setMaximumPoolSize(MOST_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE_MILLISECONDS);
    return config;
  }

  private static HikariDataSource pool(HikariConfig config) throws IOException {
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new IOException(
          "The database cannot be reached; is its driver on the class path? " + e.getMessage(), e);
    }
  }
}
