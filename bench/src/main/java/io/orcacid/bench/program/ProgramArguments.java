package io.orcacid.bench.program;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a program was started with: {@code OPERATION key=value ...}.
 *
 * @param operation what to do, such as {@code scan}
 * @param values by key
 */
public record ProgramArguments(String operation, Map<String, String> values) {
  public ProgramArguments {
    values = Map.copyOf(values);
  }

  /** Parses a command line. */
  public static ProgramArguments parse(String[] arguments) {
    if (arguments.length == 0) {
      throw new IllegalArgumentException("usage: OPERATION key=value ...");
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("not key=value: " + arguments[i]);
      }
      values.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    return new ProgramArguments(arguments[0], values);
  }

  /** A value that has to be there. */
  public String value(String key) {
    return find(key)
        .orElseThrow(() -> new IllegalArgumentException("missing: " + key + "=, for " + operation));
  }

  /** A number that has to be there. */
  public long number(String key) {
    return Long.parseLong(value(key));
  }

  /** A value that may be there. */
  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }
}
