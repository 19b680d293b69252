package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.nio.charset.StandardCharsets;

/**
 * What an application calls one of its commits, so that a replay of it is recognised (PROTOCOL.md
 * R13).
 *
 * @param application 1 to 1,000 characters without control characters
 * @param sequence 0 or more, rising from commit to commit of the application
 */
public record Token(String application, long sequence) {
  private static final int LONGEST = 1000;

  public Token {
    if (sequence < 0
        || application.isEmpty()
        || application.length() > LONGEST
        || application.chars().anyMatch(Character::isISOControl)
        || !StandardCharsets.UTF_8.newEncoder().canEncode(application)) {
      throw new ValidationException(
          "A token is an application of 1 to 1,000 characters without control characters, and a"
              + " sequence of 0 or more",
          "application",
          application,
          "sequence",
          sequence);
    }
  }
}
