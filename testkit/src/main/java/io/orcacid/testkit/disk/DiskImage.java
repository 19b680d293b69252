package io.orcacid.testkit.disk;

import io.orcacid.testkit.disk.Node.ChangeGroup;
import io.orcacid.testkit.disk.Node.DirectoryNode;
import io.orcacid.testkit.disk.Node.FileNode;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** A disk at one moment, with what of it is durable and what not. Immutable. */
public final class DiskImage {
  private final DirectoryNode root;

  private DiskImage(DirectoryNode root) {
    this.root = root;
  }

  static DiskImage of(DirectoryNode root) {
    return new DiskImage((DirectoryNode) new Copier().copy(root));
  }

  /** Copies a tree; what has two names has two in the copy. */
  private static final class Copier {
    private final Map<Node, Node> copies = new IdentityHashMap<>();
    private final Map<ChangeGroup, ChangeGroup> groups = new IdentityHashMap<>();

    Node copy(Node node) {
      Node known = copies.get(node);
      if (known != null) {
        return known;
      }
      if (node instanceof FileNode file) {
        FileNode copy = file.copy();
        copies.put(node, copy);
        return copy;
      }
      DirectoryNode directory = (DirectoryNode) node;
      DirectoryNode copy = new DirectoryNode();
      copies.put(node, copy);
      directory.names.forEach((name, child) -> copy.names.put(name, copy(child)));
      directory.durableNames.forEach((name, child) -> copy.durableNames.put(name, copy(child)));
      directory.changes.forEach(
          (name, group) ->
              copy.changes.put(
                  name, groups.computeIfAbsent(group.root(), key -> new ChangeGroup())));
      return copy;
    }
  }

  /**
   * The disk when power comes back.
   *
   * @param aftermath what is left of what was not synced
   * @param seed decides where the aftermath leaves a choice
   */
  public CrashingDisk restart(Aftermath aftermath, long seed) {
    return new CrashingDisk((DirectoryNode) new Survival(aftermath, seed).of(root));
  }

  /** The disk as the kernel shows it: the process died, the machine did not. */
  public CrashingDisk restartProcess() {
    return restart(Aftermath.KEPT, 0);
  }

  /** Works out what survives; everything that does is durable then. */
  private static final class Survival {
    private final Aftermath aftermath;
    private final Random random;
    private final Map<Node, Node> survivors = new IdentityHashMap<>();
    private final Map<ChangeGroup, Boolean> kept = new IdentityHashMap<>();

    Survival(Aftermath aftermath, long seed) {
      this.aftermath = aftermath;
      // Consecutive seeds of a Random begin alike.
      this.random = new Random(new SplittableRandom(seed).nextLong());
    }

    Node of(Node node) {
      Node known = survivors.get(node);
      if (known != null) {
        return known;
      }
      if (node instanceof FileNode file) {
        FileNode survivor = new FileNode(aftermath.damage(file.content(), file.durable(), random));
        survivors.put(node, survivor);
        return survivor;
      }
      DirectoryNode directory = (DirectoryNode) node;
      DirectoryNode survivor = new DirectoryNode();
      survivors.put(node, survivor);
      TreeSet<String> names = new TreeSet<>(directory.names.keySet());
      names.addAll(directory.durableNames.keySet());
      for (String name : names) {
        target(directory, name).ifPresent(child -> survivor.names.put(name, of(child)));
      }
      survivor.sync();
      return survivor;
    }

    private Optional<Node> target(DirectoryNode directory, String name) {
      ChangeGroup change = directory.changes.get(name);
      boolean isKept =
          change == null
              || kept.computeIfAbsent(change.root(), group -> aftermath.keepsName(random));
      return Optional.ofNullable(
          isKept ? directory.names.get(name) : directory.durableNames.get(name));
    }
  }
}
