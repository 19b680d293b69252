package io.orcacid.store.jdbc;

import io.orcacid.txn.store.StoreContract.Fault;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A database whose answer to each insert is an error of a given state. */
final class FailingDatabase {
  private FailingDatabase() {}

  static DataSource of(DataSource database, Fault fault, String state) {
    return proxy(
        DataSource.class,
        (self, method, arguments) ->
            method.getName().equals("getConnection")
                ? connection((Connection) method.invoke(database, arguments), fault, state)
                : method.invoke(database, arguments));
  }

  private static Connection connection(Connection connection, Fault fault, String state) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          Object result = method.invoke(connection, arguments);
          return method.getName().equals("prepareStatement")
                  && ((String) arguments[0]).startsWith("INSERT")
              ? insert((PreparedStatement) result, fault, state)
              : result;
        });
  }

  private static PreparedStatement insert(PreparedStatement statement, Fault fault, String state) {
    return proxy(
        PreparedStatement.class,
        (self, method, arguments) -> {
          if (!method.getName().equals("executeUpdate")) {
            return method.invoke(statement, arguments);
          }
          if (fault == Fault.DONE) {
            method.invoke(statement, arguments);
          }
          throw new SQLException("injected", state);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FailingDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return handler.invoke(self, method, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
