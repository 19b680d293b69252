package io.orcacid.verify;

import io.orcacid.error.ValidationException;
import java.util.Locale;

/** Another engine that may read a table (FORMAT.md §12). */
public enum Engine {
  HIVE(Check.HIVE),
  TRINO(Check.TRINO),
  IMPALA(Check.IMPALA);

  private final Check check;

  Engine(Check check) {
    this.check = check;
  }

  Check check() {
    return check;
  }

  /**
   * The engine of a name, in any case.
   *
   * @throws ValidationException for another name
   */
  public static Engine parse(String name) {
    for (Engine engine : values()) {
      if (engine.name().equals(name.strip().toUpperCase(Locale.ROOT))) {
        return engine;
      }
    }
    throw new ValidationException(
        "Not an engine that is known here: hive, trino and impala are", "engine", name);
  }
}
