package io.orcacid.txn.store;

import io.orcacid.error.ValidationException;
import java.util.regex.Pattern;

/** Which names a store takes: one or two plain parts, so that nothing leaves the log directory. */
final class StoreNames {
  private static final int LONGEST_PART = 200;
  private static final Pattern NAME =
      Pattern.compile("_[A-Za-z0-9_-]+/_?[A-Za-z0-9][A-Za-z0-9._-]*|_[A-Za-z0-9][A-Za-z0-9._-]*");

  private StoreNames() {}

  static String check(String name) {
    int slash = name.indexOf('/');
    if (!NAME.matcher(name).matches()
        || name.substring(name.indexOf('/') + 1).startsWith(AtomicStore.UNFINISHED)
        || name.length() - Math.max(slash, 0) > LONGEST_PART
        || slash > LONGEST_PART) {
      throw new ValidationException("Not a name that a table's log can have", "name", name);
    }
    return name;
  }
}
