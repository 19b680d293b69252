package io.orcacid.txn;

import io.orcacid.error.ValidationException;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Names of the directories for unfinished files of one transaction or compaction (PROTOCOL.md R9):
 * cleaners know by them whose such files are (R14).
 */
public final class TemporaryName {
  private static final String PREFIX = "_tmp.";

  private static final Pattern WHOLE = Pattern.compile("_tmp\\.[0-9a-f]{8}(-[0-9a-f]{4,12}){4}");

  private TemporaryName() {}

  /** One that nobody has. */
  public static String fresh() {
    return PREFIX + UUID.randomUUID();
  }

  /**
   * The one of an id that others know.
   *
   * @param id text of a UUID
   * @throws ValidationException for another text
   */
  public static String of(String id) {
    return require(PREFIX + id);
  }

  /** Whether a name begins like one, whatever follows. */
  public static boolean beginsLikeOne(String name) {
    return name.startsWith(PREFIX);
  }

  /** Whether a name is one. */
  public static boolean isOne(String name) {
    return WHOLE.matcher(name).matches();
  }

  static String require(String name) {
    if (!isOne(name)) {
      throw new ValidationException(
          "Not a name for unfinished files: it is _tmp. and a UUID", "name", name);
    }
    return name;
  }
}
