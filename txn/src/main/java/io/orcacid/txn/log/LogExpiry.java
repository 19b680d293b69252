package io.orcacid.txn.log;

import io.orcacid.error.OrcAcidException;
import io.orcacid.txn.log.CheckpointRoot.Part;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what a verified checkpoint stands for (PROTOCOL.md R23). Stateless. */
final class LogExpiry {
  private static final Logger LOG = LoggerFactory.getLogger(LogExpiry.class);
  private static final String MANIFEST = "_manifest-";

  private final AtomicStore store;
  private final CheckpointReader checkpoints;
  private final LogReader reader;
  private final CheckpointNames checkpointNames;

  LogExpiry(
      AtomicStore store,
      CheckpointReader checkpoints,
      LogReader reader,
      CheckpointNames checkpointNames) {
    this.store = store;
    this.checkpoints = checkpoints;
    this.reader = reader;
    this.checkpointNames = checkpointNames;
  }

  /**
   * Version of the newest checkpoint up to a version that can be read with all its parts, if it
   * stands for an entry or an older checkpoint that may go.
   *
   * @param tagged versions whose own checkpoints stay
   */
  OptionalLong checkpoint(long mostVersion, Set<Long> tagged) throws IOException {
    List<String> names = new ArrayList<>(store.list(CheckpointRoot.PREFIX, "", Integer.MAX_VALUE));
    List<String> first = store.list("_v", "", 1);
    Collections.reverse(names);
    for (String name : names) {
      long version = CheckpointRoot.versionOf(name);
      if (version >= 0 && version <= mostVersion) {
        boolean standsForSomething =
            !first.isEmpty() && first.get(0).compareTo(LogEntry.nameOf(version)) <= 0
                || names.stream()
                    .mapToLong(CheckpointRoot::versionOf)
                    .anyMatch(old -> old >= 0 && old < version && !tagged.contains(old));
        if (!standsForSomething) {
          return OptionalLong.empty();
        }
        if (verified(name).isPresent()) {
          return OptionalLong.of(version);
        }
      }
    }
    return OptionalLong.empty();
  }

  /** The root of a checkpoint of which every byte was read. */
  private Optional<CheckpointRoot> verified(String name) throws IOException {
    try {
      TableState state = checkpoints.read(name);
      CheckpointRoot root = state.lineage.checkpoint().orElseThrow();
      for (Part part : root.history()) {
        checkpoints.history(part);
      }
      return Optional.of(root);
    } catch (OrcAcidException e) {
      LOG.warn("The checkpoint {} stands for nothing: {}", name, e.toString());
      return Optional.empty();
    }
  }

  /**
   * Removes the entries up to a checkpoint's version, oldest first, then the older checkpoints.
   * Nothing goes unless each older version with a tag has a checkpoint of its own.
   *
   * @param tagged versions that have to be loaded afterwards
   * @return how many entries were removed
   */
  int expire(long version, Set<Long> tagged) throws IOException {
    List<String> names = store.list(CheckpointRoot.PREFIX, "", Integer.MAX_VALUE);
    Set<String> needed = new HashSet<>();
    Set<Long> standing = new HashSet<>();
    for (String name : names) {
      long its = CheckpointRoot.versionOf(name);
      Optional<CheckpointRoot> root =
          its >= version || tagged.contains(its) ? verified(name) : Optional.empty();
      if (root.isPresent()) {
        root.get().parts().map(Part::name).forEach(needed::add);
        if (its == version || tagged.contains(its)) {
          store.confirm(name);
        }
        standing.add(its);
      }
    }
    if (!standing.contains(version)
        || tagged.stream().anyMatch(one -> one < version && !standing.contains(one))) {
      return 0;
    }
    for (String name : names) {
      if (CheckpointRoot.versionOf(name) == version) {
        checkpointNames.announce(name);
      }
    }
    int entries = removeEntries(version);
    for (String name : names) {
      long old = CheckpointRoot.versionOf(name);
      if (old >= 0 && old < version && !tagged.contains(old)) {
        removeCheckpoint(name, needed);
      }
    }
    return entries;
  }

  /** Whether a version has a checkpoint that can be read with all its parts. */
  boolean stands(long version) throws IOException {
    for (String name : store.list(CheckpointRoot.PREFIX, "", Integer.MAX_VALUE)) {
      if (CheckpointRoot.versionOf(name) == version && verified(name).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private int removeEntries(long version) throws IOException {
    boolean manifests = !store.list(MANIFEST, "", 1).isEmpty();
    int removed = 0;
    String last = LogEntry.nameOf(version);
    for (String name : store.list("_v", "", Integer.MAX_VALUE)) {
      if (!name.matches("_v\\d{20}\\.json") || name.compareTo(last) > 0) {
        continue;
      }
      Optional<String> manifest =
          manifests ? manifestOf(Long.parseLong(name.substring(2, 22))) : Optional.empty();
      store.remove(name);
      if (manifest.isPresent()) {
        store.remove(manifest.get());
      }
      removed++;
    }
    return removed;
  }

  private Optional<String> manifestOf(long version) throws IOException {
    try {
      return reader.entry(version).map(entry -> MANIFEST + entry.commitId() + ".orc");
    } catch (OrcAcidException e) {
      LOG.debug("Whose manifest entry {} has is unknown: {}", version, e.toString());
      return Optional.empty();
    }
  }

  /** Its parts first: a root without them is passed over, parts without a root would stay. */
  private void removeCheckpoint(String name, Set<String> needed) throws IOException {
    for (Part part : verified(name).map(root -> root.parts().toList()).orElse(List.of())) {
      if (!needed.contains(part.name())) {
        store.remove(part.name());
      }
    }
    store.remove(name);
  }
}
