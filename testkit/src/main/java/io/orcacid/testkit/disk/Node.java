package io.orcacid.testkit.disk;

import java.util.Arrays;
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

    void sync() {
      durableNames.clear();
      durableNames.putAll(names);
      changes.clear();
    }

    /** Names, and in one group with another name's change, if there is one. */
    void change(String name, ChangeGroup group) {
      ChangeGroup earlier = changes.putIfAbsent(name, group);
      if (earlier != null) {
        earlier.join(group);
      }
    }
  }

  /** Changes of names that survive together or not at all. */
  final class ChangeGroup {
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
      }
    }
  }
}
