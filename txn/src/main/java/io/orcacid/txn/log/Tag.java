package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A name for a version, which stays readable as long as it has one (PROTOCOL.md R18). Immutable.
 *
 * @param name 1 to 128 letters, digits, dots, hyphens and underscores, not beginning with a hyphen
 * @param version the version
 * @param time when the name was given
 * @param author who gave it
 */
public record Tag(String name, long version, Instant time, Author author) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.-]{0,127}");

  public Tag {
    Objects.requireNonNull(time);
    Objects.requireNonNull(author);
    requireName(name);
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Checks a name.
   *
   * @throws ValidationException if no tag can have it
   */
  public static String requireName(String name) {
    if (!isName(name)) {
      throw new ValidationException(
          "A tag's name has 1 to 128 letters, digits, dots, hyphens and underscores, and begins with"
              + " no hyphen",
          "tag",
          name);
    }
    return name;
  }
}
