package io.orcacid.txn.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Where a state came from: a checkpoint, and the transactions folded since as a list that grows at
 * its end without copying. Not part of what the state says.
 *
 * @param checkpoint the checkpoint that loading began with
 * @param tail the newest transaction since
 * @param entries entries folded since
 * @param bytes their bytes
 */
record Lineage(Optional<CheckpointRoot> checkpoint, Optional<Link> tail, long entries, long bytes) {
  static final Lineage BEGINNING = new Lineage(Optional.empty(), Optional.empty(), 0, 0);

  /** A transaction and those before it. */
  record Link(VersionInfo info, Optional<Link> before) {}

  static Lineage of(CheckpointRoot checkpoint) {
    return new Lineage(Optional.of(checkpoint), Optional.empty(), 0, 0);
  }

  Lineage plus(LogEntry entry, long entryBytes) {
    Optional<Link> last = tail;
    for (LogTransaction transaction : entry.transactions()) {
      last = Optional.of(new Link(VersionInfo.of(entry, transaction), last));
    }
    return new Lineage(checkpoint, last, entries + 1, bytes + entryBytes);
  }

  /**
   * The same from a newer checkpoint on.
   *
   * @param root checkpoint of a version in between
   * @param atRoot lineage of the state that it holds
   */
  Lineage since(CheckpointRoot root, Lineage atRoot) {
    Optional<Link> later = Optional.empty();
    for (VersionInfo info : tailInfos()) {
      if (info.version() > root.version()) {
        later = Optional.of(new Link(info, later));
      }
    }
    return new Lineage(
        Optional.of(root), later, entries - atRoot.entries(), bytes - atRoot.bytes());
  }

  /** The transactions since the checkpoint, oldest first. */
  List<VersionInfo> tailInfos() {
    List<VersionInfo> infos = new ArrayList<>();
    for (Optional<Link> link = tail; link.isPresent(); link = link.get().before()) {
      infos.add(link.get().info());
    }
    Collections.reverse(infos);
    return infos;
  }
}
