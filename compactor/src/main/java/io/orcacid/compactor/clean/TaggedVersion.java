package io.orcacid.compactor.clean;

import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A version with a tag and what it needs of the directories that are not live any more (PROTOCOL.md
 * R18). A pin keeps everything that was replaced after its version; a tag may stay for years, so it
 * keeps what was live at its version and nothing else. Immutable.
 *
 * @param tag name of the tag
 * @param version its version
 * @param needs names of directories by partition
 */
record TaggedVersion(String tag, long version, Map<String, Set<String>> needs) {
  TaggedVersion {
    needs = Map.copyOf(needs);
  }

  /**
   * @param content the tagged version
   * @param state the version that is cleaned
   */
  static TaggedVersion of(String tag, TableState content, TableState state) {
    Map<String, Set<String>> needs = new TreeMap<>();
    for (String partition : state.partitionsWithRetired()) {
      Set<String> live =
          content.directories(partition).stream()
              .map(DataDirectory::name)
              .collect(Collectors.toCollection(TreeSet::new));
      live.retainAll(
          state.retired(partition).stream()
              .map(RetiredDirectory::directory)
              .map(DataDirectory::name)
              .collect(Collectors.toSet()));
      if (!live.isEmpty()) {
        needs.put(partition, Set.copyOf(live));
      }
    }
    return new TaggedVersion(tag, content.version(), needs);
  }

  boolean needs(String partition, String directory) {
    return needs.getOrDefault(partition, Set.of()).contains(directory);
  }

  /** Why something is kept, for people. */
  String reason() {
    return "kept by tag " + tag + " of version " + version;
  }
}
