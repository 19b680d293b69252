package io.orcacid.txn.log;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;

/**
 * Who ran a transaction; shown to people, never used for a decision.
 *
 * @param user name of the user
 * @param host name of the machine
 * @param agent name of the program, empty for none
 */
public record Author(String user, String host, String agent) {
  public Author {
    Objects.requireNonNull(user);
    Objects.requireNonNull(host);
    Objects.requireNonNull(agent);
  }

  /** User and machine of this process. */
  public static Author current() {
    return new Author(System.getProperty("user.name", "unknown"), hostName(), "");
  }

  /** The same with the name of a program. */
  public Author withAgent(String newAgent) {
    return new Author(user, host, newAgent);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /** {@code user@host}. */
  public String atHost() {
    return user + "@" + host;
  }
}
