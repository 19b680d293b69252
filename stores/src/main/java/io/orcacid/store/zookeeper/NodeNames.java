package io.orcacid.store.zookeeper;

import io.orcacid.store.Listing;

/**
 * Where a name lies below a table's node: in a node of its directory, in one of its first
 * characters, under its last ones. A list of children must fit into one answer of ZooKeeper, about
 * a mebibyte, and a log may have more names than that.
 *
 * @param directory the name's directory with its slash, or empty
 * @param head all but the last characters
 * @param tail the last three characters before the extension, and the extension
 */
record NodeNames(String directory, String head, String tail) {
  /** First characters of nodes, so that none is empty or a dot. */
  private static final String DIRECTORY = "d";

  private static final String HEAD = "h";
  private static final String TAIL = "t";
  private static final int TAIL_LENGTH = 3;

  static NodeNames of(String name) {
    int slash = name.lastIndexOf('/') + 1;
    String last = name.substring(slash);
    int dot = last.lastIndexOf('.');
    int cut = Math.max(0, (dot < 0 ? last.length() : dot) - TAIL_LENGTH);
    return new NodeNames(name.substring(0, slash), last.substring(0, cut), last.substring(cut));
  }

  /** Path of a directory below the table's node. */
  static String directoryNode(String directory) {
    return DIRECTORY + directory.replace("/", "");
  }

  String headNode() {
    return directoryNode(directory) + "/" + HEAD + head;
  }

  String node() {
    return headNode() + "/" + TAIL + tail;
  }

  static String headOf(String node) {
    return node.substring(HEAD.length());
  }

  static String tailOf(String node) {
    return node.substring(TAIL.length());
  }

  static String headNode(String directory, String head) {
    return directoryNode(directory) + "/" + HEAD + head;
  }

  /** Whether names of a head may be ones that a listing asks for. */
  static boolean mayHold(String head, Listing listing) {
    boolean prefixed = head.startsWith(listing.prefix()) || listing.prefix().startsWith(head);
    String after = listing.after();
    return prefixed && (head.compareTo(after) >= 0 || after.startsWith(head));
  }
}
