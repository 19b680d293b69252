package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Names of directories are used once: none is ever made by two processes (invariant N). */
final class NameWatch {
  private static final Pattern DIRECTORY =
      Pattern.compile("(mkdir|rename) .*/((base|delta|delete_delta)_\\d[\\d_v]*)");

  private final Map<String, SimulatedProcess> owners = new HashMap<>();

  void before(String what, SimulatedProcess process) {
    if (DIRECTORY.matcher(what).matches() && !what.contains("/_tmp.")) {
      String path = what.substring(what.indexOf(' ') + 1);
      SimulatedProcess owner = owners.putIfAbsent(path, process);
      assertThat(owner == null || owner == process).as("%s has one owner", path).isTrue();
    }
  }
}
