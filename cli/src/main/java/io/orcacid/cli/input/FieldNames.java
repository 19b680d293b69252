package io.orcacid.cli.input;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds columns or fields by name: spelt exactly so, else in any case if that names one only. */
final class FieldNames {
  /** No field has the name. */
  static final int UNKNOWN = -1;

  private static final int AMBIGUOUS = -2;

  private final List<String> names;
  private final Map<String, Integer> exact = new HashMap<>();
  private final Map<String, Integer> inAnyCase = new HashMap<>();

  FieldNames(List<String> names) {
    this.names = names;
    for (int i = 0; i < names.size(); i++) {
      exact.put(names.get(i), i);
      inAnyCase.merge(lower(names.get(i)), i, (first, second) -> AMBIGUOUS);
    }
  }

  /** Position of a field, from 0, or {@link #UNKNOWN}. */
  int find(String name) {
    Integer found = exact.get(name);
    if (found == null) {
      found = inAnyCase.get(lower(name));
    }
    return found == null || found < 0 ? UNKNOWN : found;
  }

  String name(int field) {
    return names.get(field);
  }

  List<String> names() {
    return names;
  }

  static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
