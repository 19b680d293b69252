package io.orcacid.store.jdbc;

import io.orcacid.error.UnsupportedTableException;
import java.util.Optional;

/** In what databases differ. */
enum Dialect {
  POSTGRESQL("PostgreSQL") {
    @Override
    String createTable() {
      return table("COLLATE \"C\"", "bytea");
    }

    /** A server may be set to answer before a commit is on its disk; this connection is not. */
    @Override
    Optional<String> firstStatement() {
      return Optional.of(
          "SELECT CASE WHEN current_setting('synchronous_commit') = 'off'"
              + " THEN set_config('synchronous_commit', 'on', false) END");
    }
  },

  H2("H2") {
    @Override
    String createTable() {
      return table("", "blob");
    }

    /** H2 writes what was committed, but leaves it to the operating system when. */
    @Override
    Optional<String> syncStatement() {
      return Optional.of("CHECKPOINT SYNC");
    }
  };

  private final String product;

  Dialect(String product) {
    this.product = product;
  }

  /** The dialect of a database by the name that its driver gives it. */
  static Dialect of(String product) {
    for (Dialect dialect : values()) {
      if (dialect.product.equals(product)) {
        return dialect;
      }
    }
    throw new UnsupportedTableException(
        "The store is proved on PostgreSQL and H2 only: take one of them", "database", product);
  }

  /** Makes the one table if it is not there; names are compared byte by byte. */
  abstract String createTable();

  /** What a new connection does first. */
  Optional<String> firstStatement() {
    return Optional.empty();
  }

  /** What makes durable what this connection committed, if a commit alone does not. */
  Optional<String> syncStatement() {
    return Optional.empty();
  }

  private static String table(String collation, String content) {
    return "CREATE TABLE IF NOT EXISTS orcacid_log ("
        + "table_id varchar(36) "
        + collation
        + " NOT NULL, directory varchar(201) "
        + collation
        + " NOT NULL, name varchar(201) "
        + collation
        + " NOT NULL, content "
        + content
        + " NOT NULL, PRIMARY KEY (table_id, directory, name))";
  }
}
