package io.orcacid.testkit.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** What a name of the disk leads to, with what of it is durable. */
sealed interface Node {
  /** A file; bytes are only ever added, so that what is durable is a beginning of it. */
  final class FileNode implements Node {
    private byte[] bytes;
    private int length;
    private int durable;
    private boolean syncFailed;

    FileNode() {
      this(new byte[0]);
    }

    /** A file whose content is durable. */
    FileNode(byte[] content) {
      this.bytes = content;
      this.length = content.length;
      this.durable = content.length;
    }

    private FileNode(FileNode other) {
      // Shared: a copy is never written to, and the original writes behind its length only.
      this.bytes = other.bytes;
      this.length = other.length;
      this.durable = other.durable;
      this.syncFailed = other.syncFailed;
    }

    FileNode copy() {
      return new FileNode(this);
    }

    void append(byte[] source, int offset, int count) {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
      }
      System.arraycopy(source, offset, bytes, length, count);
      length += count;
    }

    /** After one that failed no later sync of the file makes anything durable, as on Linux. */
    void sync() {
      if (!syncFailed) {
        durable = length;
      }
    }

    void failSync() {
      syncFailed = true;
    }

    int length() {
      return length;
    }

    int durable() {
      return durable;
    }

    byte[] content() {
      return Arrays.copyOf(bytes, length);
    }
  }

  /** A directory; {@code changes} holds the names changed since the last sync, with their group. */
  final class DirectoryNode implements Node {
    final TreeMap<String, Node> names = new TreeMap<>();
    final TreeMap<String, Node> durableNames = new TreeMap<>();
    final TreeMap<String, ChangeGroup> changes = new TreeMap<>();

    /** What a rename did in another directory becomes durable with it: a journal has both. */
    void sync() {
      for (ChangeGroup group : List.copyOf(changes.values())) {
        group.root().changed.forEach(place -> place.directory().sync(place.name()));
      }
      durableNames.clear();
      durableNames.putAll(names);
      changes.clear();
    }

    private void sync(String name) {
      changes.remove(name);
      Node node = names.get(name);
      if (node == null) {
        durableNames.remove(name);
      } else {
        durableNames.put(name, node);
      }
    }

    /** Names, and in one group with another name's change, if there is one. */
    void change(String name, ChangeGroup group) {
      group.root().changed.add(new Place(this, name));
      ChangeGroup earlier = changes.putIfAbsent(name, group);
      if (earlier != null) {
        earlier.join(group);
      }
    }
  }

  /** A name in a directory. */
  record Place(DirectoryNode directory, String name) {}

  /** Changes of names that survive together or not at all. */
  final class ChangeGroup {
    private final List<Place> changed = new ArrayList<>();
    private ChangeGroup joined;

    ChangeGroup root() {
      ChangeGroup root = this;
      while (root.joined != null) {
        root = root.joined;
      }
      return root;
    }

    void join(ChangeGroup other) {
      ChangeGroup one = root();
      ChangeGroup two = other.root();
      if (one != two) {
        one.joined = two;
        two.changed.addAll(one.changed);
      }
    }
  }
}
